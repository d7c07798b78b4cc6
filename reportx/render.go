package reportx

import (
	"fmt"
	"io"
	"strings"
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
