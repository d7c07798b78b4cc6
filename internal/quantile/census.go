package quantile

import (
	"math/bits"
	"slices"
)

// ScratchLen is the least length, in values, of memory passed to [OfScratch]: 256 KiB.
const ScratchLen = 1 << 15

// lanes is the number of counters a bin has while values are counted. Consecutive
// values take different ones: incrementing the counter that the previous
// value incremented waits for its store, some five cycles, which is what a
// run of equal values would spend its time on.
const lanes = 4

// census is what one pass over some runs learns of them: totals, and either
// all values where they are few or a histogram that says near which values
// each rank lies.
type census struct {
	runs     sequence
	counts   []int64 // samples of each run
	n        int64
	sum      total
	min, max int64

	few    []int64 // all values in no order of meaning; nil when there is a histogram
	origin int64
	bins   []int64 // counts
	work   []int64 // the part of the scratch memory that is free
}

// take reads runs once, or twice when they hold more than fits into scratch. The census
// owns scratch, which may be nil, while it is used.
func take(runs []Run, scratch []int64) (*census, error) {
	if len(scratch) < ScratchLen {
		scratch = make([]int64, ScratchLen)
	}
	c := &census{runs: runs, counts: make([]int64, len(runs))}
	if err := c.readFew(scratch); err != nil || c.few != nil {
		return c, err
	}
	c.origin = originOf(scratch)
	clear(c.counts)
	return c, c.count(scratch)
}

// readFew fills scratch with samples. If that is all of them, they make the census.
func (c *census) readFew(scratch []int64) error {
	n, all := 0, true
	err := c.runs.chunks(func(run int, chunk []int64) bool {
		all = len(chunk) <= len(scratch)-n
		n += copy(scratch[n:], chunk)
		c.counts[run] += int64(len(chunk))
		return all
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNoSamples
	case !all:
		return nil
	}
	c.few = scratch[:n]
	c.n = int64(n)
	c.sum.add(c.few)
	c.min, c.max = slices.Min(c.few), slices.Max(c.few)
	return nil
}

// originOf is the smallest of a few values spread over a sample. The true minimum
// may be far below, and is not needed: bins are fine near the origin and
// should be so where the values are.
func originOf(sample []int64) int64 {
	origin := sample[0]
	for i := 0; i < len(sample); i += len(sample) / 256 {
		origin = min(origin, sample[i])
	}
	return origin
}

// count makes the histogram.
func (c *census) count(scratch []int64) error {
	counters := (*[lanes * binCount]int64)(scratch)
	clear(counters[:])
	c.min, c.max = 1<<63-1, -1<<63
	err := c.runs.chunks(func(run int, chunk []int64) bool {
		c.counts[run] += int64(len(chunk))
		c.sum.add(chunk)
		c.min, c.max = countBins(counters, chunk, c.origin, c.min, c.max)
		return true
	})
	if err != nil {
		return err
	}
	for bin := range binCount {
		var sum int64
		for _, n := range counters[lanes*bin : lanes*(bin+1)] {
			sum += n
		}
		counters[bin] = sum
		c.n += sum
	}
	c.bins, c.work = scratch[:binCount:binCount], scratch[binCount:]
	return nil
}

// countBins adds a chunk to the counters and returns the new extremes.
func countBins(counters *[lanes * binCount]int64, chunk []int64, origin, low, high int64) (int64, int64) {
	for i, x := range chunk {
		low, high = min(low, x), max(high, x)
		bin := 1 + binOf(distanceOf(x, origin))
		if x < origin {
			bin = 0
		}
		counters[bin*lanes+uint64(i)%lanes]++
	}
	return low, high
}

// total is an exact sum of values in 128 bits.
type total struct{ hi, lo uint64 }

func (t *total) add(xs []int64) {
	hi, lo := t.hi, t.lo
	for _, x := range xs {
		var carry uint64
		lo, carry = bits.Add64(lo, uint64(x), 0)
		hi += uint64(x>>63) + carry
	}
	t.hi, t.lo = hi, lo
}

// mean is the sum over n > 0 values, right to about the last bit.
func (t total) mean(n int64) float64 {
	hi, lo, sign := t.hi, t.lo, 1.0
	if int64(hi) < 0 {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
		sign = -1
	}
	// |mean| <= 2^63 bounds hi below n.
	quotient, remainder := bits.Div64(hi, lo, uint64(n))
	return sign * (float64(quotient) + float64(remainder)/float64(n))
}
