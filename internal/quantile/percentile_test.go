package quantile

import (
	"math"
	"math/big"
	"testing"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		percent float64
		want    P
		name    string
	}{
		{50, 500_000, "p50"},
		{99, 990_000, "p99"},
		{99.9, 999_000, "p99.9"},
		{99.99, 999_900, "p99.99"},
		{99.9999, 999_999, "p99.9999"}, // the greatest
		{0.0001, 1, "p0.0001"},         // the smallest
		{99.3092, 993_092, "p99.3092"},
		{2.5, 25_000, "p2.5"},
		{100 - 0.1, 999_000, "p99.9"},             // computed, not written
		{0.999 * 100, 999_000, "p99.9"},           // likewise, and rounded differently
		{99.05, 990_500, "p99.05"},                // a zero inside the fraction stays
		{1 - 0.9 - 0.05, 500, "p0.05"},            // 0.04999999999999998
		{33.3333, 333_333, "p33.3333"},            // all four decimals
		{10, 100_000, "p10"},                      // zeros before the point stay
		{math.Nextafter(50, 100), 500_000, "p50"}, // within what floating point makes of 50
	} {
		got, err := Percent(c.percent)
		if err != nil || got != c.want || got.String() != c.name || !got.Valid() {
			t.Errorf("Percent(%v) = %d, %v, named %v, want %d, %s", c.percent, uint32(got), err, got, c.want, c.name)
		}
		if math.Abs(got.Percent()-c.percent) > 1e-12 {
			t.Errorf("%v.Percent() = %v, want %v", got, got.Percent(), c.percent)
		}
	}
	for _, percent := range []float64{
		0, 100, math.Nextafter(100, 0), math.Nextafter(0, 1), -1, 101,
		99.99999, 0.00005, 99.90001,
		math.NaN(), math.Inf(1), math.Inf(-1),
	} {
		if got, err := Percent(percent); err == nil {
			t.Errorf("Percent(%v) = %d, want an error", percent, uint32(got))
		}
	}
	if P(0).Valid() || P(whole).Valid() {
		t.Error("minimum or maximum is a valid percentile")
	}
}

func TestRank(t *testing.T) {
	for _, c := range []struct {
		p       P
		n, want int64
	}{
		{999_000, 1000, 999}, // 1000 in floating point: 99.9/100*1000 = 999.0000000000001
		{990_000, 1000, 990},
		{500_000, 20, 10},
		{900_000, 20, 18},
		{990_000, 20, 20},
		{500_000, 1, 1},
		{500_000, 2, 1},
		{500_000, 3, 2},
		{1, 1, 1},
		{1, 1_000_000, 1},
		{1, 1_000_001, 2},
		{999_999, 1_000_000, 999_999},
		{999_999, 999_999, 999_999},
		{500_000, 0, 0},
		{500_000, -5, 0},
		{0, 10, 1}, // outside the percentiles: the ends
		{whole, 10, 10},
		{math.MaxUint32, math.MaxInt64, math.MaxInt64},
	} {
		if got := Rank(c.p, c.n); got != c.want {
			t.Errorf("Rank(%v, %d) = %d, want %d", c.p, c.n, got, c.want)
		}
		if got := Beyond(c.p, c.n); got != max(c.n, 0)-c.want {
			t.Errorf("Beyond(%v, %d) = %d, want %d", c.p, c.n, got, c.n-c.want)
		}
	}
}

// TestRankExact has arbitrary precision for a witness where 64 bits are short.
func TestRankExact(t *testing.T) {
	for _, p := range []P{1, 7, 333_333, 500_000, 999_000, 999_999} {
		for _, n := range []int64{1, 999_999, 1_000_001, math.MaxInt64 / whole, math.MaxInt64/whole + 1, math.MaxInt64 - 1, math.MaxInt64} {
			product := new(big.Int).Mul(big.NewInt(int64(p)), big.NewInt(n))
			product.Add(product, big.NewInt(whole-1))
			if want := product.Div(product, big.NewInt(whole)).Int64(); Rank(p, n) != want {
				t.Errorf("Rank(%v, %d) = %d, want %d", p, n, Rank(p, n), want)
			}
		}
	}
}

func TestSupported(t *testing.T) {
	for _, c := range []struct {
		p    P
		n    int64
		want bool
	}{
		{500_000, 0, false},
		{500_000, 1, true},
		{1, 1, true}, // any sample, up to the median
		{500_001, 1, false},
		{990_000, 99, false},
		{990_000, 100, true},
		{999_000, 100, false}, // worked example 17
		{999_000, 999, false},
		{999_000, 1000, true},
		{999_999, 999_999, false},
		{999_999, 1_000_000, true},
		{990_000, math.MaxInt64, true},
	} {
		if got := Supported(c.p, c.n); got != c.want {
			t.Errorf("Supported(%v, %d) = %v, want %v", c.p, c.n, got, c.want)
		}
	}
}
