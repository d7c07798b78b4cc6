package ab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

const lockFile = "running.json"

// Lock makes sure that no other process measures into a directory, which is made if need be. It returns what
// releases it. The lock of a process of this host that is no more does not count.
func Lock(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("making the trial's directory: %w", err)
	}
	name := filepath.Join(dir, lockFile)
	host, _ := os.Hostname()
	text, err := json.Marshal(tenant{PID: os.Getpid(), Host: host})
	if err != nil {
		return nil, err
	}
	for range lockTries {
		err := create(name, text)
		if err == nil {
			return func() { os.Remove(name) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("locking the trial's directory: %w", err)
		}
		found, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // released meanwhile
		}
		var other tenant
		if json.Unmarshal(found, &other) != nil || other.PID <= 0 {
			return nil, fmt.Errorf("%s is no lock of plateau ab, or damaged: remove it if nothing measures into %s", name, dir)
		}
		if other.Host != host || !runner.HasEnded(other.PID) {
			return nil, fmt.Errorf("another plateau ab, process %d on %s, measures into %s: wait for it, or name another directory with -o; if that process is no plateau, or is no more, remove %s",
				other.PID, other.Host, dir, name)
		}
		if err := removeStaleLock(name, found, text); err != nil {
			return nil, fmt.Errorf("removing the lock of process %d, which is no more: %w", other.PID, err)
		}
	}
	return nil, fmt.Errorf("locking the trial's directory: %s is of a process that is no more, and another one wants to remove it: if that is no more either, remove both it and %s",
		name, name+claimSuffix)
}

// lockTries bounds how often a lock is found to be stale or gone before that is an error.
const lockTries = 100

// create writes a file that must not exist. It has its text from the first moment on: one that reads it finds all.
func create(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if err = os.Link(f.Name(), name); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return createPlainly(name, text)
}

// createPlainly is for file systems without links.
func createPlainly(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// removeStaleLock removes the lock of a process that is no more, if it is still as it was found: another process may have found the same,
// and have put its own lock there since. Only who holds the claim removes it, after another look. claim is the text of
// whoever wants it.
func removeStaleLock(name string, stale, claim []byte) error {
	claimed := name + claimSuffix
	if err := create(claimed, claim); errors.Is(err, fs.ErrExist) {
		time.Sleep(10 * time.Millisecond)
		return nil // another one is at it
	} else if err != nil {
		return err
	}
	defer os.Remove(claimed)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !bytes.Equal(text, stale) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.Remove(name)
}

const claimSuffix = ".stale"
