package runner

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotOurs is in the error of CheckOutput for a file that holds something
// else than benchmark results.
var ErrNotOurs = errors.New("the file exists and holds no benchmark results")

// CheckOutput reports what would keep a result file from being written to
// path, before an hour is spent on measuring. An existing file may be
// replaced if it is empty or holds benchmark results; anything else is
// refused with ErrNotOurs. path is not changed.
func CheckOutput(path string) error {
	fi, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return checkDir(filepath.Dir(path))
	case err != nil:
		return err
	case fi.IsDir():
		return fmt.Errorf("%s is a directory: %w; name a file in it", path, ErrNotOurs)
	case !fi.Mode().IsRegular():
		return nil // a device or a pipe takes what it is given
	}
	ours, err := holdsResults(path)
	if err != nil {
		return err
	}
	if !ours {
		return fmt.Errorf("%s: %w; remove it or choose another name", path, ErrNotOurs)
	}
	return checkDir(filepath.Dir(path))
}

// checkDir finds out whether files can be made in a directory by making one:
// permissions alone do not tell of a read-only file system.
func checkDir(dir string) error {
	f, err := os.CreateTemp(dir, ".plateau-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// holdsResults reports whether a file is empty or begins like a Go benchmark
// file: with a sample file's header, a configuration line of testing, or a
// result line.
func holdsResults(path string) (bool, error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	in := bufio.NewScanner(io.LimitReader(f, 64<<10))
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		if line == "" {
			continue
		}
		_, config := configLine(line)
		_, result := ParseResultLine(line)
		if config || result || strings.HasPrefix(line, "# plateau ") {
			return true, nil
		}
		return false, nil
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	fi, err := f.Stat()
	return err == nil && fi.Size() == 0, err
}

// WriteFile writes a file whole or not at all: beside it under another name
// first, then renamed. A symbolic link goes on pointing to its file, and a
// device or a pipe is written to directly.
func WriteFile(path string, from io.WriterTo) error {
	if fi, err := os.Stat(path); err == nil {
		if !fi.Mode().IsRegular() {
			return writeDirectly(path, from)
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	tmp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d.tmp", filepath.Base(path), os.Getpid()))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	err = writeAll(f, from, true)
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		os.Remove(tmp)
	}
	return err
}

func writeDirectly(path string, from io.WriterTo) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return writeAll(f, from, false)
}

// writeAll writes and closes f. With sync the data are on the disk
// afterwards: a disk that is full may say so only then.
func writeAll(f *os.File, from io.WriterTo, sync bool) error {
	w := bufio.NewWriterSize(f, 1<<18)
	_, err := from.WriteTo(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
