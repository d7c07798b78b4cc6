package reportx

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// A sampledSide is the runs of one side that count, with a batch that both sides have.
type sampledSide struct {
	runs   []pooledRun
	at     []int       // where they are in the index
	values [][]float64 // by statistic, then by run; picoseconds of a batch
	counts []int64
	pooled quantile.Pooled
}

// A jointPool is the runs of both sides that count, those of the old one before split.
type jointPool struct {
	*pool
	split int
}

// samples compares the percentiles of one stage.
func (m *comparer) samples(d *Difference, stage string, old, new *Benchmark) error {
	a, err := newPool(old.Runs, stage)
	if err != nil {
		return err
	}
	b, err := newPool(new.Runs, stage)
	if err != nil {
		return err
	}
	for _, n := range a.notes {
		d.note(m.old.Name + ": " + n)
	}
	for _, n := range b.notes {
		d.note(m.new.Name + ": " + n)
	}
	sides := [2]*sampledSide{{runs: a.runs}, {runs: b.runs}}
	if d.Paired {
		m.keepPairs(d, &sides)
	}
	joint := &pool{stage: stage, batch: 1, runs: slices.Concat(sides[0].runs, sides[1].runs)}
	if err := joint.align(stageOf(stage)); err != nil {
		return err
	}
	if joint.batch > 1 {
		d.note(fmt.Sprintf("%sbatch=%d: percentiles are those of means of %d operations", stageOf(stage), joint.batch, joint.batch))
	}
	if a.batch != b.batch {
		d.note(fmt.Sprintf("%sbatches of %d and %d operations added up to %d on both sides%s", stageOf(stage), a.batch, b.batch, joint.batch, skewText(a, b)))
	}
	if len(sides[0].runs) == 0 || len(sides[1].runs) == 0 {
		d.note(stageOf(stage) + "nothing to compare: no steady samples on both sides")
		return nil
	}
	split := len(sides[0].runs)
	sides[0].runs, sides[1].runs = joint.runs[:split], joint.runs[split:]
	d.joint = append(d.joint, jointPool{joint, split})
	s := &sampled{comparer: m, d: d, pool: joint, sides: sides}
	if a.batch != b.batch {
		s.skew = math.Abs(b.clock() - a.clock())
	}
	for i := range joint.runs {
		side := sides[0]
		if i >= split {
			side = sides[1]
		}
		side.at = append(side.at, i)
	}
	samples, err := m.memory.hold(joint)
	if err != nil {
		return err
	}
	if s.index, err = quantile.NewIndex(samples); err != nil {
		return err
	}
	return s.compare()
}

// noteAlone says how many of the runs have no neighbour.
func (d *Difference) noteAlone(runs, pairs int) {
	if alone := runs - 2*pairs; alone > 0 && pairs > 0 {
		d.note(fmt.Sprintf("%d of %s left out: no certain neighbour on the other side", alone, runsOf(runs)))
	}
}

// keepPairs drops the runs without a neighbour and puts the others in order.
func (m *comparer) keepPairs(d *Difference, sides *[2]*sampledSide) {
	var runs [2][]*Run
	var numbers [2][]int
	for i, s := range sides {
		for _, r := range s.runs {
			runs[i], numbers[i] = append(runs[i], r.run), append(numbers[i], r.number)
		}
	}
	pairs := m.couple(runs[0], runs[1], numbers[0], numbers[1])
	d.noteAlone(len(runs[0])+len(runs[1]), len(pairs))
	for i, s := range sides {
		all := s.runs
		s.runs = nil
		for _, p := range pairs {
			s.runs = append(s.runs, all[p[i]])
		}
	}
}

// sampled is the work on one stage of one benchmark.
type sampled struct {
	*comparer
	d     *Difference
	pool  *pool
	sides [2]*sampledSide
	index *quantile.Index // of the runs of both sides, old ones first
	skew  float64         // ns an operation by which the clock's cost on the two sides differs
	stats []quantile.P    // asked for, then the median and the tail for suspects, then those that tell cliffs
}

func (s *sampled) compare() error {
	tail := s.pool.commonTail()
	s.stats = append(slices.Clone(s.ps), medianP, tail)
	cliffs := make(map[quantile.P]int)
	for _, p := range s.ps {
		if below, above, ok := verdict.CliffAt(p); ok {
			cliffs[p] = len(s.stats)
			s.stats = append(s.stats, below, above)
		}
	}
	if err := s.index.Prepare([][]int{s.sides[0].at, s.sides[1].at}, s.stats); err != nil {
		return err
	}
	for _, side := range s.sides {
		if err := side.measure(s.index, s.stats); err != nil {
			return err
		}
	}
	if s.sides[0].pooled.Max == 0 && s.sides[1].pooled.Max == 0 {
		s.d.note(stageOf(s.pool.stage) + "no time was measured: every sample is 0")
	}
	suspects := s.suspects(tail)
	others, err := s.without(suspects)
	if err != nil {
		return err
	}
	for i, p := range s.ps {
		ch := s.change(i, p, others)
		if at, ok := cliffs[p]; ok && ch.Old.Known {
			for _, side := range s.sides {
				e := side.pooled.Estimates
				ch.Cliff = ch.Cliff || verdict.Cliff(float64(e[at].Value), float64(e[at+1].Value))
			}
		}
		s.d.Changes = append(s.d.Changes, ch)
	}
	return s.exceedances(s.d.Changes[len(s.d.Changes)-len(s.ps):])
}

