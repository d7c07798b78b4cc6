package benchx

import "github.com/plateau-bench/plateau/internal/clock"

// Time that was excluded after the timer was last looked at shows at the end of a loop alone: in what Stop finds, and in what is left
// when the benchmark function has returned.

// lookBack finds out at Stop, which is the moment m, whether time was excluded that no later lap will show.
func (s *S) lookBack(m moment, running bool) {
	switch {
	case !s.canExclude() || !s.excludedUpTo(m, running):
	case s.phase == phaseProbe:
		s.stopsTimer()
	default:
		s.bounds.late = true
	}
}

// canExclude reports whether there are samples that excluded time would be a part of.
func (s *S) canExclude() bool {
	switch s.phase {
	case phaseProbe, phaseChain, phasePlain:
		return s.source != sourceElapsed && !s.watch.blind()
	}
	return false
}

// excludedUpTo reports whether time was excluded up to the moment m, at which the timer is running or has stood still since nobody
// knows when. What was excluded while it stood still must then have been so before the last sample began or, in a long loop over b.Loop,
// the last lap: that is known in ticks, and less exactly.
func (s *S) excludedUpTo(m moment, running bool) bool {
	switch {
	case s.watch.over > 0: // the first reading above all others has no second one
		return true
	case running:
		return s.watch.exceeds(m.offset(), 0)
	}
	end := clock.ReadPair()
	return s.excludedLate(end, m.elapsed, s.tick(end, shortRun))
}

// excludedLate reports whether up to the last lap the benchmark's timer, which says elapsed, ran for less time than the clock did. The
// lap is known in ticks, and converted by the pair end.
func (s *S) excludedLate(end clock.Pair, elapsed int64, tick float64) bool {
	if !s.canExclude() {
		return false
	}
	lap := s.begin
	if s.chain {
		lap = s.mem[(s.pos-1)&(chunkLen-1)]
	}
	if s.source == sourceTicks {
		lap = end.Nano - int64(float64(end.Tick-lap)*tick)
	}
	doubt := (end.Nano - s.pair.Nano) / 10_000 // of the conversion
	return s.watch.exceeds(lap-elapsed, doubt)
}
