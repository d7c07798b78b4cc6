package benchx

import "sync"

// A Lane captures the iterations of one goroutine of a parallel benchmark. It belongs to that goroutine.
type Lane struct {
	_ [128]byte // lanes do not share cache lines, nor the pairs of them that are fetched together
	recorder
	bounded bool       // Stop was called: no piece at the edges has to be judged
	few     [4]segment // the beginning of the books: what most lanes need
	_       [128]byte
}

// lanes are the goroutines of one call.
type lanes struct {
	sync.Mutex
	all    []*Lane
	strips strips
}

// Lane returns a recorder for the calling goroutine, whose first iteration begins now. Call it at the beginning of the body
// of [testing.B.RunParallel]:
//
//	b.RunParallel(func(pb *testing.PB) {
//		lane := s.Lane()
//		for pb.Next() {
//			work()
//			lane.Lap()
//		}
//	})
//
// While lanes are in use no method of s but Lane may be called.
//
// The samples of all lanes are one run, merged by the time at which they ended; each is what its goroutine saw, while ns/op is
// wall time over all of them.
func (s *S) Lane() *Lane {
	l := s.lane()
	if l.phase == phaseIdle {
		return l
	}
	l.measure()
	return l
}

func (s *S) lane() *Lane {
	s.lanes.Lock()
	defer s.lanes.Unlock()
	if s.owner == nil { // no benchmark, or one that has returned
		return new(Lane)
	}
	if len(s.lanes.all) == 0 || s.bounds.known {
		m := momentOf(s.b)
		s.nextLoop(m.elapsed, m.nano)
	}
	l := s.bench.lane()
	l.bounded = false
	s.lanes.all = append(s.lanes.all, l)
	l.keep, l.parts.keep = s.keep, s.keep
	if l.segments == nil {
		l.segments = l.few[:0]
	}
	l.strips, l.parts.strips = &s.lanes.strips, &s.lanes.strips
	l.stages = l.space[:0]
	l.batch = s.batch
	l.left = l.batch
	l.phase = phaseChain
	if !s.clock.Trusted() {
		l.source = sourceNano
	}
	if !s.touched {
		s.touch()
		s.countElsewhere()
	}
	l.room(3) // its memory is there before its first iteration begins
	return l
}

// laneSamples are the samples of all lanes. A lane's first piece also holds what came between Lane and the loop or, with the
// lap at the top of the body, nothing at all; then it is no iteration.
func (s *S) laneSamples() (all samples, memory *track) {
	memory, first := merge(s.lanes.all)
	all = memory.durations()
	half := all.median() / 2
	var not []int64
	for _, place := range first {
		if all.at(place) < half {
			not = append(not, place)
		}
	}
	all.drop(not)
	return all, memory
}
