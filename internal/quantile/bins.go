package quantile

import (
	"math"
	"math/bits"
)

// The bins of a histogram are log-linear in the distance of a value from an origin near the
// smallest values: 2^binBits of them in each octave of distance+1, so that a
// bin is at most 1/128 as wide as its distance. Measuring from the smallest value
// rather than from zero keeps bins narrow for values that differ little, whatever their
// size and sign. Bin 0 holds all that lies below the origin.
const (
	binBits  = 7
	binCount = 64<<binBits + 2 // distances+1 of 1 to 2^64, and bin 0
)

// binOf is the bin of any distance.
func binOf(distance uint64) uint64 {
	v := distance + 1
	if v == 0 {
		return binCount - 1
	}
	octave := bits.Len64(v) - 1
	return 1 + uint64(octave)<<binBits + v<<(63-octave)<<1>>(64-binBits)
}

// nearest is the greatest distance to which binOfNear applies.
const nearest = 1<<53 - 2

// binOfNear is binOf for distances up to nearest. The exponent and the first bits of the mantissa
// of a float64 are the number of a log-linear bin, and converting takes fewer
// instructions than counting leading zeros and shifting by the result.
func binOfNear(distance uint64) uint64 {
	const bias = 1023<<binBits - 1
	return math.Float64bits(float64(int64(distance+1)))>>(52-binBits) - bias
}

// binRange is the first and the last distance in a bin other than bin 0. For
// bins between two neighbouring distances, which stay empty, it has no meaning.
func binRange(bin uint64) (first, last uint64) {
	octave := (bin - 1) >> binBits
	mantissa := 1<<binBits + (bin-1)&(1<<binBits-1)
	switch {
	case octave == 64:
		return math.MaxUint64, math.MaxUint64
	case octave < binBits:
		first = mantissa>>(binBits-octave) - 1
		return first, first
	}
	width := uint64(1) << (octave - binBits)
	first = mantissa*width - 1
	return first, first + width - 1
}

// distanceOf is x - origin for x >= origin, exact where int64 would overflow; for
// x < origin it is 2^64 less than nothing, greater than any distance unless values
// on both sides of the origin are 2^63 and more apart.
func distanceOf(x, origin int64) uint64 { return uint64(x) - uint64(origin) }
