package quantile

import "slices"

// lanes is the number of counters a bin has while values are counted. Neighbouring
// values take different ones: incrementing what the value before
// incremented waits on many processors for its store, some five cycles, and
// equal values in a row are what coarse clocks produce.
const lanes = 2

// histogram counts values in bins, and keeps what costs little beside it.
type histogram struct {
	origin    int64
	reach     uint64 // distances up to it take the short way; at most nearest
	low, high int64  // smallest and greatest value so far
	sum       total
	lanes     [lanes]*[binCount]int64
	far       *[chunkLen]int64
}

// The scratch memory must hold a histogram while it counts.
const _ = uint(ScratchLen - lanes*binCount - chunkLen)

// newHistogram makes a histogram of the values of which the start of scratch is a
// sample. Its counters take the sample's place.
func newHistogram(scratch []int64) *histogram {
	origin, top := spread(scratch)
	clear(scratch[:lanes*binCount])
	return &histogram{
		origin: origin,
		reach:  min(distanceOf(top, origin), nearest),
		low:    origin,
		high:   top,
		lanes:  [lanes]*[binCount]int64{(*[binCount]int64)(scratch), (*[binCount]int64)(scratch[binCount:])},
		far:    (*[chunkLen]int64)(scratch[lanes*binCount:]),
	}
}

// spread is the extremes of a few values of a sample. The true ones may lie far off and
// must not decide: bins should be fine where most values are.
func spread(sample []int64) (low, high int64) {
	low, high = sample[0], sample[0]
	for i := 0; i < len(sample); i += 1 + len(sample)/256 {
		low, high = min(low, sample[i]), max(high, sample[i])
	}
	return low, high
}

// add counts at most chunkLen values.
//
// Extremes are not compared with each value: one that is neither below the origin nor beyond
// reach is no new extreme, and both are a single unsigned comparison.
func (h *histogram) add(chunk []int64) {
	even, odd, far := h.lanes[0], h.lanes[1], h.far
	origin, reach := h.origin, h.reach
	var sum int64 // modulo 2^64
	n := 0
	rest := chunk
	for ; len(rest) >= 2; rest = rest[2:] {
		x, y := rest[0], rest[1]
		sum += x + y
		if d := distanceOf(x, origin); d <= reach {
			even[binOfNear(d)]++
		} else {
			far[n%chunkLen] = x
			n++
		}
		if d := distanceOf(y, origin); d <= reach {
			odd[binOfNear(d)]++
		} else {
			far[n%chunkLen] = y
			n++
		}
	}
	for _, x := range rest {
		sum += x
		far[n%chunkLen] = x
		n++
	}
	h.addFar(far[:n])
	if h.low >= -safe && h.high <= safe {
		h.sum.add(sum)
	} else {
		h.sum.addAll(chunk)
	}
}

// addFar counts values wherever they lie.
func (h *histogram) addFar(xs []int64) {
	for _, x := range xs {
		if x < h.origin {
			h.low = min(h.low, x)
			h.lanes[0][0]++
			continue
		}
		h.high = max(h.high, x)
		h.lanes[0][binOf(distanceOf(x, h.origin))]++
	}
	// Since origin+reach is at most a value, counting up to it does not wrap around, and no
	// value below the origin has a distance within reach.
	h.reach = min(distanceOf(h.high, h.origin), nearest)
}

// fold adds the lanes up and returns the counts of the bins, in the memory of the first lane.
func (h *histogram) fold() []int64 {
	first, second := h.lanes[0], h.lanes[1]
	for bin := range first {
		first[bin] += second[bin]
	}
	return first[:]
}

// limits is the range of values in a bin, within the extremes.
func (h *histogram) limits(bin int) (first, last int64) {
	if bin == 0 {
		return h.low, h.origin - 1
	}
	low, high := binRange(uint64(bin))
	high = min(high, distanceOf(h.high, h.origin))
	return int64(uint64(h.origin) + low), int64(uint64(h.origin) + high)
}

// divide appends to parts the bins that hold one of the sorted ranks, where
// before samples lie below all bins. Limits gives a bin's range of values.
func divide(parts []part, bins []int64, before int64, ranks []int64, limits func(bin int) (first, last int64)) []part {
	for bin, count := range bins {
		if len(ranks) == 0 {
			break
		}
		end, _ := slices.BinarySearch(ranks, before+count+1)
		if end > 0 {
			first, last := limits(bin)
			parts = append(parts, part{first, last, before, count, ranks[:end]})
			ranks = ranks[end:]
		}
		before += count
	}
	return parts
}
