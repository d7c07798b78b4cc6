package series

import "math/bits"

// maxBins bounds the bins of a chunk.
const maxBins = 1 << 11

// bin is a range of scaled values, [lower, lower + 2^width), coded as one symbol and width plain bits.
type bin struct {
	lower      uint64
	deltaBits  uint32 // (state + deltaBits) >> 16 is the number of bits to emit
	deltaState int32  // and this, added to the rest of the state, an index of ansEncoder.next
	count      uint32 // values of the window in this bin; those with none are not written
	freq       uint32 // its slots in the coding table
	cost       uint32 // of one value, in 1/costUnit bits
	width      uint8
}

// binSet holds the bins of a chunk in ascending order.
type binSet struct {
	bins [maxBins]bin
	n    int
	// near[c] is the last bin that begins at or before the first value of cell c, or 0.
	near [cells + 1]uint16
	// over has the bits of all values of a bin above its lower end.
	over [maxBins]uint64
}

// Cells grow with the values in them: they have cellBits bits of precision each.
const (
	cellBits = 6
	cells    = (65 - cellBits) << cellBits
)

// cell numbers the cells in ascending order.
func cell(u uint64) uint {
	if u < 1<<cellBits {
		return uint(u)
	}
	e := uint(bits.Len64(u)) - 1 - cellBits
	return e<<cellBits + uint(u>>(e&63))
}

// cellStart returns the first value of a cell; beyond the last cell, the largest value.
func cellStart(c uint) uint64 {
	switch e := c >> cellBits; {
	case c < 2<<cellBits:
		return uint64(c)
	case c >= cells:
		return ^uint64(0)
	default:
		return uint64(c&(1<<cellBits-1)|1<<cellBits) << ((e - 1) & 63)
	}
}

func (s *binSet) all() []bin { return s.bins[:s.n] }

// set makes the bins that begin at starts, and bins for the gaps between them, which were empty in
// the sample but need not be so in the values. All values are up to most.
func (s *binSet) set(sorted []uint64, starts []uint32, stride int, most uint64) {
	s.n = 0
	next := uint64(0) // where the last bin ends
	for i, first := range starts {
		end := len(sorted)
		if i+1 < len(starts) {
			end = int(starts[i+1])
		}
		lower := sorted[first]
		if next < lower && s.worthGap(lower, stride) {
			s.add(next)
		}
		s.add(lower)
		width := bits.Len64(sorted[end-1] - lower)
		s.bins[s.n-1].width = uint8(width)
		s.bins[s.n-1].count = uint32(end) - first
		if next = lower + 1<<width; next <= lower {
			next = ^uint64(0) // the bin reaches to the end of what there is
		}
	}
	if next <= most && s.n < maxBins {
		s.add(next)
	}
	s.index(most)
}

// put counts the values in their bins, notes the bin of each in symbols, and makes the bins as wide as
// the values need.
func (s *binSet) put(values []int64, sc *scale, symbols *[MaxValues]uint16) {
	for i := range s.all() {
		s.bins[i].count, s.over[i] = 0, 0
	}
	for i, v := range values {
		u := sc.down(v)
		k := s.find(u) & (maxBins - 1)
		b := &s.bins[k]
		b.count++
		s.over[k] |= u - b.lower
		symbols[i&(MaxValues-1)] = uint16(k)
	}
	for i := range s.all() {
		s.bins[i].width = uint8(bits.Len64(s.over[i]))
	}
}

// worthGap reports whether a bin for the gap before lower can save something: without it the bin
// before has to take the values in the gap, if there are any, and grows wider for all of its own.
func (s *binSet) worthGap(lower uint64, stride int) bool {
	if s.n == 0 {
		return true
	}
	b := &s.bins[s.n-1]
	growth := bits.Len64(lower-1-b.lower) - int(b.width)
	return int(b.count)*stride*growth > gapFee
}

// gapFee is about what a bin with few values takes, in bits: in the header, and as a slot that others lack.
const gapFee = 100

func (s *binSet) add(lower uint64) {
	s.bins[s.n] = bin{lower: lower}
	s.n++
}

// index makes near for values up to most.
func (s *binSet) index(most uint64) {
	end := cell(most) + 1
	c := uint(0)
	for i := 1; i < s.n; i++ {
		for lower := s.bins[i].lower; c <= end && cellStart(c) < lower; c++ {
			s.near[c] = uint16(i - 1)
		}
	}
	for ; c <= end; c++ {
		s.near[c] = uint16(s.n - 1)
	}
}

// find returns the index of the last bin that begins at or before u.
func (s *binSet) find(u uint64) uint {
	c := cell(u)
	lo, hi := uint(s.near[c]), uint(s.near[c+1])
	if lo == hi {
		return lo
	}
	return s.search(u, lo, hi)
}

// search finds the bin among lo to hi.
func (s *binSet) search(u uint64, lo, hi uint) uint {
	for lo < hi {
		if mid := (lo + hi + 1) / 2; s.bins[mid&(maxBins-1)].lower <= u {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// costOf returns the cost of all values of the bins, without their header, in 1/costUnit bits.
func costOf(bins []bin, n int) int64 {
	sum := int64(0)
	for i := range bins {
		if b := &bins[i]; b.count > 0 {
			sum += int64(b.count) * (log2(uint64(n)) - log2(uint64(b.count)) + int64(b.width)*costUnit)
		}
	}
	return sum
}
