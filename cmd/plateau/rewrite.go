package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/instrument"
)

// rewrite puts a text in the place of a file's own. The file is the old or the new one at any time, whatever ends the process or fills
// the disk, and keeps its mode. A symbolic link goes on pointing to it.
func rewrite(old instrument.Source, text []byte) error {
	path, err := filepath.EvalSymlinks(old.Name)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0) // a file that must not be written to is not replaced either
	if err != nil {
		return err
	}
	defer f.Close()
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old.Text) {
		return fmt.Errorf("%s has changed since it was read, and is left as it is: run the command again", old.Name)
	}
	beside, err := os.CreateTemp(filepath.Dir(path), ".plateau-*.tmp")
	if err != nil {
		return overwrite(f, old.Text, text) // the directory takes no new files
	}
	defer os.Remove(beside.Name())
	defer beside.Close()
	switch same, err := fill(beside, f, text); {
	case err != nil:
		return fmt.Errorf("%s is left as it is: %w", old.Name, err)
	case !same:
		return overwrite(f, old.Text, text)
	}
	f.Close() // on Windows no open file is replaced
	return os.Rename(beside.Name(), path)
}

// fill makes a new file of the text that can take the place of an old one. It reports false where something would be lost by that.
func fill(beside, old *os.File, text []byte) (same bool, err error) {
	was, err := old.Stat()
	if err != nil {
		return false, err
	}
	is, err := beside.Stat()
	if err != nil || !replaceable(was, is) {
		return false, err
	}
	if _, err := beside.Write(text); err != nil {
		return false, err
	}
	if err := beside.Sync(); err != nil { // a disk that is full may say so only now
		return false, err
	}
	if err := os.Chmod(beside.Name(), was.Mode().Perm()); err != nil {
		return false, err
	}
	return true, beside.Close()
}

// overwrite writes a text over that of a file. What makes the file longer comes first: it alone needs room on the disk, and nothing
// is lost without it.
func overwrite(f *os.File, old, text []byte) error {
	both := min(len(old), len(text))
	if _, err := f.WriteAt(text[both:], int64(both)); err != nil {
		return restore(f, old, err)
	}
	if err := f.Sync(); err != nil {
		return restore(f, old, err)
	}
	if _, err := f.WriteAt(text[:both], 0); err != nil {
		return restore(f, old, err)
	}
	return f.Truncate(int64(len(text)))
}

// restore puts the old text back after an error.
func restore(f *os.File, old []byte, because error) error {
	_, err := f.WriteAt(old, 0)
	if err == nil {
		err = f.Truncate(int64(len(old)))
	}
	if err != nil {
		return fmt.Errorf("%w; the file could not be restored: %w", because, err)
	}
	return because
}
