package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A file of limits that is a link stays one, and keeps its permissions.
func TestReplaceFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and permissions are others on Windows")
	}
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.WriteFile(real, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Skip(err)
	}
	if err := replaceFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: %v, %v", info, err)
	}
	data, _ := os.ReadFile(real)
	if info, err = os.Stat(real); err != nil || string(data) != "new" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", data, info, err)
	}
	if err := replaceFile(filepath.Join(dir, "fresh"), []byte("x")); err != nil {
		t.Error(err)
	}
}

// A file that nobody may write is not replaced.
func TestReplaceReadOnlyFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write every file")
	}
	name := filepath.Join(t.TempDir(), "limits")
	if err := os.WriteFile(name, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := replaceFile(name, []byte("new")); err == nil {
		t.Error("replaced")
	}
	if data, _ := os.ReadFile(name); string(data) != "old" {
		t.Errorf("%q", data)
	}
}
