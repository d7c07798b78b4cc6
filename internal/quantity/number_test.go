package quantity

import (
	"math"
	"testing"
)

func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		x      float64
		digits int
		want   string
	}{
		{0, 4, "0"}, {1, 1, "1"}, {0.5, 1, "0.5"}, {9.96, 2, "10"}, {9.94, 2, "9.9"}, {1234.5, 2, "1234"}, {-0.0001235, 3, "-0.000123"},
		{1e-9, 4, "0.000000001"}, {-1.23456e-10, 4, "-1.235e-10"}, {1e-320, 4, "1e-320"}, {5e-324, 4, "4.941e-324"},
		{math.Nextafter(1e15, 0), 4, "1000000000000000"}, {1e15, 4, "1e+15"}, {1e18, 3, "1e+18"}, {math.MaxFloat64, 4, "1.798e+308"},
		{math.NaN(), 4, "NaN"}, {math.Inf(1), 4, "+Inf"}, {math.Inf(-1), 4, "-Inf"},
	} {
		if got := Significant(c.x, c.digits); got != c.want {
			t.Errorf("%v in %d digits: %s, want %s", c.x, c.digits, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Count(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for n, want := range map[int64]string{0: "0 runs", 1: "1 run", 2: "2 runs", 1000: "1000 runs", -1: "-1 runs"} {
		if got := Of(n, "run"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := Of(int(n), "run"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
