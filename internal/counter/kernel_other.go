//go:build !linux

package counter

import (
	"errors"
	"time"
)

// errNoKernel is why nothing can be counted here.
var errNoKernel = errors.New("performance counters are read on Linux only, with perf_event_open")

// none is the kernel of a system on which nothing can be counted.
type none struct{}

func system() kernel { return none{} }

func (none) open(attr, target, int) (int, error) { return -1, errNoKernel }
func (none) read(int, []uint64) (int, error)     { return 0, errNoKernel }
func (none) enable(int) error                    { return errNoKernel }
func (none) disable(int) error                   { return errNoKernel }
func (none) close(int)                           {}
func (none) tid() int                            { return 0 }
func (none) threads() ([]int, error)             { return nil, errNoKernel }
func (none) cpuTime() int64                      { return 0 }
func (none) paranoid() (int, bool)               { return 0, false }
func (none) room(int) bool                       { return true }
func (none) wait(time.Duration)                  {}
