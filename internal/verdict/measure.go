package verdict

import (
	"errors"
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// Measured is what pairs show of several percentiles.
type Measured struct {
	// Old and New are the pools of each side's complete runs in pairs that count, in
	// the order of the pairs; zero for a side without any.
	Old, New quantile.Pooled
	// Changes has one for each percentile asked for, in that order.
	Changes []Change
}

// Measure compares percentiles between the sides of pairs, as a rule by [PairedJointly] or [Paired]. A lost run, one with no
// samples included, drops its pair from everything. A run that timed out counts in the pooled
// ratio as if it had as many samples as the others on average, all infinite.
//
// It reads every run's samples several times and changes none. Errors are those of reading
// and of invalid percentiles; no pair that counts is none: the changes then show nothing.
func Measure(pairs []Pair, ps []quantile.P, method Method) (Measured, error) {
	old, new := side{ps: ps}, side{ps: ps}
	scratch := make([]int64, quantile.ScratchLen)
	lost := 0
	for i, pair := range pairs {
		if !pair.counts() {
			lost++
			continue
		}
		a, err := measureRun(pair.Old, ps, scratch)
		if err != nil {
			return Measured{}, fmt.Errorf("pair %d, old side: %w", i+1, err)
		}
		b, err := measureRun(pair.New, ps, scratch)
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
	return compare(&old, &new, lost, method)
}

// compare makes the changes of sides whose runs all count.
func compare(old, new *side, lost int, method Method) (Measured, error) {
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
		c := method(Sides{
			Old: old.column(i), New: new.column(i), OldPool: oldPools[i], NewPool: newPools[i],
			Samples: min(old.samples(typical), new.samples(typical)), PerRun: min(old.least(typical), new.least(typical)),
		})
		c.Lost += lost
		m.Changes[i] = c
	}
	m.Old, m.New = old.pooled, new.pooled
	return m, nil
}

// runStats is one run's percentiles and samples.
type runStats struct {
	values   []float64
	n        int64
	timedOut bool
	missing  bool // no samples
}

func measureRun(t Trial, ps []quantile.P, scratch []int64) (runStats, error) {
	r := runStats{values: make([]float64, len(ps)), timedOut: t.TimedOut}
	if t.TimedOut {
		for i := range r.values {
			r.values[i] = math.Inf(1)
		}
		return r, nil
	}
	stats, err := quantile.OfScratch(t.Samples, ps, scratch)
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
