package ab

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestSameProgram(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("needs git: %v", err)
	}
	for _, c := range []struct {
		why, file, text string
		want            bool
	}{
		{"nothing", "", "", true},
		{"documentation", "README.md", "more", true},
		{"new documentation", "docs/new.md", "new", true},
		{"code", "a.go", "package b", false},
		{"new code", "b.go", "package a", false},
		{"data that code reads", "words.txt", "more", false},
		{"what code names", "NAMED.md", "more", false},
		{"documentation below testdata", "testdata/x.md", "more", false},
		{"ignored code", "ignored/z.go", "package a", false},
		{"another ignored file", "ignored/z.out", "x", true},
		{"the trial itself", "kept/base/x.bench", "x", true},
		{"what is embedded", "embeds.go", "package a\n//go:embed *.md\n", false},
		{"a path with a newline is in doubt", "a\nb.md", "x", false},
	} {
		dir := t.TempDir()
		write := func(name, text string) {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		run := func(args ...string) {
			if _, err := git(dir, args...); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range map[string]string{
			"README.md": "x", "NAMED.md": "x", "a.go": "package a\nconst f = \"NAMED.md\"\n", "words.txt": "x", "testdata/x.md": "x", ".gitignore": "ignored\n",
		} {
			write(name, text)
		}
		run("init", "-q", "-b", "main")
		run("add", "-A")
		run("-c", "user.name=u", "-c", "user.email=u@example.com", "commit", "-q", "-m", "one")
		r, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		base, err := r.Resolve("HEAD")
		if err != nil {
			t.Fatal(err)
		}
		if c.file != "" {
			write(c.file, c.text)
		}
		if got, err := r.SameProgram(base, filepath.Join(dir, "kept")); err != nil || got != c.want {
			t.Errorf("%s: %v, %v", c.why, got, err)
		}
	}
}
