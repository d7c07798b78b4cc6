package reportx

import (
	"fmt"
	"io"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// A Format is a form in which a report can be written.
type Format struct {
	Name  string // "text", ...
	Write func(*Report, io.Writer) error
}

// Formats are all of them, the default first.
func Formats() []Format {
	return []Format{
		{"text", func(r *Report, w io.Writer) error { return r.WriteText(w, TextOptions{}) }},
		{"markdown", (*Report).WriteMarkdown},
		{"json", (*Report).WriteJSON},
		{"bench", (*Report).WriteBench},
		{"html", (*Report).WriteHTML},
	}
}

// Write writes the report in the named format. An unknown name is an error
// that lists the known ones.
func (r *Report) Write(w io.Writer, format string) error {
	var names []string
	for _, f := range Formats() {
		if f.Name == format {
			return f.Write(r, w)
		}
		names = append(names, f.Name)
	}
	return fmt.Errorf("no format %q, choose one of %s", format, strings.Join(names, ", "))
}

// byPackage divides benchmarks by package, in the order of their first appearance.
func byPackage(all []*Summary) [][]*Summary {
	index := make(map[string]int)
	var groups [][]*Summary
	for _, s := range all {
		i, ok := index[s.Pkg]
		if !ok {
			i = len(groups)
			index[s.Pkg] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], s)
	}
	return groups
}

// A remark is a line under a table, with the benchmarks that it holds for.
type remark struct {
	text  string
	names []string
}

// remarks are what there is to say about benchmarks beside their numbers. What
// holds for several is said once.
func remarks(all []*Summary) []*remark {
	var list []*remark
	index := make(map[string]*remark)
	add := func(s *Summary, text string) {
		r := index[text]
		if r == nil {
			r = &remark{text: text}
			index[text] = r
			list = append(list, r)
		}
		r.names = append(r.names, printable(s.Name))
	}
	for _, s := range all {
		for _, text := range suspectLines(s) {
			add(s, text)
		}
		for _, d := range s.distributions() {
			for _, why := range whys(d) {
				add(s, of(d)+why)
			}
		}
		for _, n := range s.Notes {
			add(s, n)
		}
	}
	return list
}

// suspectLines names each suspect run once, with all that is odd about it.
func suspectLines(s *Summary) (lines []string) {
	at := make(map[int]int)
	for _, x := range s.Suspects {
		what := fmt.Sprintf("%s, z %.1f", x.Why, x.Z)
		if i, ok := at[x.Run]; ok {
			lines[i] += "; " + what
			continue
		}
		at[x.Run] = len(lines)
		lines = append(lines, fmt.Sprintf("run %d of %d is suspect: %s", x.Run, s.Runs, what))
	}
	return lines
}

// whys says why percentiles are absent or have no interval at all, those for the
// same reason together. That an interval is open on one side the table shows.
func whys(d *Distribution) (lines []string) {
	names := make(map[string][]string)
	var order []string
	if d.timeless() {
		return nil
	}
	for _, p := range d.Percentiles {
		if p.Why == "" || p.HasLo || p.HasHi {
			continue
		}
		key := strings.ReplaceAll(p.Why, " "+percentName(p.P), " it")
		switch {
		case !p.Supported:
			key = "absent, " + key
		case !strings.HasPrefix(key, "no interval"):
			key = "no interval, " + key
		}
		if names[key] == nil {
			order = append(order, key)
		}
		names[key] = append(names[key], percentName(p.P))
	}
	for _, key := range order {
		lines = append(lines, strings.Join(names[key], ", ")+": "+key)
	}
	return lines
}

// who names the benchmarks of a remark, not all of many.
func (r *remark) who(all int) string {
	const named = 3
	switch n := len(r.names); {
	case n == all && n > named:
		return "all"
	case n > named:
		return fmt.Sprintf("%s and %d more", strings.Join(r.names[:named], ", "), n-named)
	}
	return strings.Join(r.names, ", ")
}

// The cells that text and Markdown share.

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

// divide splits benchmarks into those with samples and those without.
func divide(all []*Summary) (sampled, lines []*Summary) {
	for _, s := range all {
		if s.Main != nil || len(s.Stages) > 0 {
			sampled = append(sampled, s)
		} else {
			lines = append(lines, s)
		}
	}
	return sampled, lines
}

// runMetrics are the metrics to show: where there are samples, those of which
// the samples say nothing. The batch is in the notes then.
func (s *Summary) runMetrics() (shown []*RunMetric) {
	sampled := len(s.distributions()) > 0
	for _, m := range s.Metrics {
		if s.Counters.has(m.Unit) {
			continue
		}
		if isUnsettled(m.Unit) {
			continue // every other number is marked instead
		}
		if !sampled || !isTime(m.Unit) && m.Unit != "batch" {
			shown = append(shown, m)
		}
	}
	return shown
}

// legend explains the marks that occur.
func legend(all []*Summary) (lines []string) {
	weak, unsettled, suspect := false, false, false
	for _, s := range all {
		suspect = suspect || len(s.Suspects) > 0
		unsettled = unsettled || s.Settled == NeverSettled
		for _, d := range s.distributions() {
			for _, p := range d.Percentiles {
				weak = weak || p.Supported && p.Weak
			}
		}
	}
	if weak {
		lines = append(lines, "* weak: fewer than 10 samples lie beyond it")
	}
	if unsettled {
		lines = append(lines, unsettledLegend)
	}
	if suspect {
		lines = append(lines, "z: how far the run lies from the median of the runs, in robust standard deviations")
	}
	return lines
}
