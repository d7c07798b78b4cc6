//go:build unix

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

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
	stop := func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	ts.Defer(stop)
	glob := ts.MkAbs(args[1])
	waitFor(ts, args[1], func() bool {
		found, err := filepath.Glob(glob)
		ts.Check(err)
		return len(found) > 0
	})
	ts.Check(syscall.Kill(-cmd.Process.Pid, sig))
	got := finish(ts, cmd, stdout, stderr)
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
