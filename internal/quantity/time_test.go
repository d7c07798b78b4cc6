package quantity

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

var (
	below = func(x float64) float64 { return math.Nextafter(x, 0) }
	above = func(x float64) float64 { return math.Nextafter(x, math.Inf(1)) }
)

func TestTime(t *testing.T) {
	for _, c := range []struct {
		ns         float64
		want, full string
		why        string
	}{
		{0, "0ns", "0.000ns", "zero has a unit"},
		{math.Copysign(0, -1), "0ns", "-0.000ns", "as strconv has it"},
		{0.25, "0.25ns", "0.2500ns", "below a nanosecond there is no smaller unit"},
		{1e-3, "0.001ns", "0.001000ns", ""},
		{0.000123456, "0.0001235ns", "0.0001235ns", "small numbers keep their digits, without an exponent"},
		{1e-9, "0.000000001ns", "0.000000001000ns", "the least without an exponent"},
		{below(1e-9), "1e-09ns", "1e-09ns", "and its neighbour"},
		{5e-324, "4.941e-324ns", "4.941e-324ns", "the least there is"},
		{1, "1ns", "1.000ns", ""},
		{below(9.9995), "9.999ns", "9.999ns", "rounds down"},
		{above(9.9995), "10ns", "10.00ns", "rounds up to a digit more before the point"},
		{12.345678, "12.35ns", "12.35ns", "four digits"},
		{99.994, "99.99ns", "99.99ns", ""},
		{99.996, "100ns", "100.0ns", "integers keep their zeros"},
		{999.5, "999.5ns", "999.5ns", "fits into four digits"},
		{below(999.95), "999.9ns", "999.9ns", "the neighbour below the boundary"},
		{999.95, "1µs", "1.000µs", "rounds to the next unit"},
		{1000, "1µs", "1.000µs", ""},
		{999_940, "999.9µs", "999.9µs", ""},
		{999_960, "1ms", "1.000ms", ""},
		{11.76e6, "11.76ms", "11.76ms", ""},
		{40e6, "40ms", "40.00ms", ""},
		{600e6, "600ms", "600.0ms", ""},
		{999_940_000, "999.9ms", "999.9ms", ""},
		{999_960_000, "1s", "1.000s", ""},
		{3600e9, "3600s", "3600s", "there is no larger unit"},
		{123456e9, "123456s", "123456s", "more than four digits before the point"},
		{1e18, "1000000000s", "1000000000s", ""},
		{below(1e24), "1000000000000000s", "1000000000000000s", "the greatest without an exponent"},
		{1e24, "1e+15s", "1e+15s", "and its neighbour"},
		{-1500, "-1.5µs", "-1.500µs", "differences can be negative"},
		{-999.95, "-1µs", "-1.000µs", ""},
		{math.NaN(), "NaN", "NaN", "no unit without a number"},
		{math.Inf(1), "+Inf", "+Inf", ""},
		{math.Inf(-1), "-Inf", "-Inf", ""},
	} {
		if got := Time(c.ns); got != c.want {
			t.Errorf("Time(%v) = %s, want %s: %s", c.ns, got, c.want, c.why)
		}
		if got := FullTime(c.ns); got != c.full {
			t.Errorf("FullTime(%v) = %s, want %s: %s", c.ns, got, c.full, c.why)
		}
	}
}

// The unit is that of the rounded number, however many digits it has.
func TestTimeDigits(t *testing.T) {
	for _, c := range []struct {
		ns     float64
		digits int
		want   string
	}{
		{949, 1, "900ns"}, {951, 1, "1µs"},
		{994, 2, "990ns"}, {996, 2, "1µs"},
		{below(999.5), 3, "999ns"}, {999.5, 3, "1µs"}, {999.6e3, 3, "1ms"},
		{999.95, 5, "999.95ns"}, {999.996, 5, "1µs"},
		{0, 3, "0ns"}, {-999.5, 3, "-1µs"},
	} {
		got := TimeDigits(c.ns, c.digits)
		if c.digits < 3 { // 'f' has no way to write 949 as 900
			got = UnitOf(c.ns, c.digits).Name
			c.want = strings.TrimLeft(c.want, "0123456789")
		}
		if got != c.want {
			t.Errorf("%v in %d digits: %s, want %s", c.ns, c.digits, got, c.want)
		}
	}
}

// Four digits, never more than half of the last one off, at all magnitudes; and Time is FullTime without zeros.
func TestTimeIsNear(t *testing.T) {
	scale := map[string]float64{"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 100_000 {
		ns := math.Pow(10, 15*r.Float64()-3)
		if i%2 == 0 { // beside the steps
			ns = math.Pow(10, float64(r.IntN(15)-3)) * (1 - 5e-5 + 2e-6*(r.Float64()-0.5))
		}
		text := FullTime(ns)
		cut := strings.LastIndexAny(text, "0123456789") + 1
		x, err := strconv.ParseFloat(text[:cut], 64)
		if err != nil || math.Abs(x*scale[text[cut:]]-ns) > 5.1e-4*ns {
			t.Fatalf("%v: %q", ns, text)
		}
		if digits := strings.TrimLeft(strings.Replace(text[:cut], ".", "", 1), "0"); ns < 999e9 && len(digits) != fullDigits {
			t.Fatalf("%v: %q", ns, text)
		}
		short := Time(ns)
		if y, err := strconv.ParseFloat(strings.TrimSuffix(short, text[cut:]), 64); err != nil || x != y {
			t.Fatalf("%v: %q and %q", ns, text, short)
		}
	}
}
