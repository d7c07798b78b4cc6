package osstat

import (
	"strconv"

	"golang.org/x/sys/unix"
)

func threadID() int { return unix.Gettid() }

func usageSources() []source {
	return []source{
		&peak{status: fileAt(procRoot + "/self/status")},
		&threadFiles{root: procRoot},
		&usage{who: unix.RUSAGE_SELF, into: processUsage},
		&usage{who: unix.RUSAGE_THREAD, into: threadUsage},
	}
}

// usage reads getrusage (man 2 getrusage).
type usage struct {
	who  int
	into usageStats
	of   unix.Rusage
}

func (u *usage) stats() []Stat { return u.into[:] }
func (u *usage) close()        {}

func (u *usage) read(s *Snapshot) {
	if err := unix.Getrusage(u.who, &u.of); err != nil {
		s.unknown("getrusage: "+err.Error(), u.into[:]...)
		return
	}
	u.into.set(s, figures{
		user: float64(u.of.Utime.Nano()), system: float64(u.of.Stime.Nano()),
		minor: float64(u.of.Minflt), major: float64(u.of.Majflt),
		voluntary: float64(u.of.Nvcsw), involuntary: float64(u.of.Nivcsw),
	})
}

// peak reads VmHWM. The ru_maxrss of getrusage is not it: it includes what the process was before it executed the
// program (man 2 getrusage, and signal_struct.maxrss in fs/exec.c).
type peak struct{ status *textFile }

func (p *peak) stats() []Stat { return []Stat{PeakRSS} }
func (p *peak) close()        { p.status.close() }

func (p *peak) read(s *Snapshot) {
	const kib = 1024
	n, err := p.status.number("VmHWM:")
	if err != nil {
		s.unknown(err.Error(), PeakRSS)
		return
	}
	s.set(PeakRSS, n*kib)
}

// threadFiles reads the files of the calling thread, and opens them anew when that is another one.
type threadFiles struct {
	root             string
	thread           int
	sched, schedstat *textFile
}

func (t *threadFiles) stats() []Stat { return []Stat{ThreadMigrations, ThreadQueueTime} }

func (t *threadFiles) close() {
	t.sched.close()
	t.schedstat.close()
	t.thread, t.sched, t.schedstat = 0, nil, nil
}

func (t *threadFiles) read(s *Snapshot) {
	if t.thread != s.thread {
		t.close()
		t.thread = s.thread
		dir := t.root + "/self/task/" + strconv.Itoa(s.thread)
		t.sched, t.schedstat = fileAt(dir+"/sched"), fileAt(dir+"/schedstat")
	}
	if n, err := t.sched.number("se.nr_migrations"); err != nil {
		s.unknown(err.Error(), ThreadMigrations)
	} else {
		s.set(ThreadMigrations, n)
	}
	// Time on a CPU, time in the queue, number of times on a CPU (Documentation/scheduler/sched-stats.rst).
	if n, err := t.schedstat.field(1); err != nil {
		s.unknown(err.Error(), ThreadQueueTime)
	} else {
		s.set(ThreadQueueTime, n)
	}
}
