package quantile

import (
	"cmp"
	"fmt"
	"slices"
)

// weakBelow is the number of samples beyond a percentile under which it is
// marked as weak: one of them more or less moves it by a tenth.
const weakBelow = 10

// Pooled describes the samples of several runs taken together, in the unit of their
// values. Every sample weighs the same, whichever run it comes from; an
// average of the runs' averages or percentiles is never formed.
type Pooled struct {
	N         int64   // samples, at least 1
	Runs      int     // runs with at least one sample
	Counts    []int64 // samples of each run, in the order given; 0 for one without any
	Mean      float64 // over all samples, from an exact sum; never NaN or infinite
	Min, Max  int64
	Estimates []Estimate // one for each percentile asked for, in that order
}

// Estimate is one percentile of pooled samples and what is known about it.
type Estimate struct {
	P            P
	Value        int64 // the sample of nearest rank, whether supported or not
	Rank, Beyond int64 // its rank, from 1, and the samples that rank above it

	// Lo and Hi bound the percentile with 95% confidence over runs like these,
	// approximately: each is a sample, and Lo <= Value <= Hi. An end is meaningless
	// where its Has is false, and then Why says the reason.
	Lo, Hi       int64
	HasLo, HasHi bool

	Supported bool // whether at least one sample lies beyond it, as [Supported]
	Weak      bool // whether fewer than 10 do

	// SE is the standard error of the share of samples above Value, a share of
	// one. DesignEffect is how many times its variance exceeds that of as many independent
	// samples, at least 1; it grows with the samples of a run, and N over
	// it is how many independent ones these are worth. Both are 0 when unknown,
	// with fewer than two runs.
	SE, DesignEffect float64

	// Above is the number of samples above Value in each run, in the order given. Over
	// the run's count it is the share that tells a run apart that differs in this tail.
	Above []int64

	Why string // why Supported, HasLo or HasHi is false; "" when all are true
}

// Pool returns the exact percentiles of the samples of all runs together, with
// intervals that hold when the samples of a run share that run's luck. It
// reads every run twice when there are at most [ScratchLen] samples in all, and four
// to six times as a rule when there are more, changes none, and needs 256 KiB and a few
// words for each run beside them. Runs without samples take no part.
//
// No sample at all is [ErrNoSamples]. Other errors are those of reading, with
// the position of the run, and of invalid percentiles.
func Pool(runs []Run, ps []P) (Pooled, error) {
	if err := validate(ps); err != nil {
		return Pooled{}, err
	}
	c, err := take(runs, nil)
	if err != nil {
		return Pooled{}, err
	}
	pooled := Pooled{N: c.n, Counts: c.counts, Mean: c.sum.mean(c.n), Min: c.low, Max: c.high}
	for _, count := range c.counts {
		if count > 0 {
			pooled.Runs++
		}
	}
	values, err := c.order(c.ranks(ps))
	if err != nil {
		return Pooled{}, err
	}
	above, err := c.above(values)
	if err != nil {
		return Pooled{}, err
	}
	pooled.Estimates = make([]Estimate, len(ps))
	for i, p := range ps {
		pooled.Estimates[i] = pooled.estimate(p, values[i], above[i])
	}
	return pooled, bound(pooled.Estimates, c.n, pooled.Runs, c.order)
}

// estimate is what is known of a percentile without its interval.
func (pooled *Pooled) estimate(p P, value int64, above []int64) Estimate {
	n := pooled.N
	e := Estimate{
		P: p, Value: value, Rank: Rank(p, n), Beyond: Beyond(p, n),
		Supported: Supported(p, n), Weak: Beyond(p, n) < weakBelow,
		SE: standardError(p, above, pooled.Counts), Above: above,
	}
	e.DesignEffect = float64(n) * e.SE * e.SE / p.variance()
	if !e.Supported {
		e.Why = fmt.Sprintf("fewer than 1 of %s lies beyond %v", samples(n), p)
	}
	return e
}

// above counts the samples above each of values in each run.
func (c *census) above(values []int64) ([][]int64, error) {
	ascending := make([]int, len(values))
	counts := make([][]int64, len(values))
	for i := range values {
		ascending[i] = i
		counts[i] = make([]int64, len(c.counts))
	}
	slices.SortFunc(ascending, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	tail := make([]int64, chunkLen)
	err := c.runs.chunks(func(run int, chunk []int64) bool {
		for _, i := range ascending {
			chunk = tail[:above(tail, chunk, values[i])]
			counts[i][run] += int64(len(chunk))
		}
		return true
	})
	return counts, err
}

// bound gives the supported estimates of n samples their intervals; order has the values of ranks.
func bound(estimates []Estimate, n int64, runs int, order func(ranks []int64) ([]int64, error)) error {
	var ranks []int64
	var ends []*int64
	for i := range estimates {
		e := &estimates[i]
		if !e.Supported {
			continue
		}
		l := interval(e.P, n, runs, e.SE)
		e.HasLo, e.HasHi, e.Why = l.lo > 0, l.hi > 0, l.why
		if e.HasLo {
			ranks, ends = append(ranks, l.lo), append(ends, &e.Lo)
		}
		if e.HasHi {
			ranks, ends = append(ranks, l.hi), append(ends, &e.Hi)
		}
	}
	values, err := order(ranks)
	if err != nil {
		return err
	}
	for i, end := range ends {
		*end = values[i]
	}
	return nil
}
