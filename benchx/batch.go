package benchx

import "slices"

// shortReads is the length of an operation, in clock reads, below which operations are measured in batches.
const shortReads = 20

// medianLaps is how many samples a batch is chosen from: the latest, which are the warmest, and so few that sorting them, in the
// benchmark's time, is a matter of nanoseconds.
const medianLaps = 11

// probedMedian is the median of the latest probed samples, in ns; 0 without any.
func (s *S) probedMedian() float64 {
	mem, from, to := s.mem, s.from, s.pos
	if mem == nil || s.chain || from < 0 || to <= from || to > chunkLen {
		return 0
	}
	var buf [medianLaps]int64
	probed := buf[:copy(buf[:], mem[max(from, to-medianLaps):to])]
	slices.Sort(probed)
	return float64(probed[len(probed)/2]) * s.roughTick()
}

// pickBatch returns the batch for operations that take ns, the clock read at their end included.
//
// A clock read would be more than a twentieth of a shorter sample. And unless Keep says otherwise a run should have no more
// than defaultKeep samples, so that its memory and its file stay small.
func (s *S) pickBatch(ns float64) int64 {
	if len(s.stages) > 0 { // a stage belongs to one operation
		return 1
	}
	own := s.own(ns)
	need := 0.0
	if short := shortReads * s.overhead(); ns < short {
		need = short
	}
	if s.config.keep == 0 {
		if runs := s.flags.benchIters; runs > 0 {
			need = max(need, float64(runs)/defaultKeep*own)
		} else {
			need = max(need, float64(s.flags.benchTime)/defaultKeep)
		}
	}
	batch := ceilPowerOfTwo(need / own)
	for !s.leavesEnough(batch) {
		batch /= 2
	}
	return batch
}

// own is what a sample of ns takes without the reading of the clock. Of next to nothing that cannot be told.
func (s *S) own(ns float64) float64 {
	return max(ns-s.overhead(), ns/4, s.clock.StepNS/4, 0.25)
}

// roughTick is the length of the unit of the source in ns, as it was known when the call began: nothing is read for it while the
// benchmark runs.
func (s *S) roughTick() float64 {
	if s.source != sourceTicks {
		return 1
	}
	return s.rough
}
