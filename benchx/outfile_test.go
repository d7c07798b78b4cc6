package benchx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/series"
)

// readBack parses a sample file, and fails the test on anything that is wrong with it.
func readBack(t *testing.T, path string) (runs []*series.RunData, results []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var p series.Parser
	n := 0
	for line := range bytes.Lines(text) {
		n++
		kind, err := p.Line(line, n)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if kind == series.RunComplete {
			runs = append(runs, p.Run())
		}
		if kind == series.Other && bytes.HasPrefix(line, []byte("Benchmark")) {
			results = append(results, string(line))
		}
	}
	if err := p.Close(n); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return runs, results
}

func contents(t *testing.T, r *series.RunData, of int) (all []int64) {
	t.Helper()
	err := r.Blocks(of, nil, func(block []int64) bool {
		all = append(all, block...)
		return true
	})
	if err != nil {
		t.Error(err)
	}
	return all
}

// closed closes the file when the test ends.
func closed(t *testing.T, o *outfile) *outfile {
	t.Cleanup(func() {
		if o.file != nil {
			o.file.Close()
		}
		store.empty()
	})
	return o
}

func TestOutfileWritesRuns(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PLATEAU_OUT", dir)
	o := closed(t, new(outfile))
	samples := around(10_000, 3000, 1)
	first := runOf("BenchmarkA-2", 0, samples, 7, 1, series.MarkLost)
	second := runOf("BenchmarkB/n=1", 0, noise(200_000, 2), 0, 4)
	second.addSeries(series.Series{Name: "ttft", Batch: 1, Warmup: 1}, blocksOf([]int64{5, 6, 7}))
	empty := runOf("BenchmarkC", 0, []int64{1}, 0, 1)
	for _, r := range []*run{first, second, empty} {
		if notes := o.write(r); notes != nil {
			t.Fatalf("%q", notes)
		}
	}
	name := filepath.Join(dir, fmt.Sprintf("%s-%d.bench", fileName(packagePath()), os.Getpid()))
	runs, results := readBack(t, name)
	if len(runs) != 3 || len(results) != 3 {
		t.Fatalf("%d runs and %d results, want 3", len(runs), len(results))
	}
	if got := contents(t, runs[0], 0); !slices.Equal(got, samples) {
		t.Error("the first run holds other samples")
	}
	if got := contents(t, runs[1], 0); !slices.Equal(got, noise(200_000, 2)) {
		t.Error("the second run holds other samples")
	}
	if got := contents(t, runs[1], 1); !slices.Equal(got, []int64{5, 6, 7}) {
		t.Errorf("the stage holds %v", got)
	}
	if r := runs[0]; r.Name != "BenchmarkA-2" || r.Series[0].Warmup != 7 || !slices.Equal(r.Marks, []string{series.MarkLost}) {
		t.Errorf("%+v", r.Run)
	}
	if p := runs[0].Process; p == nil || p.Pkg != packagePath() || p.PID != os.Getpid() || p.Clock == "" || p.Count < 1 {
		t.Errorf("%+v", p)
	}
	if !strings.HasPrefix(results[0], "BenchmarkA-2\t") || !strings.Contains(results[0], "p99-ns/op") {
		t.Errorf("%q", results[0])
	}
}

// A name that is taken is left alone, and so is what it names.
func TestOutfileIsExclusive(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PLATEAU_OUT", dir)
	base := fmt.Sprintf("%s-%d", fileName(packagePath()), os.Getpid())
	for _, taken := range []string{".bench", "-1.bench"} {
		if err := os.WriteFile(filepath.Join(dir, base+taken), []byte("not ours\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for k := 2; k < 4; k++ {
		o := closed(t, new(outfile))
		if notes := o.write(runOf("BenchmarkA", 0, []int64{1, 2, 3}, 0, 1)); notes != nil {
			t.Fatalf("%q", notes)
		}
		if runs, _ := readBack(t, filepath.Join(dir, fmt.Sprintf("%s-%d.bench", base, k))); len(runs) != 1 {
			t.Errorf("file %d has %d runs", k, len(runs))
		}
	}
	for _, taken := range []string{".bench", "-1.bench"} {
		if text, _ := os.ReadFile(filepath.Join(dir, base+taken)); string(text) != "not ours\n" {
			t.Errorf("%s was written to", taken)
		}
	}
}

// Where no file can be written a note says why, once.
func TestOutfileRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	closedDir := filepath.Join(dir, "closed")
	if err := os.Mkdir(closedDir, 0o555); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why, dir string
		want     string
	}{
		{"not asked for", "", ""},
		{"a relative path", "results", "PLATEAU_OUT=results ignored: it must be an absolute path"},
		{"a relative path with dots", "../results", "must be an absolute path"},
		{"a directory that is not there", filepath.Join(dir, "none"), "no samples are written"},
		{"a file", file, "no samples are written"},
		{"a read-only directory", closedDir, "no samples are written"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if c.dir == closedDir && (os.Geteuid() == 0 || runtime.GOOS == "windows") {
				t.Skip("this user may write everywhere")
			}
			t.Setenv("PLATEAU_OUT", c.dir)
			o := closed(t, new(outfile))
			r := runOf("BenchmarkA", 0, []int64{1}, 0, 1)
			notes := o.write(r)
			switch {
			case c.want == "" && notes == nil:
			case c.want == "" || len(notes) != 1 || !strings.Contains(notes[0], c.want):
				t.Errorf("%q, want one note with %q", notes, c.want)
			}
			if again := o.write(r); again != nil {
				t.Errorf("said again: %q", again)
			}
		})
	}
	if _, err := os.Stat("results"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a relative directory: %v", err)
	}
}

