package reportx

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"
)

var timeUnits = []struct {
	name string
	ns   float64
}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}, {"ns", 1}}

// formatNS writes a time in ns with a unit that suits it and up to four
// significant digits, without trailing zeros: 11.76ms, 40ms, 0.25ns.
func formatNS(ns float64) string { return scaleNS(ns).format(ns, 4) }

// A timeScale is a unit in which times are written.
type timeScale struct {
	name string
	ns   float64
}

// scaleNS chooses the unit for a time: the largest in which it is at least 1
// once it is rounded.
func scaleNS(ns float64) timeScale {
	for _, u := range timeUnits {
		if math.Abs(ns) >= u.ns*0.99995 {
			return u
		}
	}
	return timeUnits[len(timeUnits)-1]
}

func (u timeScale) format(ns float64, digits int) string {
	return u.number(ns, digits) + u.name
}

// number is the time in that unit without its name.
func (u timeScale) number(ns float64, digits int) string {
	return significant(ns/u.ns, digits)
}

// significant writes x with so many significant digits, more where it has more
// before the point, and without trailing zeros; with an exponent from 1e15 on and below 1e-9.
func significant(x float64, digits int) string {
	if x == 0 {
		return "0"
	}
	if math.Abs(x) >= 1e15 || math.Abs(x) < 1e-9 {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	// The exponent of the rounded number: 9.9999 has that of 10.
	e := strconv.FormatFloat(x, 'e', digits-1, 64)
	exponent, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	s := strconv.FormatFloat(x, 'f', max(0, digits-1-exponent), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// formatMetric writes the value of a result line for people: times with a
// unit, others with an SI or binary prefix.
func formatMetric(x float64, unit string) string {
	if unit == "ns/op" || strings.HasSuffix(unit, "-ns/op") || strings.HasSuffix(unit, "-ns") {
		return formatNS(x)
	}
	if math.Abs(x) < 1e4 && math.Abs(x) >= 1e-3 || math.Abs(x) < 1e-9 {
		return significant(x, 4)
	}
	return benchunit.Scale(x, benchunit.ClassOf(unit))
}

// formatCount writes a number of samples with commas.
func formatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// percentName is the heading of a percentile: p99.9.
func percentName(p float64) string { return "p" + strconv.FormatFloat(p, 'f', -1, 64) }

// printable is text that a terminal shows as it is: what is no character or
// not printable is escaped.
func printable(s string) string {
	q := strconv.Quote(s)
	if q = q[1 : len(q)-1]; strings.ContainsAny(s, `"\`) {
		q = strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(q)
	}
	return q
}
