package quantile

import (
	"math/bits"
	"slices"
)

// digitBits is the width of a digit by which ascending sorts: its counters fit into the first-level cache.
const digitBits = 11

// ascending sorts xs by the digits of the distance from the smallest, the lowest one first, in a few passes
// where comparing takes one for each doubling of their number. It uses spare, which is as long at least.
func ascending(xs, spare []int64) {
	const few = 256
	if len(xs) < few {
		slices.Sort(xs)
		return
	}
	low := slices.Min(xs)
	width := bits.Len64(distanceOf(slices.Max(xs), low))
	from, to := xs, spare[:len(xs)]
	for shift := 0; shift < width; shift += digitBits {
		var at [1 << digitBits]int32
		for _, x := range from {
			at[distanceOf(x, low)>>shift&(1<<digitBits-1)]++
		}
		var next int32
		for i, n := range at {
			at[i], next = next, next+n
		}
		for _, x := range from {
			digit := distanceOf(x, low) >> shift & (1<<digitBits - 1)
			to[at[digit]] = x
			at[digit]++
		}
		from, to = to, from
	}
	if &from[0] != &xs[0] {
		copy(xs, from)
	}
}
