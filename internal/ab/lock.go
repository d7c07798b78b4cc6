package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
	for {
		err := create(name, text)
		if err == nil {
			return func() { os.Remove(name) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("locking the trial's directory: %w", err)
		}
		var other tenant
		text, _ := os.ReadFile(name)
		if json.Unmarshal(text, &other) != nil || other.Host != host || !runner.HasEnded(other.PID) {
			return nil, fmt.Errorf("another plateau ab, process %d on %s, measures into %s: wait for it, or name another directory with -o; if it is no more, remove %s",
				other.PID, other.Host, dir, name)
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("removing the lock of process %d, which is no more: %w", other.PID, err)
		}
	}
}

// create writes a file that must not exist.
func create(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
