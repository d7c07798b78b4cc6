package reportx

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchunit"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// How numbers are written everywhere in a report: times in ns with a unit and up to four significant digits, numbers of samples with
// commas, others with so many significant digits.
func formatNS(ns float64) string               { return quantity.Time(ns) }
func formatCount(n int64) string               { return quantity.Count(n) }
func significant(x float64, digits int) string { return quantity.Significant(x, digits) }
func formatTime(ns float64, digits int) string { return quantity.TimeDigits(ns, digits) }

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
