package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/instrument"
)

// written makes a file and returns it as a source.
func written(t *testing.T, path, text string) instrument.Source {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return instrument.Source{Name: path, Text: []byte(text)}
}

func wantText(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s: %v\n%s, want %s", path, err, got, want)
	}
}

func TestRewrite(t *testing.T) {
	const before, after = "package m\n", "package m\n\nvar longer int\n"
	for _, c := range []struct {
		why  string
		name func(t *testing.T, path string) string // by which the file is written
	}{
		{"a file", func(_ *testing.T, path string) string { return path }},
		{"a symbolic link", func(t *testing.T, path string) string {
			if err := os.Symlink(path, path+".link"); err != nil {
				t.Skip(err)
			}
			return path + ".link"
		}},
		{"a file of two names", func(t *testing.T, path string) string {
			if err := os.Link(path, path+".link"); err != nil {
				t.Skip(err)
			}
			return path + ".link"
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "m_test.go")
			src := written(t, path, before)
			src.Name = c.name(t, path)
			linked, err := os.Lstat(src.Name)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range []string{after, before} {
				if err := rewrite(src, []byte(text)); err != nil {
					t.Fatal(err)
				}
				wantText(t, path, text)
				src.Text = []byte(text)
			}
			if now, err := os.Lstat(src.Name); err != nil || now.Mode() != linked.Mode() {
				t.Errorf("the mode was %v, is %v: %v", linked.Mode(), now.Mode(), err)
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".plateau-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// What somebody has written in between is not lost.
func TestRewriteChangedMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m_test.go")
	src := written(t, path, "package m\n")
	written(t, path, "package n\n")
	if err := rewrite(src, []byte("package o\n")); err == nil || !strings.Contains(err.Error(), "has changed since") {
		t.Errorf("error %v", err)
	}
	wantText(t, path, "package n\n")
}

func TestRewriteReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m_test.go")
	src := written(t, path, "package m\n")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(path, os.O_RDWR, 0); err == nil {
		f.Close()
		t.Skip("this user may write to every file")
	}
	if err := rewrite(src, []byte("package n\n")); err == nil {
		t.Error("a file that must not be written to was replaced")
	}
	wantText(t, path, "package m\n")
}

// Where the directory takes no file the text is written over the old one, and put back if that fails.
func TestOverwrite(t *testing.T) {
	for _, c := range [][2]string{{"short", "much longer"}, {"much longer", "short"}, {"", "text"}, {"text", ""}} {
		path := filepath.Join(t.TempDir(), "m_test.go")
		written(t, path, c[0])
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := overwrite(f, []byte(c[0]), []byte(c[1])); err != nil {
			t.Error(err)
		}
		wantText(t, path, c[1])
		if err := restore(f, []byte(c[0]), nil); err != nil {
			t.Error(err)
		}
		wantText(t, path, c[0])
		f.Close()
	}
	if runtime.GOOS != "linux" {
		return
	}
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	if err := overwrite(full, nil, []byte("text")); err == nil {
		t.Error("no error of a full disk")
	}
}
