//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package osstat

import (
	"runtime"

	"golang.org/x/sys/unix"
)

func threadID() int { return 0 }

func usageSources() []source {
	const why = " tells this of processes only"
	return []source{
		absent{runtime.GOOS + why, append(threadUsage[:], ThreadMigrations, ThreadQueueTime)},
		new(usage),
	}
}

// usage reads getrusage.
type usage struct{ of unix.Rusage }

func (u *usage) stats() []Stat { return append(processUsage[:], PeakRSS) }
func (u *usage) close()        {}

func (u *usage) read(s *Snapshot) {
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u.of); err != nil {
		s.unknown("getrusage: "+err.Error(), u.stats()...)
		return
	}
	processUsage.set(s, figures{
		user: float64(u.of.Utime.Nano()), system: float64(u.of.Stime.Nano()),
		minor: float64(u.of.Minflt), major: float64(u.of.Majflt),
		voluntary: float64(u.of.Nvcsw), involuntary: float64(u.of.Nivcsw),
	})
	s.set(PeakRSS, float64(u.of.Maxrss)*maxrssUnit())
}

// maxrssUnit is that of ru_maxrss: a byte on macOS, and a KiB elsewhere (man 2 getrusage of each).
func maxrssUnit() float64 {
	if runtime.GOOS == "darwin" {
		return 1
	}
	return 1024
}
