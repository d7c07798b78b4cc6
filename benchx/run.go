package benchx

import (
	"fmt"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/series"
)

// A run is one result line and the samples behind it, encoded outside the Go heap.
type run struct {
	series.Run
	metrics   metrics
	elapsed   time.Duration
	discarded int64     // iterations given up, beside the warm-up
	pieces    [][]piece // by series, in capture order
	recorded  int       // bytes of records of probes
	warm      settling
}

// A piece is a chunk of encoded samples.
type piece struct {
	code []byte
	n    int
}

// measured makes the run of a call that testing reports, or nil when nothing was captured.
func (s *S) measured(end clock.Pair, elapsed int64, tick float64, late bool, index int) *run {
	if s.bounds.counted > 1 {
		s.bench.note("no sample: several loops are timed, and an operation is an iteration of each")
		return nil
	}
	if why := s.bounds.elsewhere(elapsed); why != "" && s.b.N >= edgeLaps { // what few iterations are followed by may well take longer
		s.bench.note(why)
		return nil
	}
	c := s.capture(elapsed, tick)
	if c.memory != nil {
		defer c.memory.release()
	}
	if c.all.n == 0 {
		s.bench.note(s.whyNothing(c))
		return nil
	}
	if why := s.implausible(c, tick, end.Nano-s.pair.Nano); why != "" {
		s.bench.note(why)
		return nil
	}
	s.bench.note(s.miscounted(c)...)
	s.bench.note(s.bounds.beside(elapsed)...)
	label := s.label(index)
	r := &run{elapsed: time.Duration(elapsed), metrics: metrics{}, warm: c.warm}
	r.Run = series.Run{
		Name: printed(s.bench.name, label), Procs: label, Rep: index % s.flags.count, Start: s.wall,
		Iters: int64(s.b.N), TickNS: tick, Batch: int(c.batch), OverheadNS: s.sampleOverhead(c.batch),
		WarmupIters: c.iters, Class: string(c.warm.class), Confidence: c.warm.confidence, Backward: c.all.backward,
	}
	r.addMark(label != s.procs, series.MarkProcs)
	r.addMark(late, series.MarkExcluded)
	r.addMark(!c.warm.settled, series.MarkUnsettled)
	r.addMark(s.managed.judged, series.MarkLive)
	r.addMark(c.lost > 0, series.MarkLost)
	r.addMark(c.all.backward > 0, series.MarkBackward)
	if r.discarded = s.skipped; r.discarded > 0 {
		r.Marks = append(r.Marks, series.CountMark(series.MarkDiscarded, s.skipped))
	}
	if n := len(s.lanes.all); n > 0 {
		r.Marks = append(r.Marks, series.CountMark(series.MarkLanes, int64(n)))
	}
	r.metrics.addStats("", c.all, c.warm.samples, s.config.percentiles, tick/float64(c.batch))
	r.metrics.addWarmup(c.iters, c.warm.settled)
	if c.batch > 1 {
		r.metrics["batch"] = float64(c.batch)
	}
	// What is no more than the loop itself may be all that the compiler has left.
	if s.managed.state != loopNew && c.batch > 1 && r.metrics["p50-ns/op"] < 2*r.OverheadNS/float64(c.batch) {
		s.bench.note("the loop's body takes next to no time: the compiler may have dropped it; use its results, or b.Loop with Lap")
	}
	r.addSeries(series.Series{Batch: int(c.batch), Warmup: c.warm.samples, Lost: c.lost}, c.all)
	s.addStages(r, c.warm.samples, c.all.n, tick)
	s.addBeside(r, c)
	return r
}

// whyNothing says why a call has no sample.
func (s *S) whyNothing(c capture) string {
	switch {
	case c.lost > 0:
		return fmt.Sprintf("no sample: %v", errNoMemory)
	case c.batch > 1:
		return fmt.Sprintf("no sample: %d iterations do not fill a batch of %d", s.b.N, c.batch)
	case s.bounds.prepared:
		return "no sample: the timer was stopped in the loop over b.N or reset behind it, which makes it preparation, and there is no other"
	default:
		return "no sample: no iteration passed a Lap"
	}
}

func (r *run) addMark(is bool, mark string) {
	if is {
		r.Marks = append(r.Marks, mark)
	}
}

func (r *run) marked(mark string) bool {
	return slices.Contains(r.Marks, mark)
}

// addSeries encodes samples as the run's next series. What there is no memory for is lost.
func (r *run) addSeries(head series.Series, all samples) {
	pieces := store.encode(all)
	head.Samples = 0
	for _, p := range pieces {
		head.Samples += int64(p.n)
	}
	head.Lost += all.n - head.Samples
	head.Warmup = min(head.Warmup, head.Samples)
	r.Series = append(r.Series, head)
	r.pieces = append(r.pieces, pieces)
}
