package tally

import (
	"slices"
	"strconv"
	"strings"
)

// Whys say which of some counts were not taken, or not as asked for, and why, those for the same reason in one line. Reasons that
// differ in nothing but a percentage are the same, and the line has the range.
func Whys(counts []Count) (lines []string) {
	var reasons []*reason
	for _, c := range counts {
		if c.Why == "" {
			continue
		}
		said := newReason(c)
		if i := slices.IndexFunc(reasons, said.like); i >= 0 {
			reasons[i].join(said)
		} else {
			reasons = append(reasons, said)
		}
	}
	for _, r := range reasons {
		lines = append(lines, strings.Join(r.names, ", ")+": "+r.text())
	}
	return lines
}

// A reason is a Why, cut at its first percentage.
type reason struct {
	names         []string
	before, after string
	lo, hi        float64 // percent
	low, high     string  // as written; "" without a percentage
}

func newReason(c Count) *reason {
	r := &reason{names: []string{c.Name}, before: c.Why}
	if before, percent, after, ok := cutPercent(c.Why); ok {
		r.before, r.low, r.high, r.after = before, percent, percent, after
		r.lo, _ = strconv.ParseFloat(percent, 64)
		r.hi = r.lo
	}
	if c.Total == nil {
		r.before = "not counted: " + r.before
	}
	return r
}

// cutPercent cuts s around the first number that stands before a percent sign.
func cutPercent(s string) (before, percent, after string, ok bool) {
	end := strings.IndexByte(s, '%')
	if end < 0 {
		return "", "", "", false
	}
	begin := strings.LastIndexFunc(s[:end], func(r rune) bool { return (r < '0' || r > '9') && r != '.' }) + 1
	if _, err := strconv.ParseFloat(s[begin:end], 64); err != nil {
		return "", "", "", false
	}
	return s[:begin], s[begin:end], s[end:], true
}

func (r *reason) like(other *reason) bool {
	return r.before == other.before && r.after == other.after && (r.low == "") == (other.low == "")
}

func (r *reason) join(other *reason) {
	for _, name := range other.names {
		if !slices.Contains(r.names, name) {
			r.names = append(r.names, name)
		}
	}
	if other.lo < r.lo {
		r.lo, r.low = other.lo, other.low
	}
	if other.hi > r.hi {
		r.hi, r.high = other.hi, other.high
	}
}

func (r *reason) text() string {
	if r.low == r.high {
		return r.before + r.low + r.after
	}
	return r.before + r.low + "% to " + r.high + r.after
}
