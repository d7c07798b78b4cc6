package counter

import (
	"slices"
	"syscall"
	"time"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// A fake is a kernel with a clock of its own, threads that run when told, and a PMU with a few counters.
type fake struct {
	counters int                                  // of its PMU
	refuse   func(a attr, t target) syscall.Errno // 0: opened
	between  func(listing int) []int              // threads that a listing shows, if not tids

	cpu      int64 // processor time of the process, ns; 0: not known
	level    int   // kernel.perf_event_paranoid
	self     int   // the calling thread
	tids     []int
	files    int // the limit of file descriptors
	listings int
	waits    int

	now    uint64 // ns
	next   int
	events map[int]*fakeEvent
	order  []int   // enabled leaders; the first go first
	price  float64 // instructions that each call costs the calling thread
}

type fakeEvent struct {
	attr    attr
	target  target
	members []int // of a leader: all of the group, itself included
	pushed  bool  // reads zero bytes
	count   float64
	te, tr  uint64
}

func newFake() *fake {
	return &fake{counters: 4, level: -1, self: 100, tids: []int{100, 101, 102}, files: 1000, events: map[int]*fakeEvent{}, next: 3}
}

func (f *fake) open(a attr, t target, group int) (int, error) {
	if len(f.events) >= f.files {
		return -1, syscall.EMFILE
	}
	if t.tid == 0 {
		t.tid = f.self
	}
	if f.refuse != nil {
		if errno := f.refuse(a, t); errno != 0 {
			return -1, errno
		}
	}
	if t.tid > 0 && !slices.Contains(f.tids, t.tid) {
		return -1, syscall.ESRCH
	}
	fd := f.next
	f.next++
	f.events[fd] = &fakeEvent{attr: a, target: t}
	leader := fd
	if group >= 0 {
		leader = group
	}
	f.events[leader].members = append(f.events[leader].members, fd)
	return fd, nil
}

func (f *fake) read(fd int, words []uint64) (int, error) {
	e := f.events[fd]
	if e == nil {
		return 0, syscall.EBADF
	}
	defer f.charge()
	if e.pushed {
		return 0, nil
	}
	words[wordEvents], words[wordEnabled], words[wordRunning] = uint64(len(e.members)), e.te, e.tr
	for i, m := range e.members {
		words[headerWords+i] = uint64(f.events[m].count)
	}
	return headerWords + len(e.members), nil
}

func (f *fake) enable(fd int) error {
	f.charge()
	f.order = append(f.order, fd)
	return nil
}

func (f *fake) disable(fd int) error {
	f.charge()
	f.order = slices.DeleteFunc(f.order, func(other int) bool { return other == fd })
	return nil
}

func (f *fake) close(fd int) {
	delete(f.events, fd)
	f.order = slices.DeleteFunc(f.order, func(other int) bool { return other == fd })
}

func (f *fake) tid() int { return f.self }

func (f *fake) threads() ([]int, error) {
	f.listings++
	if f.between != nil {
		return f.between(f.listings), nil
	}
	return slices.Clone(f.tids), nil
}

func (f *fake) cpuTime() int64 { return f.cpu }

func (f *fake) paranoid() (int, bool) { return f.level, f.level >= -1 }
func (f *fake) room(fd int) bool      { return true }
func (f *fake) wait(time.Duration)    { f.waits++ }

// charge lets the calling thread run a microsecond, as a system call does.
func (f *fake) charge() { f.run(f.self, 1000, rates{instructionsKey: f.price}) }

// A key names an event for rates.
type key struct {
	typ    uint32
	config uint64
}

// rates are counts per microsecond.
type rates map[key]float64

var instructionsKey = key{perfevent.TypeHardware, 1}

const tick = 1_000_000 // ns; the PMU's groups take turns this often

// run runs a thread for some time.
func (f *fake) run(tid int, ns uint64, r rates) {
	for ns > 0 {
		step := min(ns, tick-f.now%tick)
		f.step(tid, step, r)
		f.now += step
		ns -= step
		if f.now%tick == 0 && len(f.order) > 1 {
			f.order = append(f.order[1:], f.order[0])
		}
	}
}

func (f *fake) step(tid int, ns uint64, r rates) {
	free := f.counters
	for _, fd := range f.order {
		e := f.events[fd]
		if e.target.tid != tid && e.target.tid >= 0 {
			continue
		}
		e.te += ns
		need := f.need(e)
		if need > free {
			continue
		}
		free -= need
		e.tr += ns
		for _, m := range e.members {
			a := f.events[m].attr
			f.events[m].count += r[key{a.typ, a.config}] * float64(ns) / 1000
		}
	}
}

// need is the number of hardware counters that a group needs.
func (f *fake) need(e *fakeEvent) int {
	n := 0
	for _, m := range e.members {
		if f.events[m].attr.typ != perfevent.TypeSoftware {
			n++
		}
	}
	return n
}
