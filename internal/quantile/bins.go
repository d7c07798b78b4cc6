package quantile

import "math/bits"

// The histogram's bins are log-linear in the distance d of a value from an
// origin near the smallest values: 2^binBits bins in each octave of d, so a bin is at
// most 1/128 as wide as its distance, and every d below 2^(binBits+1) has a bin of its own.
// Measuring from near the smallest value rather than from zero keeps the bins narrow for
// values that differ little, whatever their size and sign.
const (
	binBits   = 7
	binsAbove = (64-binBits-1)<<binBits + 2<<binBits // for every d of 64 bits
	binCount  = 1 + binsAbove                        // bin 0 holds what lies below the origin
)

// binOf is the bin of a distance, less the one below the origin.
func binOf(d uint64) uint64 {
	octave := bits.Len64(d|1<<binBits) - (binBits + 1)
	return uint64(octave)<<binBits + d>>(uint(octave)&63)
}

// binRange is the first and the last distance in a bin.
func binRange(bin uint64) (first, last uint64) {
	if bin < 2<<binBits {
		return bin, bin
	}
	octave := bin>>binBits - 1
	first = (bin - octave<<binBits) << octave
	return first, first + (1<<octave - 1)
}

// distanceOf is x - origin for x >= origin, exact where int64 would overflow.
func distanceOf(x, origin int64) uint64 { return uint64(x) - uint64(origin) }
