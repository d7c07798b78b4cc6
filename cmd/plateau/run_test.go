package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// benchModule makes a module without dependencies and returns its directory.
func benchModule(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	files["go.mod"] = "module example.com/m\n\ngo 1.24\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const quickBench = "package m\n\nimport \"testing\"\n\nfunc BenchmarkQuick(b *testing.B) {\n\tfor b.Loop() {\n\t}\n}\n"

func runPlateau(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(append([]string{"run"}, args...), strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

func TestRunWritesFileAndReport(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	file := filepath.Join(t.TempDir(), "out.bench")
	status, stdout, stderr := runPlateau("-C", dir, "-count=2", "-benchtime=10x", "-o", file)
	if status != exitFine {
		t.Errorf("status %d\n%s", status, stderr)
	}
	if strings.Count(stdout, "BenchmarkQuick") == 0 || strings.Contains(stdout, "PASS") {
		t.Errorf("standard output is not the report alone:\n%s", stdout)
	}
	for _, want := range []string{"run 1 of 2", "BenchmarkQuick", "PASS\n", "ok  \texample.com/m", "results of 2 runs"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q is not on standard error:\n%s", want, stderr)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "goos: ") || strings.Count(string(text), "\nBenchmarkQuick") != 2 {
		t.Errorf("the file, error %v:\n%s", err, text)
	}
	// A second run takes the place of the first.
	if status, _, stderr := runPlateau("-C", dir, "-benchtime=10x", "-o", file); status != exitFine {
		t.Errorf("the file was not replaced: status %d\n%s", status, stderr)
	}
	if text, _ := os.ReadFile(file); strings.Count(string(text), "\nBenchmarkQuick") != 1 {
		t.Errorf("the second file:\n%s", text)
	}
	if !strings.Contains(stderr, "results of 2 runs, 0 with") {
		t.Errorf("the end of standard error:\n%s", stderr)
	}
}

// The report has the form that is asked for, and a form that there is not is found out before anything runs.
func TestRunFormat(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	status, stdout, stderr := runPlateau("-C", dir, "-benchtime=10x", "-format=html")
	if status != exitFine || !strings.HasPrefix(stdout, "<!doctype html>") || !strings.Contains(stdout, "BenchmarkQuick") {
		t.Errorf("status %d\n%s\n%s", status, stderr, stdout)
	}
	status, stdout, stderr = runPlateau("-C", dir, "-format", "pdf")
	if status != exitCannot || stdout != "" || !strings.Contains(stderr, "-format is one of text, markdown, json, bench, html") || strings.Contains(stderr, "PASS") {
		t.Errorf("status %d\n%s\n%s", status, stderr, stdout)
	}
}

func TestRunKeepsOtherFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.go")
	const text = "package main\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := runPlateau("-o", file, "./none")
	if status != exitCannot || !strings.Contains(stderr, "holds no benchmark results") {
		t.Errorf("status %d\n%s", status, stderr)
	}
	if got, _ := os.ReadFile(file); string(got) != text {
		t.Errorf("the file is now %q", got)
	}
}

// A file that cannot be written costs the status, not the report.
func TestRunCannotWrite(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	files := []string{filepath.Join(t.TempDir(), "none", "out.bench")}
	if runtime.GOOS == "linux" {
		files = append(files, "/dev/full", "/proc/out.bench")
	}
	for _, file := range files {
		status, stdout, stderr := runPlateau("-C", dir, "-benchtime=10x", "-o", file)
		if status != exitCannot || !strings.Contains(stderr, file+" was not written: ") {
			t.Errorf("%s: status %d\n%s", file, status, stderr)
		}
		if !strings.Contains(stdout, "BenchmarkQuick") {
			t.Errorf("%s: no report:\n%s", file, stdout)
		}
	}
}

func TestRunStatus(t *testing.T) {
	for _, tt := range []struct {
		why    string
		files  map[string]string
		args   string
		status int
		stderr string
	}{
		{"help", nil, "-h", exitFine, ""},
		{"a flag without its value", nil, "-o", exitCannot, "needs an argument"},
		{"go test refuses a flag", map[string]string{"m_test.go": quickBench}, "-count=x", exitCannot, "invalid value"},
		{"no benchmark", map[string]string{"m_test.go": quickBench}, "-bench=None", exitFine, "nothing to report"},
		{"no test", map[string]string{"m.go": "package m\n"}, "", exitFine, "[no test files]"},
		{"no compile", map[string]string{"m_test.go": quickBench + "x"}, "", exitFailed, "expected declaration"},
		{"a failure keeps the results before it", map[string]string{"m_test.go": quickBench + "\nfunc BenchmarkZ(b *testing.B) { b.Fatal(\"bad\") }\n"},
			"-benchtime=10x", exitFailed, "bad"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			args := strings.Fields(tt.args)
			if tt.files != nil {
				args = append([]string{"-C", benchModule(t, tt.files)}, args...)
			}
			status, stdout, stderr := runPlateau(args...)
			if status != tt.status || !strings.Contains(stderr, tt.stderr) {
				t.Errorf("status %d, want %d, and %q in\n%s", status, tt.status, tt.stderr, stderr)
			}
			if strings.Contains(tt.why, "keeps") && !strings.Contains(stdout, "BenchmarkQuick") {
				t.Errorf("no report:\n%s", stdout)
			}
		})
	}
}

// With -json standard output is go test's.
func TestRunJSON(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	status, stdout, stderr := runPlateau("-C", dir, "-json", "-benchtime=10x")
	if status != exitFine {
		t.Errorf("status %d\n%s", status, stderr)
	}
	for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
		if !strings.HasPrefix(line, `{"`) {
			t.Errorf("standard output has %q", line)
		}
	}
	if !strings.Contains(stderr, "benchmark ") {
		t.Errorf("the report is not on standard error:\n%s", stderr)
	}
}

// The samples that benchx records find their result lines.
func TestRunSamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the example's benchmarks")
	}
	file := filepath.Join(t.TempDir(), "out.bench")
	status, stdout, stderr := runPlateau("-count=2", "-benchtime=50x", "-o", file, "github.com/plateau-bench/plateau")
	if status != exitFine {
		t.Errorf("status %d\n%s", status, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	results := strings.Count(string(text), "\nBenchmark")
	if ends := strings.Count(string(text), "\n# plateau end "); results == 0 || ends != results {
		t.Errorf("%d results, %d of them with samples\n%s", results, ends, stderr)
	}
	if !strings.Contains(stdout, "samples") {
		t.Errorf("the report:\n%s", stdout)
	}
}
