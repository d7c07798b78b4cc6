package counter

// A Reading is what the counters of a [Session] showed at a moment. It has no meaning by itself: [Session.Values] makes
// values of two of them. It is to be used with the session that made it.
type Reading struct {
	layout []instance
	words  []uint64
	memory *memory // keeps the words alive

	tid    int   // the session's thread
	hosted bool  // the process's group on it counts it
	phase  phase // of the session
	reads  int   // before this one, since counting started

	cpuBefore, cpuAfter int64 // see census.go
}

// NewReading returns a reading that [Session.Read] can fill without allocating. It is to be made after
// [Session.Attach], whose threads it has room for.
func (s *Session) NewReading() Reading {
	return s.NewReadings(1)[0]
}

// NewReadings returns n readings such as [Session.NewReading] does. What they hold lies outside the Go heap where the
// system allows that, as they would otherwise change when the collector runs.
func (s *Session) NewReadings(n int) []Reading {
	readings := make([]Reading, n)
	m := newMemory(n * s.words)
	for i := range readings {
		from, to := i*s.words, (i+1)*s.words
		readings[i] = Reading{words: m.words[from:to:to], memory: m}
	}
	return readings
}

// Suits reports whether r has room for what is counted now, so that Read does not allocate.
func (s *Session) Suits(r *Reading) bool { return len(r.words) >= s.words }

// Read fills r with what the counters show. It takes one to two microseconds for each group and thread, and does not
// allocate, unless the reading is older than an Attach that found more to count than before.
func (s *Session) Read(r *Reading) { s.read(r, 0) }

// read reads all groups but the first few. Of a reading are those that were started.
func (s *Session) read(r *Reading, skip int) {
	if !s.Suits(r) {
		*r = s.NewReading()
	}
	r.layout, r.tid, r.hosted = s.open[min(s.skipped, len(s.open)):], s.tid, s.hosted
	r.phase, r.reads = s.phase, s.reads
	r.cpuBefore = s.cpuAtStop
	if s.phase == running {
		r.cpuBefore = s.cpuTime()
	}
	for i := skip; i < len(s.open); i++ {
		in := &s.open[i]
		into := r.words[in.at : in.at+words(len(in.group.parts))]
		if n, err := s.kernel.read(in.fds[0], into); err != nil || n != len(into) {
			into[wordEvents] = 0
		}
	}
	if s.phase == running {
		s.reads++
		r.cpuAfter = s.cpuTime()
	}
}

// of returns the words of an instance: nil if it could not be read.
func (r *Reading) of(i *instance) []uint64 {
	w := r.words[i.at : i.at+words(len(i.group.parts))]
	if w[wordEvents] == 0 {
		return nil
	}
	return w
}
