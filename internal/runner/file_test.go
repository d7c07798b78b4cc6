package runner

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// text is a WriterTo that may fail in the end.
type textSource struct {
	text string
	err  error
}

func (s textSource) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, s.text)
	return int64(n), errors.Join(err, s.err)
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.bench")
	if err := WriteFile(path, textSource{text: "one\n"}); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := WriteFile(path, textSource{text: "two\n", err: broken}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "one\n" {
		t.Errorf("a failed write left %q", got)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("out.bench", link); err == nil {
		if err := WriteFile(link, textSource{text: "three\n"}); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != "three\n" {
			t.Errorf("through a link: %q", got)
		}
		os.Remove(link)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
	if err := WriteFile(filepath.Join(dir, "none", "x"), textSource{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no directory: error %v", err)
	}
}

// A full disk is an error, also where it shows late; a device stays one.
func TestWriteFileFull(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is a device of Linux")
	}
	if err := WriteFile("/dev/full", textSource{text: "x"}); err == nil {
		t.Error("no error from a full device")
	}
	if fi, err := os.Stat("/dev/full"); err != nil || fi.Mode().IsRegular() {
		t.Error("the device was replaced")
	}
	if err := WriteFile("/dev/null", textSource{text: "x"}); err != nil {
		t.Error(err)
	}
}

func TestCheckOutput(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name, text string
		ours       bool
	}{
		{"empty", "", true},
		{"samples", "# plateau 1 Go benchmark results\n", true},
		{"results", "\n\ngoos: linux\nBenchmarkA 1 5 ns/op\n", true},
		{"line", "BenchmarkA 1 5 ns/op\n", true},
		{"main.go", "package main\n", false},
		{"README.md", "# Results\n\nBenchmarkA 1 5 ns/op\n", false},
		{"blank", "\n\n", false},
		{"binary", "\x7fELF\x00\x00" + string(make([]byte, 1<<17)), false},
	} {
		path := filepath.Join(dir, tt.name)
		if err := os.WriteFile(path, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := CheckOutput(path)
		if tt.ours && err != nil || !tt.ours && !errors.Is(err, ErrNotOurs) {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != tt.text {
			t.Errorf("%s was changed", tt.name)
		}
	}
	if err := CheckOutput(dir); !errors.Is(err, ErrNotOurs) {
		t.Errorf("a directory: error %v", err)
	}
	if err := CheckOutput(filepath.Join(dir, "new")); err != nil {
		t.Errorf("a new file: error %v", err)
	}
	if err := CheckOutput(filepath.Join(dir, "none", "new")); err == nil || errors.Is(err, ErrNotOurs) {
		t.Errorf("a directory that is not there: error %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 8 {
		t.Errorf("%d files are left, want 8", len(left))
	}
}
