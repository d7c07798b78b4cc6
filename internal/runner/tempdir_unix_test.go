//go:build unix

package runner

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// endedPID is the number of a process that has ended.
func endedPID(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skip(err)
	}
	return cmd.Process.Pid
}

// leave makes a directory as a process that was killed leaves it.
func leave(t *testing.T, root, name, owner string, files ...string) string {
	t.Helper()
	dir := filepath.Join(root, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if owner != "" {
		if err := os.WriteFile(filepath.Join(dir, ownerFile), []byte(owner), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAbandoned(t *testing.T) {
	root := t.TempDir()
	pid := endedPID(t)
	n, dead := strconv.Itoa(pid), ownerText(pid)
	killed := leave(t, root, "plateau-"+n+"-1", dead, "m-1.bench")
	empty := leave(t, root, "plateau-"+n+"-2", dead)
	foreign := leave(t, root, "plateau-"+n+"-3", dead, "notes.txt")

	// What must not be touched or told of.
	leave(t, root, "plateau-"+n+"-no-mark", "", "m-1.bench")
	leave(t, root, "plateau-"+n+"-other-host", strings.Replace(dead, " on ", " on not-", 1), "m-1.bench")
	leave(t, root, "plateau-"+n+"-other-mark", ownerText(pid+1), "m-1.bench")
	leave(t, root, "plateau-1-alive", ownerText(1), "m-1.bench")
	parent := os.Getppid()
	leave(t, root, "plateau-"+strconv.Itoa(parent)+"-alive", ownerText(parent))
	own, err := newTempDir(root)
	if err != nil {
		t.Fatal(err)
	}
	leave(t, root, "plateau-x-1", ownerText(pid))
	leave(t, root, "plateau--5-1", ownerText(-5))
	leave(t, root, "other-"+n+"-1", dead)
	if err := os.Symlink(killed, filepath.Join(root, "plateau-"+n+"-link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "plateau-"+n+"-file"), []byte(dead), 0o600); err != nil {
		t.Fatal(err)
	}

	if got, want := abandoned(root), []string{killed, empty, foreign}; !slices.Equal(got, want) {
		t.Errorf("abandoned\n%q\nwant\n%q", got, want)
	}
	before, _ := os.ReadDir(root)
	note := abandonedNote(root)
	if !strings.Contains(note, "a run that was killed has left its samples in "+killed+": plateau report "+killed+"/*.bench") {
		t.Errorf("note %q", note)
	}
	if _, err := os.Stat(empty); !os.IsNotExist(err) {
		t.Errorf("the directory without samples: %v", err)
	}
	if after, _ := os.ReadDir(root); len(after) != len(before)-1 {
		t.Errorf("%d entries were there, %d are left", len(before), len(after))
	}
	for _, path := range []string{filepath.Join(killed, "m-1.bench"), filepath.Join(foreign, "notes.txt"), filepath.Join(own, ownerFile)} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
	second := leave(t, root, "plateau-"+n+"-4", dead, "m-1.bench")
	if note := abandonedNote(root); !strings.Contains(note, "2 runs that were killed") || !strings.Contains(note, killed+" "+second) {
		t.Errorf("note %q", note)
	}
	if note := abandonedNote(filepath.Join(root, "none")); note != "" {
		t.Errorf("no directory: note %q", note)
	}
}

// A run says what another left, and leaves nothing itself.
func TestRunTellsOfAbandoned(t *testing.T) {
	c, stderr := fakeConfig(t, "spoiled")
	pid := endedPID(t)
	dir := leave(t, os.TempDir(), "plateau-"+strconv.Itoa(pid)+"-1", ownerText(pid), "m-1.bench")
	out, err := Run(c)
	if err != nil {
		t.Fatal(err)
	}
	out.Close()
	if !strings.HasPrefix(stderr.String(), "plateau: a run that was killed has left its samples in "+dir) {
		t.Errorf("standard error:\n%s", stderr)
	}
	if left, _ := os.ReadDir(os.TempDir()); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}

// The copies of source files that a killed process has left behind go unasked, even beside samples' directories.
func TestAbandonedOverlays(t *testing.T) {
	root := t.TempDir()
	t.Setenv("TMPDIR", root)
	mine, err := NewOverlayDir()
	if err != nil {
		t.Fatal(err)
	}
	pid := endedPID(t)
	gone := leave(t, root, "plateau-"+strconv.Itoa(pid)+"-1", ownerText(pid), OverlayFile, "1.go")
	if note := abandonedNote(root); note != "" {
		t.Errorf("said: %s", note)
	}
	if _, err := os.Lstat(gone); !os.IsNotExist(err) {
		t.Errorf("what was abandoned is there: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(mine, OverlayFile)); err != nil {
		t.Errorf("what is in use is gone: %v", err)
	}
}
