package quantile

import (
	"math"
	"math/bits"
)

// A grid divides all values into bins that are log-linear in the distance from an origin, on both sides of
// it. With the origin among the smaller values a bin is at most 1/512 as wide as the distance, and holds a
// small share of the values even where they differ little from each other.
type grid struct{ origin int64 }

const (
	gridBits = 9
	gridHalf = 64<<gridBits + 1 // bins on each side of the origin
	gridBins = 2 * gridHalf
)

// bin is the number of a value's bin, from 0 to gridBins-1, which rises with the value.
func (g grid) bin(x int64) int {
	if x >= g.origin {
		return gridHalf + logLinear(uint64(x)-uint64(g.origin))
	}
	return gridHalf - 1 - logLinear(uint64(g.origin)-1-uint64(x))
}

// near is the bin of a value so far above the origin, at most nearest. The compiler puts it into the loops over
// samples, where bin would be called.
func near(distance uint64) int {
	const bias = 1023<<gridBits - gridHalf
	return int(math.Float64bits(float64(int64(distance+1)))>>(52-gridBits)) - bias
}

// logLinear is the bin of a distance, as binOfNear has it.
func logLinear(distance uint64) int {
	if distance <= nearest {
		return near(distance) - gridHalf
	}
	v := distance + 1
	if v == 0 {
		return gridHalf - 1
	}
	octave := bits.Len64(v) - 1
	return octave<<gridBits + int(v<<(63-octave)<<1>>(64-gridBits))
}

// first is the least value whose bin is this one or a later one; ok is false when there is none.
func (g grid) first(bin int) (x int64, ok bool) {
	if bin < gridHalf {
		d, _ := distanceOfBin(gridHalf - bin)
		if d > distanceOf(g.origin, math.MinInt64) {
			return math.MinInt64, true
		}
		return int64(uint64(g.origin) - d), true
	}
	d, ok := distanceOfBin(bin - gridHalf)
	if !ok || d > distanceOf(math.MaxInt64, g.origin) {
		return 0, false
	}
	return int64(uint64(g.origin) + d), true
}

// distanceOfBin is the least distance whose bin is this one or a later one, at most math.MaxUint64; ok is false
// when there is none.
func distanceOfBin(bin int) (distance uint64, ok bool) {
	octave := bin >> gridBits
	mantissa := uint64(1<<gridBits + bin&(1<<gridBits-1))
	switch {
	case bin >= gridHalf:
		return math.MaxUint64, false
	case octave == 64:
		return math.MaxUint64, true
	case octave >= gridBits:
		return mantissa<<(octave-gridBits) - 1, true
	}
	shift := gridBits - octave
	return (mantissa+1<<shift-1)>>shift - 1, true
}

// single is the value of a bin that is one unit wide; ok is false for wider ones. Of a bin that no value
// is in it has no meaning.
func (g grid) single(bin int) (x int64, ok bool) {
	side := bin - gridHalf
	if side < 0 {
		side = gridHalf - 1 - bin
	}
	octave := side >> gridBits
	if octave > gridBits {
		return 0, false
	}
	distance := int64((1<<gridBits+side&(1<<gridBits-1))>>(gridBits-octave)) - 1
	if bin >= gridHalf {
		return g.origin + distance, true
	}
	return g.origin - 1 - distance, true
}
