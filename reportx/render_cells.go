package reportx

import "github.com/plateau-bench/plateau/internal/quantity"

// absent stands for a number that is not known.
const absent = "-"

// doubt marks numbers of what never settled.
const (
	doubt           = "~"
	unsettledLegend = doubt + " in doubt: the benchmark never settled"
)

// value is a time, in doubt where the benchmark never settled.
func (s *Summary) value(ns float64) string { return s.doubt() + formatNS(ns) }

// metric is what result lines say, in doubt where the benchmark never settled.
func (s *Summary) metric(x float64, unit string) string {
	if bookkeeping(unit) {
		return formatMetric(x, unit)
	}
	return s.doubt() + formatMetric(x, unit)
}

func (s *Summary) doubt() string {
	if s.Settled == NeverSettled {
		return doubt
	}
	return ""
}

func (s *Summary) percentile(p Percentile) string {
	switch {
	case !p.Supported:
		return absent
	case p.Weak:
		return s.value(p.Value) + "*"
	}
	return s.value(p.Value)
}

// interval is that of p in short, "" without one.
func interval(p Percentile) string {
	switch {
	case !p.Supported:
		return ""
	case p.HasLo && p.HasHi:
		return timeRange(p.Lo, p.Hi)
	case p.HasLo:
		return "≥" + formatTime(p.Lo, intervalDigits)
	case p.HasHi:
		return "≤" + formatTime(p.Hi, intervalDigits)
	}
	return ""
}

// intervalDigits is the precision of the ends of intervals: they are not known better.
const intervalDigits = 3

// timeRange is "1.1–1.4ms", with a digit more where the ends would look the same.
func timeRange(lo, hi float64) string {
	digits := intervalDigits
	if formatTime(lo, digits) == formatTime(hi, digits) {
		digits++
	}
	from, to := quantity.UnitOf(lo, digits), quantity.UnitOf(hi, digits)
	if from != to {
		return from.Format(lo, digits) + "–" + to.Format(hi, digits)
	}
	return from.Number(lo, digits) + "–" + to.Format(hi, digits)
}

// discarded is the range of the operations discarded at the beginning of a run.
func (d *Distribution) discarded() string {
	if len(d.Warmup) == 0 {
		return absent
	}
	lo, hi := d.Warmup[0], d.Warmup[0]
	for _, n := range d.Warmup {
		lo, hi = min(lo, n), max(hi, n)
	}
	if lo == hi {
		return formatCount(lo)
	}
	return formatCount(lo) + "–" + formatCount(hi)
}
