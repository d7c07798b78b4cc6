package counter

import (
	"time"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// A kernel opens and reads events. The real one is Linux; tests have one that behaves as they wish.
type kernel interface {
	// open opens an event, disabled if group is -1, and otherwise as a member of the group with that leader.
	// The error is a syscall.Errno.
	open(a attr, t target, group int) (fd int, err error)
	// read reads a group into words: the number of events, the times enabled and running in ns, a count for each
	// event. It returns the number of words read, which is 0 for a pinned group that was pushed off.
	read(fd int, words []uint64) (int, error)
	enable(fd int) error
	disable(fd int) error
	close(fd int)

	// tid is the calling thread's id.
	tid() int
	// threads lists the ids of the process's threads, those that there are all the while without exception.
	threads() ([]int, error)
	// cpuTime is the processor time that the process's threads have had, those that ended included, in ns; 0 if it is
	// not known.
	cpuTime() int64
	// paranoid is kernel.perf_event_paranoid; ok says that it is known.
	paranoid() (level int, ok bool)
	// room reports whether the process can do with the file descriptors that are left when fd has been taken.
	room(fd int) bool
	// wait lets other threads finish what they began.
	wait(time.Duration)
}

// A target is what an event is opened on: a thread on any CPU (cpu -1), or a CPU with any thread (tid -1).
// Thread 0 is the calling one.
type target struct{ tid, cpu int }

// attr is the part of perf_event_attr that counting needs.
type attr struct {
	typ                                   uint32
	config, config1, config2              uint64
	excludeUser, excludeKernel, excludeHV bool
	inherit                               bool // counts what the target starts, too
	inheritThread                         bool // of that, threads only, not processes
}

func attrOf(e perfevent.Event) attr {
	return attr{
		typ: e.Type, config: e.Config, config1: e.Config1, config2: e.Config2,
		excludeUser: e.ExcludeUser, excludeKernel: e.ExcludeKernel, excludeHV: e.ExcludeHV,
	}
}

// words is the size of a reading of a group of n events.
func words(n int) int { return headerWords + n }

// A reading of a group begins with these; the counts follow.
const (
	wordEvents = iota // the number of events; 0: nothing was read
	wordEnabled
	wordRunning
	headerWords
)
