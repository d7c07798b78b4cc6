package instrument

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	plateau "github.com/plateau-bench/plateau"
)

// moduleOf makes a module of an old version of Go, and an empty place for temporary files.
func moduleOf(tb testing.TB, files map[string]string) (dir string) {
	tb.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		tb.Skip("no go command")
	}
	dir = tb.TempDir()
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	files["go.mod"] = "module example.com/m\n\ngo 1.18\n"
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

func environment(tb testing.TB) []string {
	temp := tb.TempDir()
	if t, ok := tb.(*testing.T); ok {
		t.Setenv("TMPDIR", temp)
	}
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=")
}

func tree(t *testing.T, dir string) (names []string) {
	t.Helper()
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	return names
}

const someBench = "package m\n\nimport \"testing\"\n\nfunc BenchmarkX(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t}\n}\n"

func TestOverlay(t *testing.T) {
	dir := moduleOf(t, map[string]string{
		"m_test.go":         someBench,
		"none/none_test.go": strings.ReplaceAll(someBench, "b.N", "b.N/2"),
		"plain/plain.go":    "package plain\n",
	})
	env := environment(t)
	before := tree(t, dir)
	o, err := NewOverlay(context.Background(), plateau.Sources, Query{Dir: dir, Env: env, Packages: []string{"./...", "strings"}})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, tree(t, dir)); d != "" {
		t.Errorf("the module (-before +after):\n%s", d)
	}
	s := o.Summary
	if s.Packages != 2 || s.Found != 2 || s.Measured != 1 || len(s.Left) != 1 || s.Left[0].Why != whyPart || len(s.Skipped) != 1 || s.Skipped[0].Path != "strings" {
		t.Errorf("summary %+v", s)
	}
	text, err := os.ReadFile(o.File)
	if err != nil {
		t.Fatal(err)
	}
	var r replacements
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	for from, to := range r.Replace {
		if !filepath.IsAbs(from) || filepath.Dir(to) != o.Dir {
			t.Errorf("%s is replaced by %s", from, to)
		}
		if _, err := os.Stat(to); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"m_test.go", "internal/testdata/plateau/benchx/start.go"} {
		if r.Replace[filepath.Join(dir, filepath.FromSlash(name))] == "" {
			t.Errorf("%s is not replaced", name)
		}
	}
	if r.Replace[filepath.Join(dir, "none", "none_test.go")] != "" {
		t.Error("a file that does not change is replaced")
	}
	if err := o.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(o.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Close: %v", err)
	}
}

// Without a loop there is no overlay, and nothing to be removed.
func TestOverlayOfNothing(t *testing.T) {
	dir := moduleOf(t, map[string]string{"m.go": "package m\n"})
	o, err := NewOverlay(context.Background(), plateau.Sources, Query{Dir: dir, Env: environment(t)})
	if err != nil || o.File != "" || o.Dir != "" || o.Close() != nil {
		t.Errorf("%+v, error %v", o, err)
	}
}

// What goes wrong leaves no files behind, and says what.
func TestOverlayErrors(t *testing.T) {
	dir := moduleOf(t, map[string]string{"m_test.go": someBench})
	ended, end := context.WithCancel(context.Background())
	end()
	for _, c := range []struct {
		why  string
		ctx  context.Context
		fs   fs.FS
		q    Query
		want string
	}{
		{"no go command", context.Background(), plateau.Sources, Query{Go: "no-such-go", Dir: dir}, "the go command was not found"},
		{"no directory", context.Background(), plateau.Sources, Query{Dir: filepath.Join(dir, "none")}, "go list: "},
		{"a flag that go list refuses", context.Background(), plateau.Sources, Query{Dir: dir, Build: []string{"-mod=wrong"}}, "wrong"},
		{"an overlay that is not there", context.Background(), plateau.Sources, Query{Dir: dir, Build: []string{"-overlay=none.json"}}, "none.json"},
		{"it was interrupted", ended, plateau.Sources, Query{Dir: dir}, "canceled"},
		{"sources that are not whole", context.Background(), os.DirFS(dir), Query{Dir: dir}, "the sources of benchx"},
	} {
		c.q.Env = environment(t)
		o, err := NewOverlay(c.ctx, c.fs, c.q)
		if o != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, error %v, want %q", c.why, o, err, c.want)
		}
		if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "plateau-*")); len(left) > 0 {
			t.Errorf("%s: %q are left", c.why, left)
		}
	}
}

