package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const loopBench = `package m

import "testing"

func BenchmarkLoop(b *testing.B) {
	for b.Loop() {
	}
	for i := 0; i < b.N/2; i++ {
	}
}
`

func runInstrument(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(append([]string{"instrument"}, args...), strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}

func TestInstrumentWritesAndUndoes(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": loopBench})
	file := filepath.Join(dir, "m_test.go")
	read := func() string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	status, stdout, stderr := runInstrument("-C", dir)
	if status != exitFine || !strings.Contains(stdout, "m_test.go:6: measured\n") || !strings.Contains(stdout, "m_test.go:8: it goes over a part") {
		t.Errorf("listed: status %d\n%s%s", status, stdout, stderr)
	}
	status, stdout, _ = runInstrument("-d", "-C", dir)
	if status != exitFine || !strings.Contains(stdout, "\n+\ts := benchx.Start(b)\n \tfor b.Loop() {\n+\t\ts.Lap()\n \t}\n+\ts.Stop()\n") {
		t.Errorf("shown: status %d\n%s", status, stdout)
	}
	if read() != loopBench {
		t.Fatal("the file changed before -w")
	}
	status, stdout, stderr = runInstrument("-w", "-C", dir)
	if status != exitFine || !strings.Contains(stdout, "m_test.go\n") || !strings.Contains(stderr, "1 of 2 benchmark loops") ||
		!strings.Contains(stderr, "go get github.com/plateau-bench/plateau") {
		t.Errorf("written: status %d\n%s%s", status, stdout, stderr)
	}
	if text := read(); strings.Count(text, "benchx") != 2 || !strings.Contains(text, "\t\ts.Lap()\n") {
		t.Errorf("written:\n%s", text)
	}
	if _, _, stderr := runInstrument("-C", dir); !strings.Contains(stderr, "0 of 2 benchmark loops can be measured; in functions that use benchx already: 1\n") {
		t.Errorf("listed once more: %s", stderr)
	}
	if status, stdout, _ := runInstrument("-undo", "-d", "-C", dir); status != exitFine || !strings.Contains(stdout, "\n-\ts.Stop()\n") {
		t.Errorf("undo shown: status %d\n%s", status, stdout)
	}
	if status, _, stderr := runInstrument("-undo", "-C", dir); status != exitFine {
		t.Errorf("undone: status %d\n%s", status, stderr)
	}
	if text := read(); text != loopBench {
		t.Errorf("undone:\n%s", text)
	}
	used := "package m\n\nfunc f() {\n\t//plateau:instrumented\n}\n"
	if err := os.WriteFile(file, []byte(used), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, stderr := runInstrument("-undo", "-C", dir); !strings.Contains(stderr, "m_test.go:4: no call of Start follows") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("what is kept: %s", stderr)
	}
	if err := os.WriteFile(file, []byte(loopBench), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, stderr := runInstrument("-undo", "-C", dir); !strings.Contains(stderr, "nothing that plateau instrument has added") {
		t.Errorf("undone twice: %s", stderr)
	}
}

// A file that does not parse is named, and nothing is written beside it.
func TestInstrumentBrokenFile(t *testing.T) {
	for _, text := range []string{loopBench + "func {", "package m\n\nimport \"testing\n\nfunc BenchmarkX(b *testing.B) { for b.Loop() {} }\n"} {
		dir := benchModule(t, map[string]string{"broken_test.go": text, "m_test.go": loopBench})
		status, stdout, stderr := runInstrument("-w", "-C", dir)
		if status != exitCannot || !strings.Contains(stderr, "broken_test.go:") || stdout != "" {
			t.Errorf("status %d\n%s%s", status, stdout, stderr)
		}
		if now, err := os.ReadFile(filepath.Join(dir, "m_test.go")); err != nil || string(now) != loopBench {
			t.Errorf("the other file changed: %v\n%s", err, now)
		}
	}
}

func TestInstrumentStatus(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": loopBench})
	if err := os.Mkdir(filepath.Join(dir, "newer"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "newer", "go.mod"), []byte("module newer\n\ngo 1.999\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOTOOLCHAIN", "local")
	for _, c := range []struct {
		why    string
		args   []string
		status int
		stderr string
	}{
		{"help", []string{"-h"}, exitFine, ""},
		{"two things at once", []string{"-w", "-undo"}, exitCannot, "-w goes with neither"},
		{"no such package", []string{"-C", dir, "./none"}, exitCannot, "none"},
		{"no such directory", []string{"-C", filepath.Join(dir, "none")}, exitCannot, "none"},
		{"a newer Go", []string{"-C", filepath.Join(dir, "newer")}, exitCannot, "go >= 1.999"},
		{"the standard library", []string{"-C", dir, "strings"}, exitFine, "strings is left as it is: it belongs to the standard library"},
		{"nothing to undo", []string{"-C", dir, "-undo", "strings"}, exitFine, "nothing that"},
	} {
		status, _, stderr := runInstrument(c.args...)
		if status != c.status || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%s: status %d, want %d, and %q in\n%s", c.why, status, c.status, c.stderr, stderr)
		}
	}
}
