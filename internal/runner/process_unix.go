//go:build unix

package runner

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// A group is the process group that a command leads.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return group{cmd}
}

// interrupt passes a signal on to all members.
func (g group) interrupt(sig os.Signal) {
	s, ok := sig.(syscall.Signal)
	if !ok {
		s = syscall.SIGINT
	}
	syscall.Kill(-g.cmd.Process.Pid, s)
}

// kill ends all members at once. It may be called when the leader has ended:
// the group's number is not given to others while it has members.
func (g group) kill() { syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

// killRest ends the members that the leader has left behind, as far as they can be found.
func (g group) killRest() { g.kill() }

// HasEnded reports whether no process has the number pid.
func HasEnded(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

// IsOwn reports whether a file belongs to this process's user.
func IsOwn(fi os.FileInfo) bool {
	st, ok := fi.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}

// exitStatus is the status as a shell would give it.
func exitStatus(s *os.ProcessState) int {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return s.ExitCode()
}