func TestTooOld(t *testing.T) {
	for version, old := range map[string]bool{
		"go1.24": false, "go1.24.0": false, "go1.30.1": false, "go1.23.12": true, "go1.24rc1": false, "go1.9": true,
		"go1.26.0 X:rangefunc": false, "go1.22.0 X:none": true, "devel go1.27-abcdef": false, "": false,
	} {
		if err := (goEnv{GOVERSION: version}).tooOld(); (err != nil) != old {
			t.Errorf("%q: %v", version, err)
		}
	}
}

func TestSummaryPrint(t *testing.T) {
	for _, c := range []struct {
		why  string
		sum  Summary
		want string
	}{
		{"nothing", Summary{}, "plateau: no loop over a benchmark's iterations was found\n"},
		{"one", Summary{Packages: 1, Found: 1, Measured: 1}, "plateau: 1 benchmark loop in 1 package, all measured\n"},
		{"some", Summary{Packages: 2, Found: 3, Measured: 2, Left: []Loop{{File: "/x/a_test.go", Line: 3, Why: whyPart}}},
			"plateau: 2 of 3 benchmark loops in 2 packages are measured; these run as before:\n\t/x/a_test.go:3: " + whyPart + "\n"},
		{"skipped", Summary{Skipped: []SkippedPackage{{"strings", "why"}}},
			"plateau: strings is left as it is: why\nplateau: no loop over a benchmark's iterations was found\n"},
	} {
		var out strings.Builder
		c.sum.Print(&out)
		if out.String() != c.want {
			t.Errorf("%s:\n%s", c.why, out.String())
		}
	}
}

// BenchmarkOverlay500 makes the overlay of a module with 500 benchmarks in 25 packages.
func BenchmarkOverlay500(b *testing.B) {
	files := map[string]string{}
	for p := range 25 {
		var text strings.Builder
		fmt.Fprintf(&text, "package p%d\n\nimport \"testing\"\n", p)
		for i := range 20 {
			fmt.Fprintf(&text, "\nfunc BenchmarkX%d(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\t_ = i\n\t}\n}\n", i)
		}
		files[fmt.Sprintf("p%d/x_test.go", p)] = text.String()
	}
	dir := moduleOf(b, files)
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	for b.Loop() {
		o, err := NewOverlay(context.Background(), plateau.Sources, Query{Dir: dir, Env: env, Packages: []string{"./..."}})
		if err != nil || o.Summary.Measured != 500 {
			b.Fatalf("%+v, error %v", o, err)
		}
		o.Close()
	}
}

// With coverage the packages under test are read from disk but for their tests, and the others are not.
func TestOverlayWithCoverage(t *testing.T) {
	helper := strings.ReplaceAll(someBench, "BenchmarkX", "Help")
	dir := moduleOf(t, map[string]string{
		"m_test.go": strings.Replace(someBench, "import \"testing\"", "import (\n\t\"testing\"\n\n\t_ \"example.com/m/other\"\n)", 1),
		"m.go":      helper, "other/other.go": strings.ReplaceAll(helper, "package m", "package other"),
	})
	for _, c := range []struct {
		cover    bool
		goflags  string
		measured int
	}{{false, "", 3}, {true, "", 2}, {false, "-cover", 2}, {false, "-v -cover=false", 3}} {
		env := append(environment(t), "GOFLAGS="+c.goflags)
		o, err := NewOverlay(t.Context(), plateau.Sources, Query{Dir: dir, Env: env, Cover: c.cover})
		if err != nil {
			t.Fatal(err)
		}
		if s := o.Summary; s.Found != 3 || s.Measured != c.measured || c.measured < 3 && (len(s.Left) != 1 || s.Left[0].Why != whyCover) {
			t.Errorf("cover %t, GOFLAGS=%s: %+v", c.cover, c.goflags, s)
		}
		o.Close()
	}
	env := append(environment(t), "GOFLAGS=-coverpkg=./...")
	if _, err := NewOverlay(t.Context(), plateau.Sources, Query{Dir: dir, Env: env}); !errors.Is(err, ErrCoverPackages) {
		t.Errorf("-coverpkg in GOFLAGS: %v", err)
	}
}
