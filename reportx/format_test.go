package reportx

import (
	"math"
	"testing"
)

func TestFormatNS(t *testing.T) {
	for _, c := range []struct {
		ns   float64
		want string
		why  string
	}{
		{0, "0ns", "zero has a unit"},
		{0.25, "0.25ns", "below a nanosecond there is no smaller unit"},
		{0.000123456, "0.0001235ns", "small numbers keep their digits, without an exponent"},
		{1, "1ns", "no trailing zeros"},
		{12.345678, "12.35ns", "four digits"},
		{999.94, "999.9ns", "rounds below the next unit"},
		{999.95, "1µs", "rounds to the next unit"},
		{math.Nextafter(999.95, 0), "999.9ns", "the neighbour below the boundary"},
		{1000, "1µs", ""},
		{11.76e6, "11.76ms", ""},
		{600e6, "600ms", "integers keep their zeros"},
		{999.95e6, "1s", ""},
		{123456e9, "123456s", "more than four digits before the point"},
		{-1500, "-1.5µs", "differences can be negative"},
	} {
		if got := formatNS(c.ns); got != c.want {
			t.Errorf("formatNS(%v) = %s, want %s: %s", c.ns, got, c.want, c.why)
		}
	}
}

func TestFormatCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := formatCount(n); got != want {
			t.Errorf("formatCount(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTimeRange(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   string
	}{
		{1.1e6, 1.4e6, "1.1–1.4ms"},
		{900e3, 1.4e6, "900µs–1.4ms"},
		{5691, 5694, "5.691–5.694µs"}, // three digits would not tell them apart
		{5691, 5691, "5.691–5.691µs"},
	} {
		if got := timeRange(c.lo, c.hi); got != c.want {
			t.Errorf("timeRange(%v, %v) = %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestRunList(t *testing.T) {
	for _, c := range []struct {
		runs []int
		want string
	}{
		{[]int{2}, "run 2"},
		{[]int{2, 5}, "runs 2 and 5"},
		{[]int{2, 3}, "runs 2 and 3"},
		{[]int{1, 2, 3}, "runs 1-3"},
		{[]int{1, 2, 3, 7, 9}, "runs 1-3, 7 and 9"},
		{[]int{1, 3, 5, 7, 9, 11, 13, 15, 17}, "9 runs"},
	} {
		if got := runList(c.runs); got != c.want {
			t.Errorf("runList(%v) = %q, want %q", c.runs, got, c.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"größe=1|2": "größe=1|2", "a\x1b[31m": `a\x1b[31m`, `q"\`: `q"\`, "bad\xff": `bad\xff`, "": "",
	} {
		if got := printable(in); got != want {
			t.Errorf("printable(%q) = %q, want %q", in, got, want)
		}
	}
}
