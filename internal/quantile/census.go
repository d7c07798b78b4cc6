package quantile

import "slices"

// ScratchLen is the least length, in values, of memory passed to [OfScratch]: 256 KiB.
const ScratchLen = 1 << 15

// census is what one pass over some runs learns of them: totals, and either
// all values where they are few or a histogram that says near which values
// each rank lies.
type census struct {
	runs      sequence
	counts    []int64 // samples of each run
	n         int64
	low, high int64
	sum       total

	few []int64 // all values in no order of meaning; nil when there is a histogram

	histogram *histogram
	bins      []int64 // its counts
	work      []int64 // scratch memory that is free
}

// take reads runs once, or twice when they hold more than fits into scratch,
// which the census owns while it is used. A scratch that is too short is replaced.
func take(runs []Run, scratch []int64) (*census, error) {
	if len(scratch) < ScratchLen {
		scratch = make([]int64, ScratchLen)
	}
	c := &census{runs: runs, counts: make([]int64, len(runs))}
	all, err := c.readFew(scratch)
	if err != nil || all {
		return c, err
	}
	return c, c.readMany(scratch)
}

// readFew fills scratch with samples. If that is all of them, they make the census.
func (c *census) readFew(scratch []int64) (all bool, err error) {
	n, all := 0, true
	err = c.runs.chunks(func(run int, chunk []int64) bool {
		all = len(chunk) <= len(scratch)-n
		n += copy(scratch[n:], chunk)
		c.counts[run] += int64(len(chunk))
		return all
	})
	switch {
	case err != nil:
		return false, err
	case n == 0:
		return false, ErrNoSamples
	case !all:
		return false, nil
	}
	c.few = scratch[:n]
	c.n = int64(n)
	c.sum.addAll(c.few)
	c.low, c.high = slices.Min(c.few), slices.Max(c.few)
	return true, nil
}

// readMany makes a histogram, which the samples that fill scratch lay out.
func (c *census) readMany(scratch []int64) error {
	h := newHistogram(scratch)
	clear(c.counts)
	err := c.runs.chunks(func(run int, chunk []int64) bool {
		h.add(chunk)
		c.counts[run] += int64(len(chunk))
		c.n += int64(len(chunk))
		return true
	})
	c.histogram, c.bins, c.work = h, h.fold(), scratch[binCount:]
	c.low, c.high, c.sum = h.low, h.high, h.sum
	return err
}

// ranks is the nearest ranks of percentiles.
func (c *census) ranks(ps []P) []int64 {
	ranks := make([]int64, len(ps))
	for i, p := range ps {
		ranks[i] = Rank(p, c.n)
	}
	return ranks
}
