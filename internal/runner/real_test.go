package runner

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A realModule is a module without dependencies, measured by the real go
// command.
func realModule(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command:", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"a/a_test.go": `package a

import (
	"fmt"
	"os"
	"testing"
	"time"
)

var sink int

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
		sink++
	}
}

func BenchmarkN(b *testing.B) {
	fmt.Println("a print")
	fmt.Fprint(os.Stderr, "dots...")
	for range b.N {
		sink++
	}
	b.Log("verbose:", testing.Verbose())
}

func BenchmarkSub(b *testing.B) {
	for _, name := range []string{"x=1 y", "z/1"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sink++
			}
		})
	}
}

func BenchmarkSkip(b *testing.B) {
	if b.N > 1 {
		b.Skip("later")
	}
}

func BenchmarkFail(b *testing.B) { b.Fatal("bad") }

func BenchmarkSlow(b *testing.B) {
	for b.Loop() {
		time.Sleep(time.Second)
	}
}
`,
		"b/b_test.go":    "package b\n\nimport \"testing\"\n\nfunc BenchmarkB(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n\nfunc BenchmarkPanic(b *testing.B) { panic(\"oh no\") }\n",
		"none/none.go":   "package none\n",
		"bad/b_test.go":  "package bad\n\nimport \"testing\"\n\nfunc BenchmarkBad(b *testing.B) { undefined() }\n",
		"slow/s_test.go": "package slow\n\nimport (\n\t\"testing\"\n\t\"time\"\n)\n\nfunc BenchmarkFirst(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n\nfunc BenchmarkSlow(b *testing.B) {\n\tfor b.Loop() {\n\t\ttime.Sleep(time.Minute)\n\t}\n}\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// runReal runs the real go command in dir.
func runReal(t *testing.T, dir string, args string) (*Outcome, string) {
	t.Helper()
	cmd, err := ParseCommand(append([]string{"-C", dir}, strings.Fields(args)...))
	if err != nil {
		t.Fatal(err)
	}
	stderr := new(bytes.Buffer)
	out, err := Run(Config{Command: cmd, Stderr: stderr, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	return out, stderr.String()
}

// names lists the packages and names of the results, each with its number of runs.
func names(j *Joined) string {
	var b strings.Builder
	for _, p := range j.Packages {
		for i := 0; i < len(p.Results); {
			r, n := p.Results[i], 0
			for ; i < len(p.Results) && p.Results[i].Name == r.Name; i++ {
				if p.Results[i].Rep != n {
					b.WriteString("(run out of order) ")
				}
				n++
			}
			b.WriteString(strings.TrimPrefix(p.Path, "example.com/m/") + "." + withoutProcs(r.Name) + strings.Repeat("+", n) + " ")
		}
	}
	return strings.TrimSpace(b.String())
}

func TestRealPackages(t *testing.T) {
	dir := realModule(t)
	const results = "a.BenchmarkLoop++ a.BenchmarkN++ a.BenchmarkSub/x=1_y++ a.BenchmarkSub/z/1++ b.BenchmarkB++"
	for _, tt := range []struct {
		args    string
		verbose string // what testing.Verbose says
	}{
		{"-count=2 -benchtime=100x -bench=[^w]$ ./a ./b ./none", "false"},
		{"-v -count=2 -benchtime=100x -bench=[^w]$ ./a ./b ./none", "true"},
	} {
		out, shown := runReal(t, dir, tt.args)
		if got := names(out.Joined); got != results {
			t.Errorf("%s: results\n%s\nwant\n%s", tt.args, got, results)
		}
		if out.Exit.Status != 1 { // of BenchmarkFail and BenchmarkPanic
			t.Errorf("%s: status %d, want 1", tt.args, out.Exit.Status)
		}
		if !strings.Contains(strings.Join(out.Notes, "\n"), "BenchmarkSkip") {
			t.Errorf("%s: nothing is said of the spoiled line: %q", tt.args, out.Notes)
		}
		for _, want := range []string{
			"a print\n", "dots...", "--- FAIL: BenchmarkFail", "a_test.go:", "bad\n", "panic: oh no", "FAIL\texample.com/m/a",
			"FAIL\texample.com/m/b", "[no test files]", "verbose: " + tt.verbose, "BenchmarkLoop",
		} {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: %q is not shown in\n%s", tt.args, want, shown)
			}
		}
		if strings.Contains(shown, "=== RUN") {
			t.Errorf("%s: the framing of -json is shown:\n%s", tt.args, shown)
		}
		samplesOf(t, fileText(t, out.Joined)) // is a Go benchmark file
	}
}

func TestRealBuildFailure(t *testing.T) {
	out, shown := runReal(t, realModule(t), "./bad")
	if out.Exit.Status != 1 || out.Joined.Runs != 0 {
		t.Errorf("status %d, %d results", out.Exit.Status, out.Joined.Runs)
	}
	for _, want := range []string{"undefined: undefined", "FAIL\texample.com/m/bad [build failed]"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in\n%s", want, shown)
		}
	}
}

// A flag that go test refuses, a package that is not there: its words, its status.
func TestRealBadUsage(t *testing.T) {
	dir := realModule(t)
	for args, want := range map[string]string{
		"-count=x ./a": "invalid value",
		"./nowhere":    "nowhere",
	} {
		out, shown := runReal(t, dir, args)
		if out.Exit.Status == 0 || out.Joined.Runs != 0 || !strings.Contains(shown, want) {
			t.Errorf("%s: status %d, shown\n%s", args, out.Exit.Status, shown)
		}
	}
}

func TestRealPlan(t *testing.T) {
	dir := realModule(t)
	cmd, err := ParseCommand([]string{"-C", dir, "-bench=Sub|B$|S", "-tags=x", "./..."})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	var got []string
	for _, p := range MakePlan("go", append(os.Environ(), "GOWORK=off", "GOFLAGS="), cmd) {
		got = append(got, strings.TrimPrefix(p.Pkg, "example.com/m/")+"."+p.Name)
	}
	t.Logf("planned in %v", time.Since(start))
	if want := "a.BenchmarkSub a.BenchmarkSkip a.BenchmarkSlow b.BenchmarkB slow.BenchmarkSlow"; strings.Join(got, " ") != want {
		t.Errorf("plan %v, want %s", got, want)
	}
}
