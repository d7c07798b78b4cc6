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

// hasEnded is never sure here.
func hasEnded(int) bool { return false }

func isOwn(os.FileInfo) bool { return false }

func exitStatus(s *os.ProcessState) int { return s.ExitCode() }
