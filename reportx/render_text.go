package reportx

import (
	"bufio"
	"io"
	"slices"
	"strconv"
)

// WriteText writes the report for a person to read: for each package a table
// of its benchmarks, with the 95% interval under each percentile, and under the
// table what else is to be known.
func (r *Report) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, group := range byPackage(r.Benchmarks) {
		if i > 0 {
			out.WriteByte('\n')
		}
		textPackage(out, group)
	}
	return out.Flush()
}

func textPackage(out *bufio.Writer, group []*Summary) {
	if pkg := group[0].Pkg; pkg != "" {
		out.WriteString("pkg: " + printable(pkg) + "\n")
	}
	if env := environment(group); env != "" {
		out.WriteString(env + "\n")
	}
	if group[0].Pkg != "" {
		out.WriteByte('\n')
	}
	sampled, _ := divide(group)
	if len(sampled) > 0 {
		textSamples(out, sampled)
	}
	textMetrics(out, group, len(sampled) > 0)
	textCounters(out, group)
	textRooflines(out, group)
	lines := legend(group)
	for _, m := range remarks(group) {
		lines = append(lines, m.who(len(group))+": "+m.text)
	}
	if len(lines) > 0 {
		out.WriteByte('\n')
	}
	for _, line := range lines {
		out.WriteString(line + "\n")
	}
}

func textSamples(out *bufio.Writer, sampled []*Summary) {
	t := table{left: []bool{true}}
	head := row{{"benchmark"}, {"runs"}, {"samples"}, {"warm-up"}, {"mean"}}
	for _, p := range sampled[0].distributions()[0].Percentiles {
		head = append(head, cell{percentName(p.P)})
	}
	t.add(head...)
	for _, s := range sampled {
		for _, d := range s.distributions() {
			t.add(textRow(s, d)...)
		}
	}
	t.write(out)
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
func textMetrics(out *bufio.Writer, group []*Summary, more bool) {
	t := table{left: []bool{true, false, false, true}}
	t.add(row{{"benchmark"}, {"runs"}, {"mean"}, {"median"}, {"min"}, {"max"}, {"unit"}}...)
	t.left = []bool{true, false, false, false, false, false, true}
	for _, s := range group {
		for _, m := range s.runMetrics() {
			mean := absent
			if m.HasMean {
				mean = formatMetric(m.Mean, m.Unit)
			}
			t.add(cell{printable(s.Name)}, cell{strconv.Itoa(m.Runs)}, cell{mean}, cell{formatMetric(m.Median, m.Unit)},
				cell{formatMetric(m.Min, m.Unit)}, cell{formatMetric(m.Max, m.Unit)}, cell{printable(m.Unit)})
		}
	}
	if len(t.rows) == 1 {
		return
	}
	if more {
		out.WriteByte('\n')
	}
	t.write(out)
}
