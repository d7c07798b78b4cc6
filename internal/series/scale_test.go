package series

import (
	"math"
	"testing"
)

func TestScale(t *testing.T) {
	for _, c := range []struct {
		name   string
		values []int64
		min    int64
		step   uint64
		most   uint64
	}{
		{"one value", []int64{7}, 7, 1, 0},
		{"equal values", []int64{7, 7, 7}, 7, 1, 0},
		{"two values: their distance", []int64{100, 74}, 74, 26, 1},
		{"a power of two", []int64{8, 16, 64}, 8, 8, 7},
		{"odd", []int64{0, 9, 21}, 0, 3, 7},
		{"even times odd", []int64{5, 5 + 26*3, 5 + 26*8}, 5, 26, 8},
		{"found late", []int64{0, 52, 104, 26}, 0, 26, 4},
		{"lost late", []int64{0, 52, 104, 27}, 0, 1, 104},
		{"negative", []int64{-30, -10, 20}, -30, 10, 5},
		{"the full range", []int64{math.MinInt64, math.MaxInt64}, math.MinInt64, math.MaxUint64, 1},
		{"nearly", []int64{math.MinInt64, math.MaxInt64, 0}, math.MinInt64, 1, math.MaxUint64},
		{"2^63", []int64{math.MinInt64, 0}, math.MinInt64, 1 << 63, 1},
		// 2^63-2 is a multiple of 3. Modulo 2^64 every number is, so that an inexact quotient must not pass.
		{"a large remainder", []int64{0, 3, math.MaxInt64 - 1}, 0, 3, (math.MaxInt64 - 1) / 3},
		{"a large remainder, inexact", []int64{0, 3, math.MaxInt64}, 0, 1, math.MaxInt64},
	} {
		sc := scaleOf(c.values)
		if sc.min != c.min || sc.step != c.step || sc.most != c.most {
			t.Errorf("%s: min %d, step %d, most %d; want %d, %d, %d", c.name, sc.min, sc.step, sc.most, c.min, c.step, c.most)
		}
		for _, v := range c.values {
			if got := c.min + int64(sc.down(v)*sc.step); got != v {
				t.Errorf("%s: %d comes back as %d", c.name, v, got)
			}
		}
	}
}
