package verdict

import (
	"errors"
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// Trial is one run of one version: its samples, or why there are none.
type Trial struct {
	Samples  quantile.Run // nil when the run was lost
	TimedOut bool         // killed for taking too long: counts as infinitely slow, whatever samples it left
}

// Pair is two neighbouring runs, one of each version.
type Pair struct{ Old, New Trial }

// counts reports whether the pair says anything.
func (p Pair) counts() bool {
	if p.Old.TimedOut || p.New.TimedOut {
		return p.Old.TimedOut != p.New.TimedOut && p.Old.there() && p.New.there()
	}
	return p.Old.there() && p.New.there()
}

func (t Trial) there() bool { return t.TimedOut || t.Samples != nil }

// Measured is what pairs show of several percentiles.
type Measured struct {
	// Old and New are the pools of each side's complete runs in pairs that count, in
	// the order of the pairs; zero for a side without any.
	Old, New quantile.Pooled
	// Changes has one for each percentile asked for, in that order.
	Changes []Change
}

// Measure compares percentiles between the sides of pairs. A lost run, one with no
// samples included, drops its pair from everything. A run that timed out counts in the pooled
// ratio as if it had as many samples as the others on average, all infinite.
//
// It reads every run's samples several times and changes none. Errors are those of reading
// and of invalid percentiles; no pair that counts is none: the changes then show nothing.
func Measure(pairs []Pair, ps []quantile.P) (Measured, error) {
	old, new := side{ps: ps}, side{ps: ps}
	lost := 0
	for i, pair := range pairs {
		if !pair.counts() {
			lost++
			continue
		}
		a, err := measureRun(pair.Old, ps)
		if err != nil {
			return Measured{}, fmt.Errorf("pair %d, old side: %w", i+1, err)
		}
		b, err := measureRun(pair.New, ps)
		if err != nil {
			return Measured{}, fmt.Errorf("pair %d, new side: %w", i+1, err)
		}
		if a.missing || b.missing {
			lost++
			continue
		}
		old.add(pair.Old.Samples, a)
		new.add(pair.New.Samples, b)
	}
	return compare(&old, &new, lost)
}

// compare makes the changes of sides whose runs all count.
func compare(old, new *side, lost int) (Measured, error) {
	m := Measured{Changes: make([]Change, len(old.ps))}
	typical := max(old.typical(), new.typical())
	oldPools, err := old.pool(typical)
	if err != nil {
		return Measured{}, fmt.Errorf("pool the old side: %w", err)
	}
	newPools, err := new.pool(typical)
	if err != nil {
		return Measured{}, fmt.Errorf("pool the new side: %w", err)
	}
	for i := range old.ps {
		c := Paired(Sides{
			Old: old.column(i), New: new.column(i), OldPool: oldPools[i], NewPool: newPools[i],
			Samples: min(old.samples(typical), new.samples(typical)), PerRun: min(old.least(typical), new.least(typical)),
		})
		c.Lost += lost
		m.Changes[i] = c
	}
	m.Old, m.New = old.pooled, new.pooled
	return m, nil
}

// Without is pairs but the one of index i: what they show without a suspect run.
func Without(pairs []Pair, i int) []Pair {
	left := make([]Pair, 0, len(pairs))
	left = append(left, pairs[:i]...)
	return append(left, pairs[i+1:]...)
}

// runStats is one run's percentiles and samples.
type runStats struct {
	values   []float64
	n        int64
	timedOut bool
	missing  bool // no samples
}

func measureRun(t Trial, ps []quantile.P) (runStats, error) {
	r := runStats{values: make([]float64, len(ps)), timedOut: t.TimedOut}
	if t.TimedOut {
		for i := range r.values {
			r.values[i] = math.Inf(1)
		}
		return r, nil
	}
	stats, err := quantile.Of(t.Samples, ps)
	if errors.Is(err, quantile.ErrNoSamples) {
		r.missing = true
		return r, nil
	}
	if err != nil {
		return r, err
	}
	for i, v := range stats.Values {
		r.values[i] = float64(v)
	}
	r.n = stats.N
	return r, nil
}

// side is one version's runs.
type side struct {
	ps       []quantile.P
	complete []quantile.Run
	runs     []runStats
	timeouts int64
	pooled   quantile.Pooled
}

func (s *side) add(samples quantile.Run, r runStats) {
	s.runs = append(s.runs, r)
	if r.timedOut {
		s.timeouts++
		return
	}
	s.complete = append(s.complete, samples)
}

// column is percentile i of each run.
func (s *side) column(i int) []float64 {
	values := make([]float64, len(s.runs))
	for j, r := range s.runs {
		values[j] = r.values[i]
	}
	return values
}

// typical is the mean number of samples of a complete run, 0 without any.
func (s *side) typical() int64 {
	if len(s.complete) == 0 {
		return 0
	}
	var n int64
	for _, r := range s.runs {
		n += r.n
	}
	return n / int64(len(s.complete))
}

// samples is the number of samples with those that typical gives to time-outs.
func (s *side) samples(typical int64) int64 {
	n := s.timeouts * typical
	for _, r := range s.runs {
		n += r.n
	}
	return n
}

// least is the samples of the run that has fewest, time-outs having typical ones; 0 without runs.
func (s *side) least(typical int64) int64 {
	var least int64
	for i, r := range s.runs {
		n := r.n
		if r.timedOut {
			n = typical
		}
		if i == 0 || n < least {
			least = n
		}
	}
	return least
}

// pool describes the complete runs, and returns the percentiles with time-outs among them.
func (s *side) pool(typical int64) ([]float64, error) {
	values := make([]float64, len(s.ps))
	if len(s.complete) > 0 {
		var err error
		if s.pooled, err = quantile.Pool(s.complete, s.ps); err != nil {
			return nil, err
		}
		for i, e := range s.pooled.Estimates {
			values[i] = float64(e.Value)
		}
	}
	if s.timeouts == 0 {
		return values, nil
	}
	runs := append([]quantile.Run{endless(max(1, s.timeouts*typical))}, s.complete...)
	pooled, err := quantile.Pool(runs, s.ps)
	if err != nil {
		return nil, err
	}
	for i, e := range pooled.Estimates {
		values[i] = float64(e.Value)
		if e.Value == math.MaxInt64 {
			values[i] = math.Inf(1)
		}
	}
	return values, nil
}

// endless is a number of samples that never ended.
type endless int64

// Blocks implements [quantile.Run].
func (e endless) Blocks(yield func(block []int64) bool) error {
	block := make([]int64, min(int64(e), 1024))
	for i := range block {
		block[i] = math.MaxInt64
	}
	for left := int64(e); left > 0; left -= int64(len(block)) {
		if !yield(block[:min(left, int64(len(block)))]) {
			return nil
		}
	}
	return nil
}
