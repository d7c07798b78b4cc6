package quantile

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// whole is a share of one in millionths.
const whole = 1_000_000

// P is a percentile in millionths of the samples: P(990000) is p99, P(999000)
// is p99.9. It is an integer because ceil(99.9/100 × 1000) is 1000 in floating
// point, where the rank is 999. Valid are 1 to 999999: 0 and 1000000 would be
// minimum and maximum, which have names of their own. The zero value is invalid.
type P uint32

// Percent converts a percentile in percent, 99.9 for p99.9. It fails unless
// 0 < x < 100 and x is a multiple of 0.0001, the resolution of [P], within
// what floating point makes of it.
func Percent(x float64) (P, error) {
	// Negated so that NaN fails too.
	if !(x > 0 && x < 100) {
		return 0, fmt.Errorf("percentile %v: want a number above 0 and below 100", x)
	}
	millionths := math.Round(x * 1e4)
	if math.Abs(x*1e4-millionths) > 1e-6 || millionths < 1 || millionths >= whole {
		return 0, fmt.Errorf("percentile %v: want a multiple of 0.0001", x)
	}
	return P(millionths), nil
}

// Percent is p in percent, 99.9 for p99.9.
func (p P) Percent() float64 { return float64(p) / 1e4 }

// String is the name of p without trailing zeros: "p50", "p99.9", "p0.0001".
func (p P) String() string {
	name := "p" + strconv.FormatUint(uint64(p/1e4), 10)
	if fraction := p % 1e4; fraction != 0 {
		name += strings.TrimRight(fmt.Sprintf(".%04d", fraction), "0")
	}
	return name
}

// Valid reports whether p lies strictly between minimum and maximum.
func (p P) Valid() bool { return p > 0 && p < whole }

// Rank is the nearest rank of p among n samples, ceil(p × n), counted from 1
// for the smallest. It is exact for every n. Rank is 0 when n is below 1, and n
// when p is 1000000 or more.
func Rank(p P, n int64) int64 {
	switch {
	case n < 1:
		return 0
	case p >= whole:
		return n
	}
	hi, lo := bits.Mul64(uint64(p), uint64(n))
	lo, carry := bits.Add64(lo, whole-1, 0)
	rank, _ := bits.Div64(hi+carry, lo, whole) // hi < whole, since p < whole
	return max(1, int64(rank))
}

// Beyond is the number of samples that rank above p among n, n - Rank(p, n):
// what an estimate of p rests on. Samples equal to the percentile count as
// beyond it when they rank above it.
func Beyond(p P, n int64) int64 {
	if n < 1 {
		return 0
	}
	return n - Rank(p, n)
}

// Supported reports whether n samples say anything about p: any sample does
// up to the median, above it at least one must lie beyond, n(1-p) >= 1.
func Supported(p P, n int64) bool {
	if p <= whole/2 {
		return n >= 1
	}
	return Beyond(p, n) >= 1
}

// validate finds the first percentile that is none.
func validate(ps []P) error {
	for _, p := range ps {
		if !p.Valid() {
			return fmt.Errorf("percentile of %d millionths: want 1 to 999999", uint32(p))
		}
	}
	return nil
}
