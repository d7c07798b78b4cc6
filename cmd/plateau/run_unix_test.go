//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// An interrupter sends this process a signal, as a terminal does at Ctrl-C,
// when a text has gone through it.
type interrupter struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	text string
	sig  syscall.Signal
}

func (w *interrupter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf.Write(p)
	if w.sig != 0 && strings.Contains(w.buf.String(), w.text) {
		syscall.Kill(os.Getpid(), w.sig)
		w.sig = 0
	}
	return len(p), nil
}

func TestRunInterrupted(t *testing.T) {
	source := strings.Replace(quickBench, "import \"testing\"", "import (\n\t\"testing\"\n\t\"time\"\n)", 1)
	dir := benchModule(t, map[string]string{"m_test.go": source + `
func BenchmarkSlow(b *testing.B) {
	for b.Loop() {
		time.Sleep(time.Minute)
	}
}
`})
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		file := filepath.Join(t.TempDir(), "out.bench")
		var stdout bytes.Buffer
		stderr := &interrupter{text: "BenchmarkSlow, run 1 of 2", sig: sig}
		status := run([]string{"run", "-C", dir, "-count=2", "-benchtime=10x", "-o", file}, strings.NewReader(""), &stdout, stderr)
		if status != want {
			t.Errorf("%v: status %d, want %d\n%s", sig, status, want, &stderr.buf)
		}
		text, err := os.ReadFile(file)
		if err != nil || strings.Count(string(text), "\nBenchmarkQuick") != 2 || strings.Contains(string(text), "BenchmarkSlow") {
			t.Errorf("%v: the file, error %v:\n%s", sig, err, text)
		}
		if !strings.Contains(stdout.String(), "BenchmarkQuick") {
			t.Errorf("%v: the report:\n%s", sig, &stdout)
		}
	}
}

// A signal that comes while the loops are being found ends the run with its own status.
func TestRunAutoInterruptedEarly(t *testing.T) {
	dir := benchModule(t, map[string]string{"m_test.go": loopBench})
	for sig, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		stderr := &interrupter{text: "benchmark loops", sig: sig}
		status := run([]string{"run", "-auto", "-C", dir, "-benchtime=10x"}, strings.NewReader(""), &bytes.Buffer{}, stderr)
		if status != want {
			t.Errorf("%v: status %d, want %d\n%s", sig, status, want, &stderr.buf)
		}
	}
}
