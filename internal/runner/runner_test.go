package runner

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"

	"github.com/plateau-bench/plateau/internal/series"
)

// fakeRunOf runs the fake go command with a script.
func fakeConfig(t *testing.T, script string, args ...string) (Config, *bytes.Buffer) {
	t.Helper()
	cmd, err := ParseCommand(args)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stderr := new(bytes.Buffer)
	// TMPDIR shows whether temporary files are removed.
	env := append(os.Environ(), fakeEnv+"="+script, "PLATEAU_FAKE_PID="+filepath.Join(t.TempDir(), "pid"))
	t.Setenv("TMPDIR", t.TempDir())
	return Config{Go: exe, Command: cmd, Env: env, Stderr: stderr}, stderr
}

func runFakeGo(t *testing.T, c Config) *Outcome {
	t.Helper()
	out, err := Run(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		out.Close()
		if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "plateau-*")); len(left) > 0 {
			t.Errorf("temporary files are left: %v", left)
		}
	})
	return out
}

func fileText(t *testing.T, j *Joined) string {
	t.Helper()
	var b strings.Builder
	if _, err := j.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// samplesOf reads a joined file by the sample parser and returns what comes
// with each result line: its name and the samples, or nil without.
type sampled struct {
	Pkg, Line string
	Values    []int64
}

func samplesOf(t *testing.T, text string) []sampled {
	t.Helper()
	var got []sampled
	var p series.Parser
	pkg := ""
	for i, line := range strings.Split(text, "\n") {
		kind, err := p.Line([]byte(line), i+1)
		if err != nil {
			t.Errorf("joined file: %v", err)
		}
		if v, ok := strings.CutPrefix(line, "pkg: "); ok {
			pkg = v
		}
		if _, ok := ParseResultLine(line); ok {
			got = append(got, sampled{pkg, strings.Join(strings.Fields(line), " "), nil})
		}
		if kind != series.RunComplete {
			continue
		}
		run := p.Run()
		if run.Process == nil || run.Process.Pkg != pkg {
			t.Errorf("line %d: samples without the process of %s", i+1, pkg)
		}
		if err := run.Blocks(0, nil, func(block []int64) bool {
			got[len(got)-1].Values = append(got[len(got)-1].Values, block...)
			return true
		}); err != nil {
			t.Error(err)
		}
	}
	if err := p.Close(0); err != nil {
		t.Error(err)
	}
	// It is a Go benchmark file and nothing else.
	r := benchfmt.NewReader(strings.NewReader(text), "joined")
	n := 0
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			n++
		case *benchfmt.SyntaxError:
			t.Error(rec)
		}
	}
	if r.Err() != nil || n != len(got) {
		t.Errorf("benchfmt reads %d results of %d, error %v", n, len(got), r.Err())
	}
	return got
}

func TestRunPackages(t *testing.T) {
	c, stderr := fakeConfig(t, "two packages", "-count=2")
	out := runFakeGo(t, c)
	text := fileText(t, out.Joined)
	want := []sampled{
		{"m/a", "BenchmarkA-2 3 12.50 ns/op 5.000 p50-ns/op 8 B/op", []int64{1, 2, 3}},
		{"m/a", "BenchmarkA-2 2 13.50 ns/op", []int64{4, 5}},
		{"m/b", "BenchmarkA-2 1 9.000 ns/op", []int64{7}},
		{"m/b", "BenchmarkPlain-2 100 9.000 ns/op", nil},
	}
	if d := cmp.Diff(want, samplesOf(t, text)); d != "" {
		t.Errorf("joined file (-want +got):\n%s", d)
	}
	if !strings.HasPrefix(text, "goos: linux\ngoarch: amd64\npkg: m/a\ncpu: Fake CPU @ 1GHz\n# plateau 1") {
		t.Errorf("the file begins with\n%.200s", text)
	}
	if !strings.Contains(text, "BenchmarkA-2  \t       3\t        12.50 ns/op\t         5.000 p50-ns/op\t       8 B/op\n") {
		t.Error("the result line is not as printed")
	}
	if out.Exit.Status != 0 || out.Joined.Runs != 4 || out.Joined.Sampled != 3 || len(out.Notes) != 0 {
		t.Errorf("status %d, %d results, %d with samples, notes %q", out.Exit.Status, out.Joined.Runs, out.Joined.Sampled, out.Notes)
	}
	for _, shown := range []string{"--- BENCH: BenchmarkA-2\n    a_test.go:7: a log\n", "PASS\nok  \tm/a\t1.234s\n", "plateau: BenchmarkA-2, run 2 of 2"} {
		if !strings.Contains(stderr.String(), shown) {
			t.Errorf("not shown: %q in\n%s", shown, stderr)
		}
	}
}

