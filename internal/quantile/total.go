package quantile

import (
	"math"
	"math/bits"
)

// total is an exact sum of values in 128 bits, two's complement.
type total struct{ hi, lo uint64 }

// safe is the magnitude up to which the values of a chunk cannot overflow int64 together.
const safe = math.MaxInt64 / chunkLen

func (t *total) add(x int64) {
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, uint64(x), 0)
	t.hi += uint64(x>>63) + carry
}

func (t *total) addAll(xs []int64) {
	for _, x := range xs {
		t.add(x)
	}
}

// join adds another sum.
func (t *total) join(o total) {
	var carry uint64
	t.lo, carry = bits.Add64(t.lo, o.lo, 0)
	t.hi += o.hi + carry
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
	// |mean| <= 2^63 keeps hi below n.
	quotient, remainder := bits.Div64(hi, lo, uint64(n))
	return sign * (float64(quotient) + float64(remainder)/float64(n))
}
