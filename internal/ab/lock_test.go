package ab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/plateau-bench/plateau/internal/runner"
)

func TestLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trial")
	release, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(dir); err == nil || !strings.Contains(err.Error(), "another plateau ab, process") {
		t.Errorf("locked twice: %v", err)
	}
	release()
	if release, err = Lock(dir); err != nil {
		t.Errorf("released: %v", err)
	} else {
		release()
	}
	for _, garbage := range []string{"", "no lock", "{}", `{"pid":-1}`} {
		name := filepath.Join(dir, lockFile)
		write(t, name, garbage)
		if _, err := Lock(dir); err == nil || !strings.Contains(err.Error(), "is no lock of plateau ab, or damaged: remove it") {
			t.Errorf("%q: %v", garbage, err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	if !runner.HasEnded(dead.Process.Pid) {
		t.Skip("this system does not tell which processes have ended")
	}
	host, _ := os.Hostname()
	for other, free := range map[string]bool{host: true, host + "-other": false} {
		write(t, filepath.Join(dir, lockFile), `{"pid":`+strconv.Itoa(dead.Process.Pid)+`,"host":"`+other+`"}`)
		release, err := Lock(dir)
		if (err == nil) != free {
			t.Errorf("of a process of %s that is no more: %v", other, err)
		}
		if err == nil {
			release()
		}
	}
}

// One lock is taken by one process at a time, and a stale one by one of many that find it.
func TestLockRace(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	if !runner.HasEnded(dead.Process.Pid) {
		t.Skip("this system does not tell which processes have ended")
	}
	host, _ := os.Hostname()
	for range 50 {
		dir := t.TempDir()
		write(t, filepath.Join(dir, lockFile), `{"pid":`+strconv.Itoa(dead.Process.Pid)+`,"host":"`+host+`"}`)
		var taken atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if _, err := Lock(dir); err == nil {
					taken.Add(1)
				}
			}()
		}
		wg.Wait()
		if n := taken.Load(); n != 1 {
			t.Fatalf("%d have the lock", n)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// A lock that has taken the place of the stale one meanwhile stays.
func TestStaleLockReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), lockFile)
	write(t, name, "alive")
	if err := removeStaleLock(name, []byte("stale"), nil); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "alive" {
		t.Errorf("%q, %v", text, err)
	}
	write(t, name+claimSuffix, "another one")
	if err := removeStaleLock(name, []byte("alive"), nil); err != nil || !isFile(name) {
		t.Errorf("while another one is at it: %v", err)
	}
	if err := os.Remove(name + claimSuffix); err != nil {
		t.Fatal(err)
	}
	if err := removeStaleLock(name, []byte("alive"), nil); err != nil {
		t.Fatal(err)
	}
	if isFile(name) {
		t.Error("the stale lock is still there")
	}
	if err := removeStaleLock(name, []byte("alive"), nil); err != nil {
		t.Errorf("of one that is gone: %v", err)
	}
}
