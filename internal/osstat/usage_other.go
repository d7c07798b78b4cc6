//go:build !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd && !windows

package osstat

import (
	"runtime"
	"slices"
)

func threadID() int { return 0 }

func usageSources() []source {
	of := slices.Concat(threadUsage[:], processUsage[:], []Stat{ThreadMigrations, ThreadQueueTime, PeakRSS})
	return []source{absent{"it is not read on " + runtime.GOOS, of}}
}
