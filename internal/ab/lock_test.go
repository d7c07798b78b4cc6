package ab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
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
