package counter

import (
	"errors"
	"slices"
	"syscall"
	"time"
)

// An instance is a group that is open on a target.
type instance struct {
	group *group
	tid   int   // the thread; -1: a CPU
	fds   []int // the leader first, in the order of the group's parts
	at    int   // where its reading begins among the words of a Reading
}

// An attachment is what is open for the groups of one scope. A group that cannot be opened on all of its targets is
// open on none of them, and has an error.
type attachment struct {
	kernel    kernel
	groups    []*group
	instances []instance
}

// open opens a group on a target.
func (a *attachment) open(g *group, t target) error {
	fds, err := openGroup(a.kernel, g.parts, t)
	if err != nil {
		return err
	}
	a.instances = append(a.instances, instance{group: g, tid: t.tid, fds: fds})
	if last := fds[len(fds)-1]; !a.kernel.room(last) {
		return syscall.EMFILE
	}
	return nil
}

// fail notes why a group is not open, and closes it where it is. Without file descriptors nothing is left open at
// all: the benchmark needs some itself.
func (a *attachment) fail(g *group, err error) {
	failed := []*group{g}
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		failed = a.groups
	}
	for _, g := range failed {
		g.err = refused(a.kernel, g.parts[0].attr, err)
	}
	a.instances = slices.DeleteFunc(a.instances, func(i instance) bool {
		if i.group.err == nil {
			return false
		}
		closeAll(a.kernel, i.fds)
		return true
	})
}

// close closes everything, and forgets why groups could not be opened, so that it can be opened anew.
func (a *attachment) close() {
	a.shut()
	for _, g := range a.groups {
		g.err = nil
	}
}

// shut closes everything. Values still say why groups could not be opened.
func (a *attachment) shut() {
	for _, i := range slices.Backward(a.instances) {
		closeAll(a.kernel, i.fds)
	}
	a.instances = a.instances[:0]
}

// complete reports whether all groups could be opened.
func (a *attachment) complete() bool {
	return !slices.ContainsFunc(a.groups, func(g *group) bool { return g.err != nil })
}

// thread opens the groups on a thread.
func (a *attachment) thread(tid int) {
	for _, g := range a.groups {
		if g.err == nil {
			if err := a.open(g, target{tid, -1}); err != nil {
				a.fail(g, err)
			}
		}
	}
}

// system opens the groups on the CPUs that they name.
func (a *attachment) system() {
	for _, g := range a.groups {
		for _, cpu := range g.parts[0].cpus {
			if g.err != nil {
				break
			}
			if err := a.open(g, target{-1, cpu}); err != nil {
				a.fail(g, err)
			}
		}
	}
}

// errRestless is returned when new threads appear each time the list of threads has been gone through.
var errRestless = errors.New("threads start faster than they can be attached to: count while fewer of them start, " +
	"or the goroutine's thread alone")

// process opens the groups on every thread, such that threads to come inherit them. A thread that is found afterwards
// and was not there before has inherited them if one that had them started it, and has not otherwise; which of the two,
// the kernel does not tell. So everything is closed and done again until no thread is new. A thread that is gone does
// no harm: nothing counts before the session starts.
func (a *attachment) process() {
	const tries, patient = 20, 5 // the first are patient
	for try := range tries {
		settle := time.Duration(0)
		if try < patient {
			settle = settling
		}
		held, err := a.attempt(settle)
		if held {
			return
		}
		a.close()
		if err != nil {
			a.abandon(err)
			return
		}
		a.kernel.wait(time.Duration(try) * settling / tries)
	}
	a.abandon(errRestless)
}

// settling is far longer than it takes to start a thread: see census.go.
const settling = time.Millisecond

// attempt opens the groups on every thread, and reports whether no new one has come up some time later.
func (a *attachment) attempt(settle time.Duration) (held bool, err error) {
	before, err := a.kernel.threads()
	if err != nil {
		return false, err
	}
	a.each(before)
	a.kernel.wait(settle)
	after, err := a.kernel.threads()
	return err == nil && containsAll(before, after), err
}

// each opens the groups on threads, of which some may have ended.
func (a *attachment) each(tids []int) {
	for _, tid := range tids {
		for _, g := range a.groups {
			if g.err != nil {
				continue
			}
			if err := a.open(g, target{tid, -1}); err != nil && !errors.Is(err, syscall.ESRCH) {
				a.fail(g, err)
			}
		}
	}
}

// abandon notes for all groups why they are not open.
func (a *attachment) abandon(err error) {
	for _, g := range a.groups {
		g.err = err
	}
}

// openGroup opens events on a target as one group, or none of them.
func openGroup(k kernel, parts []*part, t target) ([]int, error) {
	fds := make([]int, 0, len(parts))
	leader := -1
	for _, p := range parts {
		fd, err := k.open(p.attr, t, leader)
		if err != nil {
			closeAll(k, fds)
			return nil, err
		}
		fds = append(fds, fd)
		leader = fds[0]
	}
	return fds, nil
}

// closeAll closes the members of a group before their leader, which would otherwise leave each a group of its own.
func closeAll(k kernel, fds []int) {
	for _, fd := range slices.Backward(fds) {
		k.close(fd)
	}
}

// containsAll reports whether every thread of some is among all.
func containsAll(all, some []int) bool {
	known := make(map[int]bool, len(all))
	for _, tid := range all {
		known[tid] = true
	}
	return !slices.ContainsFunc(some, func(tid int) bool { return !known[tid] })
}