// measure finds the percentiles of each run and of all together.
func (s *sampledSide) measure(index *quantile.Index, ps []quantile.P) error {
	s.values = make([][]float64, len(ps))
	for _, run := range s.at {
		stats, err := index.Of(run, ps)
		if errors.Is(err, quantile.ErrNoSamples) { // fewer than one batch
			stats = quantile.Stats{Values: make([]int64, len(ps))}
		} else if err != nil {
			return err
		}
		s.counts = append(s.counts, stats.N)
		for i, v := range stats.Values {
			x := float64(v)
			if stats.N == 0 {
				x = math.NaN()
			}
			s.values[i] = append(s.values[i], x)
		}
	}
	var err error
	s.pooled, err = index.Pool(s.at, ps)
	return err
}

// change compares statistic i, percentile p.
func (s *sampled) change(i int, p quantile.P, others []leftOut) *Change {
	old, new := s.sides[0], s.sides[1]
	ch := &Change{P: p.Percent(), Stage: s.pool.stage, Unit: "ns/op", Samples: min(old.pooled.N, new.pooled.N), skew: s.skew}
	ch.pool = [2]quantile.Estimate{old.pooled.Estimates[i], new.pooled.Estimates[i]}
	ch.Old, ch.New = s.pool.value(ch.pool[0]), s.pool.value(ch.pool[1])
	ch.test = verdict.Test{P: p}
	if !ch.Old.Known || !ch.New.Known {
		ch.Why = ch.Old.Why
		if ch.Old.Known {
			ch.Why = ch.New.Why
		}
		return ch
	}
	sides := verdict.Sides{
		Old: old.values[i], New: new.values[i], OldPool: float64(ch.pool[0].Value), NewPool: float64(ch.pool[1].Value),
		Samples: ch.Samples, PerRun: min(nearlyLeast(old.counts), nearlyLeast(new.counts)),
	}
	for j, values := range [][]float64{sides.Old, sides.New} {
		for _, v := range values {
			ch.runs[j] = append(ch.runs[j], s.pool.perOp(v))
		}
	}
	ch.test.Change = s.d.method()(sides)
	for _, o := range others {
		left := sides
		left.Old, left.New = but(sides.Old, o.skip[0]), but(sides.New, o.skip[1])
		left.OldPool, left.NewPool = o.pools[0][i], o.pools[1][i]
		ch.without(s.d.method()(left), o)
	}
	return ch
}

// nearlyLeast is the number of samples that nine runs in ten have at least. A machine that stalls as a run begins makes testing
// end it early; one such run of many moves no median of ratios, and which runs count may not depend on it.
func nearlyLeast(counts []int64) int64 { return slices.Sorted(slices.Values(counts))[len(counts)/10] }

func (c *Change) without(v verdict.Change, o leftOut) {
	w := Without{New: o.side == 1, Run: o.number, Known: v.Interval && finite(v.Lo) && finite(v.Hi)}
	if !finite(v.Ratio) {
		return
	}
	w.Ratio = v.Ratio
	if w.Known {
		w.Lo, w.Hi = v.Lo, v.Hi
	}
	c.test.Without = append(c.test.Without, v)
	c.Without = append(c.Without, w)
}

// exceedances are the shares of both sides' samples above the old percentiles.
func (s *sampled) exceedances(changes []*Change) error {
	for _, ch := range changes {
		if !ch.Old.Known || !ch.New.Known {
			continue
		}
		above, err := s.index.Above(s.sides[1].at, ch.pool[0].Value)
		if err != nil {
			return err
		}
		share := func(above []int64, n int64) float64 {
			var sum int64
			for _, x := range above {
				sum += x
			}
			return float64(sum) / float64(n)
		}
		ch.OldAbove, ch.NewAbove, ch.HasAbove = share(ch.pool[0].Above, s.sides[0].pooled.N), share(above, s.sides[1].pooled.N), true
	}
	return nil
}

// value is a percentile of one side of a comparison.
func (p *pool) value(e quantile.Estimate) Value {
	v := p.percentile(e)
	return Value{Value: v.Value, Known: v.Supported, Lo: v.Lo, Hi: v.Hi, HasLo: v.HasLo, HasHi: v.HasHi, Weak: v.Weak, Why: v.Why}
}

// but is xs without the element of index i, all of them for -1.
func but(xs []float64, i int) []float64 {
	if i < 0 {
		return xs
	}
	return slices.Delete(slices.Clone(xs), i, i+1)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
