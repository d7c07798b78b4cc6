//go:build !unix && !windows

package runner

import (
	"os"
	"os/exec"
)

// A group is a single process where the system has no process groups.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) group { return group{cmd} }

func (g group) interrupt(sig os.Signal) {
	if g.cmd.Process.Signal(sig) != nil {
		g.kill()
	}
}

func (g group) kill() { g.cmd.Process.Kill() }

func (g group) killRest() {}

// HasEnded is never sure here, and false.
func HasEnded(int) bool { return false }

// IsOwn is never sure here, and false.
func IsOwn(os.FileInfo) bool { return false }

func exitStatus(s *os.ProcessState) int { return s.ExitCode() }
