//go:build linux

package main

import (
	"os"
	"syscall"
)

// maxRSS is the most memory that a process had, in bytes.
func maxRSS(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10
	}
	return 0
}
