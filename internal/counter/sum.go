package counter

// A sum adds up what the instances of a request counted.
type sum struct {
	total            float64 // scaled
	raw              uint64
	enabled, running uint64 // ns
	missed           uint64 // ns enabled on threads on which the event was never counted
	cpu              int64  // processor time of the process; 0: not known, or not one of the process
	instances        int
	unread           bool // an instance gave no reading
}

// sum adds up, for each request, what all instances counted between two readings.
func (s *Session) sum(sums []sum, from, to *Reading) {
	clear(sums)
	if len(from.layout) == 0 || len(to.layout) == 0 || &from.layout[0] != &to.layout[0] {
		return
	}
	for i := range to.layout {
		in := &to.layout[i]
		before, after := from.of(in), to.of(in)
		for j, p := range in.group.parts {
			sums[p.of.index].add(before, after, j)
			if to.hosted && in.tid == to.tid {
				for _, guest := range p.guests {
					sums[guest.index].add(before, after, j)
				}
			}
		}
	}
	for i, q := range s.requests {
		if q.alternates() {
			sums[i].alternate(len(q.parts))
		}
		if q.scope() == Process && from.cpuAfter > 0 && to.cpuBefore > 0 {
			sums[i].cpu = to.cpuBefore - from.cpuAfter
		}
	}
}

// add adds the j-th event of a group's readings. A count that was taken for part of the time is scaled by the
// group's own times: count x enabled / running.
func (s *sum) add(before, after []uint64, j int) {
	if before == nil || after == nil {
		s.instances++
		s.unread = true
		return
	}
	if after[wordEnabled] < before[wordEnabled] {
		return // the readings are the wrong way round
	}
	s.instances++
	count := after[headerWords+j] - before[headerWords+j]
	enabled, running := after[wordEnabled]-before[wordEnabled], after[wordRunning]-before[wordRunning]
	s.raw += count
	s.enabled += enabled
	s.running += running
	switch {
	case running > 0:
		s.total += float64(count) * (float64(enabled) / float64(running))
	case enabled > 0:
		s.missed += enabled
	}
}

// alternates reports whether the parts of a request take turns on a thread, as on a hybrid CPU, where each type of core
// counts with a PMU of its own and only while the thread is on such a core.
func (q *request) alternates() bool { return len(q.parts) > 1 && q.scope() != System }

// alternate makes a sum of n parts that were each enabled all the time, and running in turns. They complement each
// other: scaling each by its own times would count everything n times.
func (s *sum) alternate(n int) {
	s.enabled /= uint64(n)
	s.missed, s.total = 0, 0
	switch {
	case s.running > 0:
		s.total = float64(s.raw) * (float64(s.enabled) / float64(s.running))
	default:
		s.missed = s.enabled
	}
}