// A limitedWriter writes so many bytes to a file and then no more, like a disk that is full.
type limitedWriter struct {
	to   io.Writer
	left int
}

func (l *limitedWriter) Write(p []byte) (int, error) {
	n, err := l.to.Write(p[:min(len(p), l.left)])
	l.left -= n
	if err == nil && n < len(p) {
		err = errors.New("no space left on device")
	}
	return n, err
}

// A file that cannot be continued is cut back to the last whole run, wherever in a run the disk is full.
func TestOutfileIsCutBack(t *testing.T) {
	for _, room := range []int{0, 1, 500, 70_000, 200_000} {
		t.Run(fmt.Sprint(room), func(t *testing.T) {
			t.Setenv("PLATEAU_OUT", t.TempDir())
			o := closed(t, new(outfile))
			if notes := o.write(runOf("BenchmarkA", 0, around(10_000, 2000, 1), 0, 1)); notes != nil {
				t.Fatalf("%q", notes)
			}
			name := o.file.Name()
			whole, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			// The writer goes on from here on a disk with that much room.
			o.writer = series.NewWriter(&limitedWriter{o.file, room}, nil)
			notes := o.write(runOf("BenchmarkA", 1, noise(100_000, 1), 0, 1))
			if len(notes) != 1 || !strings.Contains(notes[0], "no space left") || !strings.Contains(notes[0], name) {
				t.Errorf("%q, want one note with the reason and the file", notes)
			}
			after, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(after, whole) {
				t.Errorf("%d bytes, want the %d up to the last whole run", len(after), len(whole))
			}
			if runs, _ := readBack(t, name); len(runs) != 1 {
				t.Errorf("%d runs, want 1", len(runs))
			}
			if again := o.write(runOf("BenchmarkA", 2, []int64{1}, 0, 1)); again != nil {
				t.Errorf("said again: %q", again)
			}
		})
	}
}

// If not even the first run fits, the header stays: the file is one without runs, not a damaged one.
func TestOutfileKeepsItsHeader(t *testing.T) {
	t.Setenv("PLATEAU_OUT", t.TempDir())
	o := closed(t, &outfile{opened: true})
	if err := o.open(); err != nil {
		t.Fatal(err)
	}
	name := o.file.Name()
	o.writer = series.NewWriter(&limitedWriter{o.file, 100}, nil)
	if notes := o.write(runOf("BenchmarkA", 0, noise(1000, 1), 0, 1)); len(notes) != 1 {
		t.Errorf("%q", notes)
	}
	if runs, results := readBack(t, name); len(runs)+len(results) != 0 {
		t.Errorf("%d runs and %d results", len(runs), len(results))
	}
	if text, _ := os.ReadFile(name); !bytes.HasPrefix(text, []byte("# plateau 1")) {
		t.Errorf("the file begins with %.40q", text)
	}
}

func TestFileName(t *testing.T) {
	for path, want := range map[string]string{
		"github.com/a/b.c":         "github.com_a_b.c",
		"example.com/x-y/v2":       "example.com_x_y_v2",
		"a b:c\\d\x00é*?":          "a_b_c_d____",
		"command-line-arguments":   "command_line_arguments",
		"gopkg.in/yaml.v3/~user_1": "gopkg.in_yaml.v3_~user_1",
		"":                         "",
	} {
		if got := fileName(path); got != want {
			t.Errorf("fileName(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestPackagePath(t *testing.T) {
	if got, want := packagePath(), "github.com/plateau-bench/plateau/benchx"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
