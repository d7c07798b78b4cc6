package benchx

// N laps cut a run into N+1 pieces, and one of the two at its edges is an iteration: the first when laps end the loop's body,
// the last when they begin it. Which one it was cannot be seen, so edges count only where a run is so short that an iteration
// is worth a guess.
const (
	edgeLaps = 20     // so many laps do without the edges
	edgeNS   = 20_000 // and so do shorter operations, of which a set-up behind the loop's start would be many
)

// addEdge adds the edge that is an iteration. The piece before the first lap took first, the one after the last lap took last,
// both in ns and in units of the samples alike times tick. It reports whether the sample is now the first.
func (s *samples) addEdge(first, last int64, tick float64) (before bool) {
	ticks := func(ns int64) []int64 { return []int64{int64(float64(max(ns, 0))/tick + 0.5)} }
	if s.n == 0 {
		s.blocks, s.n = [][]int64{ticks(max(first, last))}, 1
		return true
	}
	median := float64(s.median()) * tick
	if s.n+1 >= edgeLaps || median < edgeNS {
		return false
	}
	s.n++
	if before = float64(first) >= median/2; before {
		s.blocks = append([][]int64{ticks(first)}, s.blocks...)
	} else {
		s.blocks = append(s.blocks, ticks(last))
	}
	return before
}

// afterLastLap is the time by the benchmark's timer from the last lap until elapsed, in ns; 0 where it is of no use.
func (s *S) afterLastLap(elapsed int64) int64 {
	switch {
	case s.source == sourceElapsed:
		return elapsed - s.begin
	case s.phase == phaseProbe:
		return elapsed - s.watch.began
	default:
		return 0 // more laps than count
	}
}
