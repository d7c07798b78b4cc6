package counter

import "slices"

// A Session counts events, for as many stretches of a program as wanted. Its methods are not for concurrent use; all
// but Attach may be called on any thread. No method fails: what is not counted is said by each [Value].
//
// A session of the process costs two file descriptors and about 50 us for each thread and group once, and is then kept
// over the runs of a benchmark.
type Session struct {
	kernel   kernel
	requests []*request
	notes    []string

	thread, process, system attachment

	tid      int        // the thread that is attached; 0: none
	attached bool       // process and system are
	attempts int        // at them
	open     []instance // all of them; the attaching thread's own are the last
	words    int        // of a Reading
	base     Reading    // when counting was started
	reads    int        // since then
	phase    phase
	costs    []cost // of each request; nil: not measured yet
}

// A phase of a session is where it stands between Start and Stop.
type phase uint8

const (
	idle phase = iota // not started
	running
	stopped
)

// Open finds out which events can be counted and in which groups, on the calling thread. It takes some 100 us for
// each event. Nothing is counted and no event is open before [Session.Attach].
func Open(requests ...Request) *Session { return open(system(), requests) }

func open(k kernel, asked []Request) *Session {
	s := &Session{kernel: k}
	var groups []*group
	s.requests, groups, s.notes = plan(k, asked)
	for i, q := range s.requests {
		q.index = i
	}
	for scope, a := range map[Scope]*attachment{Thread: &s.thread, Process: &s.process, System: &s.system} {
		a.kernel = k
		for _, g := range groups {
			if g.parts[0].unit.scope == scope {
				a.groups = append(a.groups, g)
			}
		}
	}
	return s
}

// Attach makes the calling thread the one that is counted in scope [Thread], and opens what is not open yet. It is to
// be called before each stretch, outside of what is timed: it costs a system call if this thread was attached before,
// and otherwise some 10 us for each of its events. The first call opens the process, too, and measures what counting costs.
//
// It stops the session if that was running.
func (s *Session) Attach() {
	s.Stop()
	changed := s.attachShared()
	if tid := s.kernel.tid(); tid != s.tid {
		s.thread.close()
		s.thread.thread(tid)
		s.tid = tid
		changed = true
	}
	if changed {
		s.arrange()
	}
	if s.costs == nil {
		s.calibrate()
	}
}

// attachShared opens what does not depend on the calling thread, and reports whether it did anything. What fails is
// tried again with the next runs, but not with each of a thousand.
func (s *Session) attachShared() bool {
	const attempts = 3
	if s.attached || s.attempts == attempts {
		return false
	}
	s.attempts++
	s.process.close()
	s.process.process()
	s.system.close()
	s.system.system()
	failed := func(g *group) bool { return g.err != nil }
	s.attached = !slices.ContainsFunc(s.process.groups, failed) && !slices.ContainsFunc(s.system.groups, failed)
	return true
}

// arrange lays out readings, and says in which order groups are enabled.
func (s *Session) arrange() {
	s.open = slices.Concat(s.system.instances, s.process.instances, s.thread.instances)
	s.words = 0
	for i := range s.open {
		s.open[i].at = s.words
		s.words += words(len(s.open[i].group.parts))
	}
	s.base = s.NewReading()
}

// Start starts counting. Values are from here on, until the next Start.
func (s *Session) Start() {
	s.Stop()
	s.phase, s.reads = idle, 0
	s.Read(&s.base)
	s.phase = running
	for i := range s.open {
		_ = s.kernel.enable(s.open[i].fds[0])
	}
}

// Stop stops counting, and does nothing if the session is not running. The values stay what they are.
func (s *Session) Stop() {
	if s.phase != running {
		return
	}
	for i := len(s.open) - 1; i >= 0; i-- {
		_ = s.kernel.disable(s.open[i].fds[0])
	}
	s.phase = stopped
}

// Close stops counting and closes all events. Values can still be had from the readings. Attach opens them anew.
func (s *Session) Close() {
	s.Stop()
	for _, a := range []*attachment{&s.thread, &s.process, &s.system} {
		a.close()
	}
	s.open, s.tid, s.attached, s.attempts = nil, 0, false, 0
}

// Notes says what holds for the session as a whole: groups that were split, child processes that are counted, too.
// What concerns an event is in its [Value].
func (s *Session) Notes() []string { return slices.Clone(s.notes) }
