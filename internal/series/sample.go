package series

import (
	"math/bits"
	"slices"
)

// sampleSize bounds the values from which the bins of a chunk are chosen. Sorting is the
// dearest part of encoding, and more values would hardly change the bins.
const sampleSize = 1 << 13

// sampler draws values and sorts them.
type sampler struct {
	values, spare [sampleSize]uint64
	next          [1 << digitBits]uint32
}

// draw returns a sample of the scaled values, sorted, and how many values each of them stands for. One value
// is taken from each stretch of that many, at a place that varies: a fixed one would see
// only one side of a series that alternates.
func (s *sampler) draw(values []int64, sc *scale) (sorted []uint64, stride int) {
	stride = (len(values) + sampleSize - 1) / sampleSize
	n := len(values) / stride
	from, to := s.values[:n], s.spare[:n]
	place := uint32(1)
	all := uint64(0)
	for i := range from {
		place = place*1664525 + 1013904223
		u := sc.down(values[i*stride+int(uint64(place)*uint64(stride)>>32)])
		from[i] = u
		all |= u
	}
	if n < radixMin {
		slices.Sort(from)
		return from, stride
	}
	for shift := uint(0); shift < uint(bits.Len64(all)); shift += digitBits {
		s.radixPass(to, from, shift)
		from, to = to, from
	}
	return from, stride
}

const (
	digitBits = 11
	radixMin  = 1024 // number of values from which sorting by digits is the faster way
)

// radixPass copies from to to, ordered by the digit at shift, otherwise in the same order.
func (s *sampler) radixPass(to, from []uint64, shift uint) {
	const mask = 1<<digitBits - 1
	next := &s.next
	clear(next[:])
	for _, u := range from {
		next[u>>(shift&63)&mask]++
	}
	at := uint32(0)
	for i, c := range next {
		next[i] = at
		at += c
	}
	for _, u := range from {
		d := u >> (shift & 63) & mask
		to[next[d]] = u
		next[d]++
	}
}
