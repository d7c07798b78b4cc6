package runner

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// A group is the console process group that a command leads.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) group {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
	return group{cmd}
}

var generateConsoleCtrlEvent = syscall.NewLazyDLL("kernel32.dll").NewProc("GenerateConsoleCtrlEvent")

// interrupt sends Ctrl-Break to all members, whatever the signal was: Ctrl-C
// cannot be sent to one group, and Go programs take both for an interrupt.
func (g group) interrupt(os.Signal) {
	ok, _, _ := generateConsoleCtrlEvent.Call(syscall.CTRL_BREAK_EVENT, uintptr(g.cmd.Process.Pid))
	if ok == 0 {
		g.kill() // no console to send it through
	}
}

// kill ends the process and its descendants. Windows does not keep the tree
// of a process that has ended; what is left of it then is not found.
func (g group) kill() {
	exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(g.cmd.Process.Pid)).Run()
}

// killRest does nothing: what a process has left behind is not found.
func (g group) killRest() {}

// HasEnded is never sure here, and false.
func HasEnded(int) bool { return false }

// IsOwn is never sure here, and false.
func IsOwn(os.FileInfo) bool { return false }

func exitStatus(s *os.ProcessState) int { return s.ExitCode() }
