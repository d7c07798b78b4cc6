package series

import (
	"math/bits"
	"slices"
)

const (
	digitBits = 11
	// radixMin is the number of values from which sorting by digits pays.
	radixMin = 1024
)

// sort returns the scaled values in ascending order; the result lies in e.sorted or e.spare.
func (e *Encoder) sort(values []int64, sc scale) []uint64 {
	from, to := e.sorted[:len(values)], e.spare[:len(values)]
	all := uint64(0)
	for i, v := range values {
		u := sc.down(v)
		from[i] = u
		all |= u
	}
	if len(values) < radixMin {
		slices.Sort(from)
		return from
	}
	passes := (bits.Len64(all) + digitBits - 1) / digitBits
	for p := range passes {
		radixPass(to, from, uint(p*digitBits))
		from, to = to, from
	}
	return from
}

// radixPass copies from to to, ordered by the digit at shift, otherwise in the same order.
func radixPass(to, from []uint64, shift uint) {
	const mask = 1<<digitBits - 1
	var next [1 << digitBits]uint32
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
