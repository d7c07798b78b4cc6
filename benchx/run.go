package benchx

import (
	"fmt"
	"math"
	"time"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
)

// A run is one result line and the samples behind it, encoded outside the Go heap.
type run struct {
	series.Run
	metrics metrics
	elapsed time.Duration
	pieces  [][]piece // by series, in capture order
}

// A piece is a chunk of encoded samples.
type piece struct {
	code []byte
	n    int
}

// measured makes the run of a call that testing reports, or nil when nothing was captured.
func (s *S) measured(elapsed int64, tick float64, late bool, index int) *run {
	main, warm, what := s.mainSeries(elapsed, tick)
	defer what.memory.release()
	if main.n == 0 {
		return nil
	}
	label := s.flags.label(index, s.bench.firstProcs(s.procs))
	batch := what.batch
	r := &run{elapsed: time.Duration(elapsed), metrics: metrics{}}
	r.Run = series.Run{
		Name: printed(s.bench.name, label), Procs: label, Rep: index % s.flags.count, Start: s.wall,
		Iters: int64(s.b.N), TickNS: tick, Batch: int(batch), OverheadNS: s.overhead(),
		WarmupIters: warm.samples*batch + s.skipped,
		Class:       string(warm.class), Confidence: warm.confidence, Backward: main.backward,
	}
	if s.managed.state != loopNew {
		r.WarmupIters = s.managed.runs
	}
	r.addMark(label != s.procs, markProcs)
	r.addMark(late, markExcluded)
	r.addMark(!warm.settled, markUnsettled)
	r.addMark(what.lost > 0, markLost)
	r.addMark(main.backward > 0, markBackward)
	if n := len(s.lanes.all); n > 0 {
		r.Marks = append(r.Marks, fmt.Sprintf("lanes=%d", n))
	}
	perOp := tick / float64(batch)
	r.metrics.addStats("", main, warm.samples, s.config.percentiles, perOp)
	r.metrics["warmup-iters"] = float64(r.WarmupIters)
	if batch > 1 {
		r.metrics["batch"] = float64(batch)
	}
	if s.managed.state != loopNew && r.metrics["mean-ns/op"] < vanishedNS {
		s.bench.note("the loop's body takes next to no time: the compiler may have dropped it; use its results, or b.Loop with Lap")
	}
	r.addSeries(series.Series{Batch: int(batch), Samples: main.n, Warmup: warm.samples, Lost: what.lost}, main)
	s.addStages(r, warm.samples, main.n, tick)
	return r
}

// vanishedNS is the time of an operation, in ns, below which a managed loop is suspected of having lost its body.
const vanishedNS = 0.5

// Marks of a run, which every output repeats.
const (
	markProcs     = "procs-mismatch" // measured before testing set GOMAXPROCS (go.dev/issue/49980): not pooled
	markExcluded  = "excluded-time"  // samples may hold time that the benchmark excluded
	markUnsettled = "never-settled"
	markLost      = "lost"
	markBackward  = "backward"
)

func (r *run) addMark(is bool, mark string) {
	if is {
		r.Marks = append(r.Marks, mark)
	}
}

func (r *run) marked(mark string) bool {
	for _, m := range r.Marks {
		if m == mark {
			return true
		}
	}
	return false
}

// kindOfSamples says where the main series of a call comes from.
type kindOfSamples struct {
	batch  int64
	lost   int64
	parts  bool
	memory *track // to be released, of merged lanes
}

// mainSeries picks what the percentiles are of: parts where there are any, else laps, of the benchmark's goroutine or its lanes.
func (s *S) mainSeries(elapsed int64, tick float64) (all samples, warm settling, what kindOfSamples) {
	what.memory = new(track)
	w := &s.config.warmup
	lanes, lanesParts, lanesLost := s.lanesUse()
	switch {
	case s.parts.count() > 0:
		what.batch, what.parts, what.lost = 1, true, s.partsLost
		m := s.managedParts()
		all = s.parts.durations()
		if m != nil {
			return all, *m, what
		}
	case lanesParts > 0:
		what.batch, what.parts, what.lost = 1, true, lanesLost
		for _, l := range s.lanes.all {
			l.recorder.track, l.parts = l.parts, l.recorder.track
		}
		all, what.memory = s.laneSamples()
	case lanes > 0:
		what.batch, what.lost = s.batch, lanesLost
		all, what.memory = s.laneSamples()
	case s.managed.state == loopMeasuring:
		what.batch, what.lost = s.batch, s.lost
		return s.durations(), s.managed.settled(), what
	default:
		what.batch, what.lost = s.batch, s.lost
		last := s.afterLastLap(elapsed)
		all = s.durations()
		if s.first >= 0 && s.batch == 1 && s.lost == 0 {
			all.addEdge(s.first, last, tick)
		}
	}
	return all, w.settle(all, what.batch, tick), what
}

// lanesUse counts what the lanes captured.
func (s *S) lanesUse() (laps, parts, lost int64) {
	for _, l := range s.lanes.all {
		laps += l.count()
		parts += l.parts.count()
		lost += l.lost + l.partsLost
	}
	return laps, parts, lost
}

// managedParts is the settling of parts inside a managed loop, whose warm-up is the loop's; nil elsewhere.
func (s *S) managedParts() *settling {
	if s.managed.state != loopMeasuring {
		return nil
	}
	m := s.managed.settled()
	m.samples = min(s.managed.parts, s.parts.count())
	return &m
}

// addSeries encodes samples as the run's next series.
func (r *run) addSeries(head series.Series, all samples) {
	r.Series = append(r.Series, head)
	r.pieces = append(r.pieces, store.encode(all))
}

// steadyRun is the steady part of a run's main series in picoseconds per sample, decoded as it is read.
type steadyRun struct {
	*run
	batch int // to which samples are added up: the run's own or a multiple of it
}

func (r steadyRun) Blocks(yield func(block []int64) bool) error {
	c := pool.get()
	if c == nil {
		return errNoMemory
	}
	defer pool.put(c)
	skip := r.Series[0].Warmup
	sums := series.Batch{Size: r.batch / r.Batch}
	scale := r.TickNS * 1000
	for _, p := range r.pieces[0] {
		if int64(p.n) <= skip {
			skip -= int64(p.n)
			continue
		}
		block, err := series.Decode(c[:0], p.code)
		if err != nil {
			return fmt.Errorf("decode samples of %s: %w", r.Name, err)
		}
		block = block[skip:]
		skip = 0
		for i, d := range block {
			block[i] = int64(math.Round(float64(d) * scale))
		}
		if block = sums.Append(block[:0], block); len(block) > 0 && !yield(block) {
			return nil
		}
	}
	return nil
}

var _ quantile.Run = steadyRun{}
