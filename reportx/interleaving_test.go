package reportx

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The loop by hand runs both sides in each pair, in a process of its own, and puts what they write apart.
func TestInterleaving(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this machine")
	}
	if _, err := os.Stat("/dev/urandom"); err != nil {
		t.Skip("no /dev/urandom on this machine")
	}
	dir := t.TempDir()
	for _, side := range []string{"old", "new"} {
		script := "#!/bin/sh\necho " + side + " >>log\necho $* >$PLATEAU_OUT/$$.bench\n"
		if err := os.WriteFile(filepath.Join(dir, side+".test"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	var loop []string
	for line := range strings.Lines(Interleaving) {
		if !strings.HasPrefix(line, "\tgo ") && !strings.HasPrefix(line, "\tplateau ") {
			loop = append(loop, line)
		}
	}
	cmd := exec.Command(sh, "-eu", "-c", strings.Join(loop, ""))
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v\n%s", err, out)
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	ran := strings.Fields(string(log))
	if len(ran) != 20 {
		t.Fatalf("%d runs", len(ran))
	}
	for i := 0; i < len(ran); i += 2 {
		if ran[i] == ran[i+1] {
			t.Errorf("pair %d is %s and %s", i/2+1, ran[i], ran[i+1])
		}
	}
	for _, side := range []string{"old", "new"} {
		if files, _ := filepath.Glob(filepath.Join(dir, side, "*.bench")); len(files) == 0 {
			t.Errorf("nothing in %s", side)
		}
	}
}
