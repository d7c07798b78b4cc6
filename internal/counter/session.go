package counter

import "slices"

// A Session counts events, for as many stretches of a program as wanted. Its methods are not for concurrent use; all
// but Attach may be called on any thread. No method fails: what is not counted is said by each [Value].
//
// It costs a file descriptor for each event and, in scope [Process], for each thread that there is at the first Attach.
// To open and calibrate it takes milliseconds, to start it again some 10 us: it is made to be kept over the runs of
// benchmarks.
type Session struct {
	kernel   kernel
	requests []*request
	notes    []string

	thread, spare, process, system attachment

	tid       int        // the thread that is attached; 0: none
	hosted    bool       // what is asked for of both is counted with the process; otherwise it is in spare
	systems   attempts   // at the system,
	threads   attempts   // and at the process
	open      []instance // all of them, in the order in which they are enabled
	words     int        // of a Reading
	base      Reading    // when counting was started
	reads     int        // since then
	phase     phase
	skipped   int    // groups that were not started
	cpuAtStop int64  // see census.go
	costs     []cost // of each request; nil: not measured yet
}

// A phase of a session is where it stands between Start and Stop.
type phase uint8

const (
	idle phase = iota // not started
	running
	stopped
)

// Open finds out which events can be counted and in which groups, on the calling thread. It takes some 10 us
// for each event. Nothing is counted and no event is open before [Session.Attach].
func Open(requests ...Request) *Session { return open(system(), requests) }

func open(k kernel, asked []Request) *Session {
	s := &Session{kernel: k}
	for _, a := range s.all() {
		a.kernel = k
	}
	var groups []*group
	s.requests, groups, s.notes = plan(k, asked)
	for _, g := range groups {
		a := s.attachment(g.parts[0].unit)
		a.groups = append(a.groups, g)
	}
	return s
}

// attachment is the one of a class.
func (s *Session) attachment(c class) *attachment {
	switch {
	case c.scope == Process:
		return &s.process
	case c.scope == System:
		return &s.system
	case c.spare:
		return &s.spare
	}
	return &s.thread
}

func (s *Session) all() [4]*attachment {
	return [...]*attachment{&s.system, &s.process, &s.thread, &s.spare}
}

// Attach makes the calling thread the one that is counted in scope [Thread], and opens what is not open yet. It is to
// be called before each stretch, outside of what is timed, with the goroutine locked to its thread. It costs a system
// call if this thread was attached before, and otherwise some 10 us for each of its events; in scope [Process] also a look
// at the list of threads, some 20 us, and milliseconds if there are new ones. The first call measures what counting costs.
//
// It stops the session if that was running.
func (s *Session) Attach() {
	s.Stop()
	changed := s.attachShared()
	moved := s.attachGuests()
	if tid := s.kernel.tid(); tid != s.tid || moved {
		s.tid = tid
		s.attachThread()
		changed = true
	}
	if changed {
		s.arrange()
	}
	if s.costs == nil {
		s.calibrate()
	}
}

// attachThread opens what is counted of the thread alone.
func (s *Session) attachThread() {
	s.thread.close()
	s.spare.close()
	s.thread.thread(s.tid)
	if !s.hosted {
		s.spare.thread(s.tid)
	}
}

// attachShared opens what does not depend on the calling thread, and reports whether it did anything. What fails is
// tried again with the next runs, but not with each of a thousand.
// The two do not depend on each other: a refused event of the system says nothing about threads that come and go.
func (s *Session) attachShared() bool {
	changed := false
	if s.systems.due(false) {
		s.system.close()
		s.system.system()
		s.systems.ended(s.system.complete())
		changed = true
	}
	if s.threads.due(s.stale()) {
		s.process.close()
		s.process.process()
		s.threads.ended(s.process.complete())
		changed = true
	}
	return changed
}

// attempts are those to open something that may be refused.
type attempts struct {
	made bool // with success
	n    int  // in vain
}

// due reports whether there is to be another: after a success only if what was opened is stale.
func (a *attempts) due(stale bool) bool {
	const most = 3
	if a.made {
		return stale
	}
	return a.n < most
}

func (a *attempts) ended(made bool) {
	if a.made = made; !made {
		a.n++
	}
}

// arrange lays out readings, and says in which order groups are enabled: those of the session's thread are the last, so
// that what enabling costs is in few of its counts.
func (s *Session) arrange() {
	s.open = slices.Concat(s.system.instances, s.process.instances, s.thread.instances, s.spare.instances)
	slices.SortStableFunc(s.open, func(a, b instance) int { return s.nearness(a) - s.nearness(b) })
	s.words = 0
	for i := range s.open {
		s.open[i].at = s.words
		s.words += words(len(s.open[i].group.parts))
	}
	s.base = s.NewReading()
}

// nearness is 1 for what counts the session's thread, and 0 otherwise.
func (s *Session) nearness(in instance) int {
	if in.tid == s.tid {
		return 1
	}
	return 0
}

// Start starts counting. Values are from here on, until the next Start.
func (s *Session) Start() { s.start(0) }

// start starts all groups but the first few.
func (s *Session) start(skip int) {
	s.Stop()
	s.phase, s.reads, s.skipped = idle, 0, skip
	s.read(&s.base, skip)
	s.phase = running
	for i := skip; i < len(s.open); i++ {
		_ = s.kernel.enable(s.open[i].fds[0])
	}
	s.base.cpuAfter = s.cpuTime()
}

// Stop stops counting, and does nothing if the session is not running. The values stay what they are.
func (s *Session) Stop() {
	if s.phase != running {
		return
	}
	s.cpuAtStop = s.cpuTime()
	for i := len(s.open) - 1; i >= s.skipped; i-- {
		_ = s.kernel.disable(s.open[i].fds[0])
	}
	s.phase = stopped
}

// Close stops counting and closes all events. Values can still be had from the readings. Attach opens them anew.
func (s *Session) Close() {
	s.Stop()
	for _, a := range s.all() {
		a.shut()
	}
	s.open, s.tid, s.systems, s.threads = nil, 0, attempts{}, attempts{}
}

// Notes says what holds for the session as a whole: groups that were split, child processes that are counted, too.
// What concerns an event is in its [Value].
func (s *Session) Notes() []string { return slices.Clone(s.notes) }
