package reportx

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A textPage is where text is written.
type textPage struct {
	*bufio.Writer
	TextOptions
}

// table writes a table as wide as the page.
func (p textPage) table(t table) {
	t.width = p.Width
	if p.Color && t.paint == nil {
		t.paint = shaded
	}
	t.write(p.Writer)
}

// line writes a remark.
func (p textPage) line(s string) {
	if p.Color && (strings.Contains(s, " is suspect: ") || strings.Contains(s, ": never settled: ")) {
		s = yellow + s + plain
	}
	p.WriteString(s + "\n")
}

// What terminals understand (ECMA-48, section 8.3.117).
const (
	plain  = "\x1b[0m"
	faint  = "\x1b[2m"
	yellow = "\x1b[33m"
)

// shaded is a cell's line with intervals faint and what is in doubt yellow.
func shaded(s string) string {
	switch {
	case strings.HasPrefix(s, "~"), strings.HasSuffix(s, "*"):
		return yellow + s + plain
	case strings.HasSuffix(s, "s") && (strings.Contains(s, "–") || strings.HasPrefix(s, "≥") || strings.HasPrefix(s, "≤")):
		return faint + s + plain
	}
	return s
}

// WriteText writes the report for a person to read: for each package a table
// of its benchmarks, with the 95% interval under each percentile and a histogram of the samples
// under each row, and under the table what else is to be known.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	out := textPage{bufio.NewWriter(w), o}
	for i, group := range byPackage(r.Benchmarks) {
		if i > 0 {
			out.WriteByte('\n')
		}
		textPackage(out, group)
	}
	return out.Flush()
}

func textPackage(out textPage, group []*Summary) {
	if pkg := group[0].Pkg; pkg != "" {
		out.line("pkg: " + printable(pkg))
	}
	if env := environment(group); env != "" {
		out.line(env)
	}
	if group[0].Pkg != "" {
		out.line("")
	}
	sampled, _ := divide(group)
	drawn := false
	if len(sampled) > 0 {
		drawn = textSamples(out, sampled)
	}
	textMetrics(out, group, len(sampled) > 0)
	textCounters(out, group)
	textRooflines(out, group)
	lines := legend(group)
	if drawn {
		lines = append([]string{sparkLegend}, lines...)
	}
	for _, m := range remarks(group) {
		lines = append(lines, m.among(len(group)))
	}
	if len(lines) > 0 {
		out.line("")
	}
	for _, line := range lines {
		out.line(line)
	}
}

// textSamples writes the table of samples, and says whether there are histograms in it.
func textSamples(out textPage, sampled []*Summary) (drawn bool) {
	t := table{left: []bool{true}, under: make(map[int]string)}
	head := row{{"benchmark"}, {"runs"}, {"samples"}, {"warm-up"}, {"mean"}}
	for _, p := range sampled[0].distributions()[0].Percentiles {
		head = append(head, cell{percentName(p.P)})
	}
	t.add(head...)
	for _, s := range sampled {
		for _, d := range s.distributions() {
			indent := "  "
			if d.Stage != "" {
				indent = "    "
			}
			if line := d.spark(cmp.Or(out.Width, pageWidth) - len(indent)); line != "" {
				t.under[len(t.rows)] = indent + line
				drawn = true
			}
			t.add(textRow(s, d)...)
		}
	}
	out.table(t)
	return drawn
}

func textRow(s *Summary, d *Distribution) row {
	name := printable(s.Name)
	if d.Stage != "" {
		name = "  " + printable(d.Stage)
	}
	runs := strconv.Itoa(d.Runs)
	if d.Runs != s.Runs {
		runs += "/" + strconv.Itoa(s.Runs)
	}
	r := row{{name}, {runs}, {formatCount(d.Samples)}, {d.discarded()}}
	if d.timeless() {
		return append(r, slices.Repeat(row{{absent}}, 1+len(d.Percentiles))...)
	}
	r = append(r, cell{s.value(d.Mean)})
	for _, p := range d.Percentiles {
		r = append(r, cell{s.percentile(p), interval(p)})
	}
	return r
}

// textMetrics writes what the result lines say.
func textMetrics(out textPage, group []*Summary, more bool) {
	t := table{left: []bool{true, false, false, true}}
	t.add(row{{"benchmark"}, {"runs"}, {"mean"}, {"median"}, {"min"}, {"max"}, {"unit"}}...)
	t.left = []bool{true, false, false, false, false, false, true}
	for _, s := range group {
		for _, m := range s.runMetrics() {
			mean := absent
			if m.HasMean {
				mean = s.metric(m.Mean, m.Unit)
			}
			t.add(cell{printable(s.Name)}, cell{strconv.Itoa(m.Runs)}, cell{mean}, cell{s.metric(m.Median, m.Unit)},
				cell{s.metric(m.Min, m.Unit)}, cell{s.metric(m.Max, m.Unit)}, cell{printable(m.Unit)})
		}
	}
	if len(t.rows) == 1 {
		return
	}
	if more {
		out.WriteByte('\n')
	}
	out.table(t)
}
