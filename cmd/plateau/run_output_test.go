package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// With -o - the results are on standard output and the report is on standard
// error; no file of that name is made.
func TestRunOutputStream(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		file            string
		results, report bool // on standard output
	}{
		{"-", true, false},
		{"/dev/stdout", true, false},
		{"/dev/stderr", false, true},
	} {
		status, stdout, stderr := runPlateau("-C", dir, "-benchtime=10x", "-o", tt.file)
		if status != exitFine {
			t.Errorf("-o %s: status %d", tt.file, status)
		}
		for _, c := range []struct {
			why, text string
			out       bool
		}{
			{"results", "goos: ", tt.results},
			{"report", "benchmark ", tt.report},
		} {
			if c.out && !strings.Contains(stdout, c.text) || !c.out && (strings.Contains(stdout, c.text) || !strings.Contains(stderr, c.text)) {
				t.Errorf("-o %s: where is the %s? Standard output:\n%s\nstandard error:\n%s", tt.file, c.why, stdout, stderr)
			}
		}
		if tt.results && !strings.HasPrefix(stdout, "goos: ") {
			t.Errorf("-o %s: standard output is no benchmark file:\n%s", tt.file, stdout)
		}
		if !strings.Contains(stderr, "plateau: "+tt.file+" has the results of 1 run, 0 with samples\n") {
			t.Errorf("-o %s: standard error:\n%s", tt.file, stderr)
		}
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("%v is there", left)
	}
}

func TestRunOutputNull(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no /dev/null")
	}
	dir := benchModule(t, map[string]string{"m_test.go": quickBench})
	status, stdout, stderr := runPlateau("-C", dir, "-benchtime=10x", "-o", os.DevNull)
	if status != exitFine || !strings.Contains(stdout, "BenchmarkQuick") {
		t.Errorf("status %d, report\n%s\n%s", status, stdout, stderr)
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if _, err := openResultFile(streams{stdout: null, stderr: null}, os.DevNull, false); err != nil {
		t.Error(err)
	}
}

// What would be lost is refused before anything runs.
func TestRunOutputRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.txt")
	log, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	var stderr bytes.Buffer
	// As in plateau run -o log.txt >log.txt.
	status := run([]string{"run", "-o", path, "./none"}, strings.NewReader(""), log, &stderr)
	if status != exitCannot || !strings.Contains(stderr.String(), "goes already") {
		t.Errorf("status %d\n%s", status, &stderr)
	}
	if status, stdout, stderr := runPlateau("-json", "-o", "-", "./none"); status != exitCannot || stdout != "" || !strings.Contains(stderr, "name a file") {
		t.Errorf("-json -o -: status %d\n%s%s", status, stdout, stderr)
	}
}
