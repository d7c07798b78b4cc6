//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdSignal is the script command
//
//	signal NAME GLOB STATUS COMMAND [ARGUMENT]...
//
// It starts COMMAND in a process group of its own, waits until a file matches
// GLOB, sends the signal NAME to the whole group, as a terminal's Ctrl-C does,
// and fails unless COMMAND then exits with STATUS (* for any).
func cmdSignal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: signal NAME GLOB STATUS COMMAND [ARGUMENT]...")
	}
	sig, ok := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "KILL": syscall.SIGKILL}[args[0]]
	if !ok {
		ts.Fatalf("unknown signal %s", args[0])
	}
	cmd, stdout, stderr := start(ts, args[3:])
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	glob := ts.MkAbs(args[1])
	deadline := time.Now().Add(waitLimit)
	for met := false; !met && len(ended) == 0; time.Sleep(5 * time.Millisecond) {
		found, err := filepath.Glob(glob)
		ts.Check(err)
		met = len(found) > 0
		if met || time.Now().After(deadline) {
			if !met {
				sig = syscall.SIGKILL
			}
			// Whoever is gone meanwhile shows by its status.
			syscall.Kill(-cmd.Process.Pid, sig) //nolint:errcheck
			break
		}
	}
	got := finish(ts, cmd, <-ended, stdout, stderr)
	if want := args[2]; want != "*" && want != strconv.Itoa(got) {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

// cmdTmpfs is the script command
//
//	tmpfs DIR SIZE
//
// It mounts an empty file system of SIZE at DIR and unmounts it when the
// script is over; where it cannot, the script is skipped.
func cmdTmpfs(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tmpfs DIR SIZE")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(dir, 0o777))
	mount := exec.Command("mount", "-t", "tmpfs", "-o", "size="+args[1], "tmpfs", dir)
	if out, err := mount.CombinedOutput(); err != nil {
		skip(ts, "cannot mount a file system that can be filled: %v: %s", err, out)
	}
	ts.Defer(func() { exec.Command("umount", dir).Run() })
}
