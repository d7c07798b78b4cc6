package benchx

import (
	"runtime"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// finish runs when the benchmark function has returned, by whatever way.
func (s *S) finish() {
	s.b.Helper()
	end := clock.ReadPair()
	elapsed := int64(s.b.Elapsed())
	returned := !timerRuns(s.b) // testing stops the timer behind a function that returned; a panic or Goexit leaves it on
	s.endCounting()
	defer s.closeProbes()
	defer s.release()
	s.settleBounds(elapsed, end.Nano)
	last := s.lastCall(elapsed)
	if last && returned {
		end = s.settleRate(end)
	}
	tick := s.tick(end, shortRun)
	late := s.bounds.late || s.excludedLate(end, elapsed, tick)
	if late {
		s.bench.stopsTimer = true // the next call knows from the start
	}
	if !last {
		s.learnFromLanes(tick)
		return
	}
	if benchmarks.hasSub(s.bench) {
		return
	}
	index := s.bench.end(s.b)
	whole := returned && !s.b.Failed() && !s.b.Skipped() && s.b.N > 0 &&
		(s.managed.state == loopNew || s.managed.complete)
	switch {
	case whole && s.touched:
		s.record(s.measured(end, elapsed, tick, late, index))
	case whole:
		s.bench.note("no sample: Start was called, but neither Lap nor End")
	}
	if s.bench.name == "" { // nothing to pool
		benchmarks.rest()
		return
	}
	if (index+1)%s.flags.count == 0 {
		s.bench.note(s.config.notes...)
		text := s.bench.summarize(printed(s.bench.name, s.label(index)))
		if text != "" && whole {
			s.b.Log(text)
		}
	}
}

// record reports a run and keeps it, if there is one.
func (s *S) record(r *run) {
	if r == nil {
		return
	}
	for unit, value := range r.metrics {
		s.b.ReportMetric(value, unit)
	}
	s.reportProbes(r)
	if s.bench.name != "" {
		s.bench.runs = append(s.bench.runs, r)
		s.bench.note(out.write(r)...)
	}
}

// label is the number of processors in the printed name of a run.
func (s *S) label(index int) int { return s.flags.label(index, s.bench.firstProcs(s.procs)) }

// lastCall reports whether testing prints the result of this call. It calls a function with a loop over b.N again and again
// until it ran long enough; one with a loop over b.Loop is called once for a run.
func (s *S) lastCall(elapsed int64) bool {
	const mostIters = 1_000_000_000 // testing never predicts more
	switch {
	case s.looped, s.b.Failed(), s.b.Skipped():
		return true
	case s.flags.benchIters > 0:
		return s.b.N == s.flags.benchIters
	default:
		return elapsed >= int64(s.flags.benchTime) || s.b.N >= mostIters
	}
}

// shortRun is how long both clocks must have run for their ratio to be good.
const shortRun = time.Millisecond

// settleRate returns the pair to convert ticks with. A process that has just begun is given the millisecond it takes until the
// rate can be told; nothing is measured any more.
func (s *S) settleRate(end clock.Pair) clock.Pair {
	if s.source != sourceTicks || end.Nano-s.clock.First.Nano >= int64(shortRun) {
		return end
	}
	for clock.Nano()-s.clock.First.Nano < int64(shortRun) {
		runtime.Gosched()
	}
	return clock.ReadPair()
}

// tick is the length of the unit of the source in ns, measured from the beginning of this call until end or, where that is
// less than least, from the beginning of the process.
func (s *S) tick(end clock.Pair, least time.Duration) float64 {
	if s.source != sourceTicks {
		return 1
	}
	from := s.pair
	if end.Nano-from.Nano < int64(least) {
		from = s.clock.First
	}
	if r := clock.Rate(from, end); r > 0 {
		return r
	}
	return 1
}

// learnFromLanes chooses the batch of a parallel benchmark from a call that was not the last: there is nothing to probe in a
// lane, whose timer is not its own.
func (s *S) learnFromLanes(tick float64) {
	if s.bench.batch > 0 || len(s.lanes.all) == 0 {
		return
	}
	for _, l := range s.lanes.all {
		if len(l.stages) > 0 { // a stage belongs to one operation
			s.bench.batch = 1
			return
		}
	}
	all, memory := s.laneSamples()
	defer memory.release()
	if all.n >= probeLaps {
		s.bench.batch = s.pickBatch(float64(all.median()) * tick)
	}
}

// release gives all memory back. A lap of a benchmark that has returned goes nowhere.
func (s *S) release() {
	s.recorder.rest()
	s.columns.close()
	if s.marking.table != nil {
		s.segments = nil // they lie in it
		s.marking.release()
	}
	s.managed.state, s.loopLeft = loopOver, 0
	s.restLanes()
}

// restLanes lays lanes aside that are of no more use.
func (s *S) restLanes() {
	for _, l := range s.lanes.all {
		l.rest()
		s.bench.lanes = append(s.bench.lanes, l)
	}
	s.lanes.all = nil
	s.lanes.strips.release()
}

func (r *recorder) rest() {
	r.phase, r.source, r.owner = phaseIdle, sourceTicks, nil
	r.lost, r.partsLost, r.began = 0, 0, 0
	r.track.release()
	r.parts.release()
	for _, st := range r.stages {
		st.marks.release()
	}
	r.stages = r.space[:0]
}
