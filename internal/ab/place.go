package ab

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// The directory of a trial has its journal, the sample files of both sides, logs, and while the trial is not over
// the test binaries. It may have been there before, and be somebody's: nothing in it is removed unless a journal of
// ours says that it is a trial's, and no bin without the marker that MakeBin left in it.

const (
	binDir    = "bin"
	binMarker = "made-by-plateau-ab"
)

// CheckRoom reports why a trial cannot begin in a directory, which is looked at and not changed. One that is missing, empty or
// holds a trial will do.
func CheckRoom(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("looking into the trial's directory: %w", err)
	}
	trial := ownJournal(dir)
	for _, e := range entries {
		switch name := e.Name(); {
		case name == lockFile || strings.HasPrefix(name, lockFile+".") || name == journalFile+newSuffix:
		case name == binDir && !ownBin(dir):
			return fmt.Errorf("%s is not of plateau ab, which puts its test binaries there: name another directory with -o", filepath.Join(dir, binDir))
		case name != binDir && !trial:
			return fmt.Errorf("%s is not empty and holds no trial of plateau ab: name another directory with -o", dir)
		}
	}
	return nil
}

// clearRoom makes an empty directory for a trial, or empties one that holds a trial. The test binaries stay.
func clearRoom(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("making the trial's directory: %w", err)
	}
	if err := CheckRoom(dir); err != nil {
		return err
	}
	if !ownJournal(dir) {
		return nil
	}
	removeRaw(dir)
	for _, name := range []string{"base", "head", "logs", journalFile} { // what says that the rest is ours comes last
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("removing an earlier trial: %w", err)
		}
	}
	return nil
}

// removeRaw removes the samples of runs in the middle of which a process was killed.
func removeRaw(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, rawPrefix+"*"))
	for _, raw := range left {
		os.RemoveAll(raw)
	}
}

// MakeBin makes an empty directory for the test binaries of the trial in dir. One that somebody else has made is
// refused.
func MakeBin(dir string) (bin string, err error) {
	bin = filepath.Join(dir, binDir)
	if err := RemoveBin(dir); err != nil {
		return "", err
	}
	if err := os.Mkdir(bin, 0o777); err != nil {
		return "", fmt.Errorf("making a directory for the test binaries: %w; name another directory with -o", err)
	}
	if err := os.WriteFile(filepath.Join(bin, binMarker), nil, 0o666); err != nil {
		return "", fmt.Errorf("making a directory for the test binaries: %w", err)
	}
	return bin, nil
}

// RemoveBin removes the directory that MakeBin has made in dir, if there is one.
func RemoveBin(dir string) error {
	if !ownBin(dir) {
		return nil
	}
	if err := os.RemoveAll(filepath.Join(dir, binDir)); err != nil {
		return fmt.Errorf("removing the test binaries: %w", err)
	}
	return nil
}

func ownBin(dir string) bool { return isFile(filepath.Join(dir, binDir, binMarker)) }