// A run whose line is lost must not shift the samples of those after it.
func TestRunNoise(t *testing.T) {
	c, stderr := fakeConfig(t, "noise", "-count=3")
	out := runFakeGo(t, c)
	want := []sampled{
		{"m/a", "BenchmarkA-2 1 9.0 ns/op", []int64{1}},
		{"m/a", "BenchmarkA-2 3 9.0 ns/op", []int64{3}},
	}
	if d := cmp.Diff(want, samplesOf(t, fileText(t, out.Joined))); d != "" {
		t.Errorf("joined file (-want +got):\n%s", d)
	}
	for _, shown := range []string{"some noise\n", "swallowed 2 5 ns\n", "noise\n"} {
		if !strings.Contains(stderr.String(), shown) {
			t.Errorf("not shown: %q in\n%s", shown, stderr)
		}
	}
}

func TestRunFailures(t *testing.T) {
	for _, tt := range []struct {
		script  string
		shown   string
		results []sampled
		note    string // in the notes; "" for none
	}{
		{"build fails", "# m/a [m/a.test]\na_test.go:3:4: undefined: x\nFAIL\tm/a [build failed]\n", nil, ""},
		{"panic", "panic: oh no\n\ngoroutine 7 [running]:\nexit status 2\nFAIL\tm/a\t1.234s\n",
			[]sampled{{"m/a", "BenchmarkA-2 1 9.0 ns/op", []int64{1}}}, "BenchmarkA-2 was stopped in the middle of a run"},
	} {
		t.Run(tt.script, func(t *testing.T) {
			c, stderr := fakeConfig(t, tt.script)
			out := runFakeGo(t, c)
			if out.Exit.Status != 1 {
				t.Errorf("status %d, want go test's 1", out.Exit.Status)
			}
			if !strings.Contains(stderr.String(), tt.shown) {
				t.Errorf("shown:\n%s\nwant\n%s", stderr, tt.shown)
			}
			if d := cmp.Diff(tt.results, samplesOf(t, fileText(t, out.Joined))); d != "" {
				t.Errorf("joined file (-want +got):\n%s", d)
			}
			if notes := strings.Join(out.Notes, "\n"); !strings.Contains(notes, tt.note) || (tt.note == "" && notes != "") {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
		})
	}
}

// What never began is not announced, what began is.
func TestRunAnnounced(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a_test.go"), []byte("package a\n\nfunc BenchmarkA(b *testing.B) {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(listedPackage{ImportPath: "m/a", Dir: dir, TestGoFiles: []string{"a_test.go"}})
	if err != nil {
		t.Fatal(err)
	}
	for script, want := range map[string]int{"build fails": 0, "noise": 1} {
		c, stderr := fakeConfig(t, script, "-count=3")
		c.Env = append(c.Env, "PLATEAU_FAKE_LIST="+string(list))
		runFakeGo(t, c)
		if got := strings.Count(stderr.String(), "BenchmarkA, run 1 of 3"); got != want {
			t.Errorf("%s: announced %d times, want %d:\n%s", script, got, want, stderr)
		}
	}
}

func TestRunSpoiledLines(t *testing.T) {
	c, _ := fakeConfig(t, "spoiled")
	out := runFakeGo(t, c)
	want := []sampled{{"m/a", "BenchmarkMetric-2 10 9.0 ns/op 2.000 miss/op", nil}}
	if d := cmp.Diff(want, samplesOf(t, fileText(t, out.Joined))); d != "" {
		t.Errorf("joined file (-want +got):\n%s", d)
	}
	notes := strings.Join(out.Notes, "\n")
	for _, n := range []string{"BenchmarkSkip-2, runs 1 and 2: left out", "BenchmarkBreak-2, run 1", "NaN or infinite", "BenchmarkLong/xxx", "benchstat reads no line over 65535 bytes"} {
		if !strings.Contains(notes, n) {
			t.Errorf("no note %q in\n%s", n, notes)
		}
	}
}

// A process that was killed leaves a sample file that ends anywhere.
func TestRunKilledWriter(t *testing.T) {
	c, _ := fakeConfig(t, "killed writer")
	out := runFakeGo(t, c)
	want := []sampled{
		{"m/a", "BenchmarkA-2 1 9.0 ns/op", []int64{1}},
		{"m/a", "BenchmarkA-2 2 9.0 ns/op", nil},
	}
	if d := cmp.Diff(want, samplesOf(t, fileText(t, out.Joined))); d != "" {
		t.Errorf("joined file (-want +got):\n%s", d)
	}
	if len(out.Notes) == 0 {
		t.Error("nothing is said about the damaged sample file")
	}
}

func TestRunUserDir(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "m_a-10.bench")
	// An earlier run of the same benchmark, with other samples.
	if err := os.WriteFile(old, []byte(sampleText("m/a", 10, fakeRun{name: "BenchmarkA-2", iters: 3, values: []int64{99}})), 0o666); err != nil {
		t.Fatal(err)
	}
	c, _ := fakeConfig(t, "two packages")
	c.Env = append(c.Env, OutEnv+"="+dir)
	out := runFakeGo(t, c)
	got := samplesOf(t, fileText(t, out.Joined))
	if len(got) != 4 || !cmp.Equal(got[0].Values, []int64{1, 2, 3}) {
		t.Errorf("the first run has samples %v, want those of the new file", got)
	}
	out.Close()
	if left, _ := filepath.Glob(filepath.Join(dir, "*.bench")); len(left) != 3 {
		t.Errorf("the user's directory has %v, want the old file and two new ones", left)
	}
}

func TestRunNoSampleDir(t *testing.T) {
	c, _ := fakeConfig(t, "spoiled")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	c.Env = append(c.Env, OutEnv+"="+filepath.Join(file, "dir"))
	out := runFakeGo(t, c)
	if out.Joined.Runs != 1 || !strings.Contains(strings.Join(out.Notes, "\n"), "no samples will be kept") {
		t.Errorf("%d results, notes %q", out.Joined.Runs, out.Notes)
	}
}

// With -json the events go through as they came.
func TestRunJSON(t *testing.T) {
	c, stderr := fakeConfig(t, "two packages", "-json")
	var events bytes.Buffer
	c.JSON = &events
	runFakeGo(t, c)
	if n := bytes.Count(events.Bytes(), []byte("\n")); n < 20 || !bytes.HasPrefix(events.Bytes(), []byte(`{"Action":"start","Package":"m/a","Time":"2026-01-02T03:04:05.678901234Z"}`+"\n")) {
		t.Errorf("%d events:\n%.200s", n, &events)
	}
	if strings.Contains(stderr.String(), "ns/op") {
		t.Errorf("result lines are shown twice:\n%s", stderr)
	}
}

func TestRunArguments(t *testing.T) {
	c, stderr := fakeConfig(t, "arguments", "-o", "f", "-benchtime", "5x", "./...", "-args", "-o", "x")
	runFakeGo(t, c)
	want := "test -json -v=false -run=^$ -timeout=0 -bench=. -benchtime 5x ./... -args -o x\n"
	if got := stderr.String(); !strings.Contains(got, want) {
		t.Errorf("go was called with %q, want %q", got, want)
	}
	if got := stderr.String(); !strings.Contains(got, "go: a word on standard error\n") {
		t.Errorf("standard error is lost: %q", got)
	}
}

func TestRunNoGo(t *testing.T) {
	_, err := Run(Config{Go: "no-such-go-command", Stderr: new(bytes.Buffer), Command: Command{Count: 1, CPUs: 1}})
	if err == nil || !strings.Contains(err.Error(), "no-such-go-command command was not found: install Go") {
		t.Errorf("error %v", err)
	}
}
