package reportx

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// WriteMarkdown writes the report as WriteText does, with tables as GitHub
// shows them, for a comment on a pull request or a job summary.
func (r *Report) WriteMarkdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, group := range byPackage(r.Benchmarks) {
		if i > 0 {
			out.WriteByte('\n')
		}
		markdownPackage(out, group)
	}
	return out.Flush()
}

func markdownPackage(out *bufio.Writer, group []*Summary) {
	if pkg := group[0].Pkg; pkg != "" {
		out.WriteString("### " + markdownText(pkg) + "\n\n")
	}
	if env := environment(group); env != "" {
		out.WriteString(markdownText(env) + "\n\n")
	}
	sampled, _ := divide(group)
	if len(sampled) > 0 {
		markdownSamples(out, sampled)
	}
	markdownMetrics(out, group, len(sampled) > 0)
	markdownCounters(out, group)
	markdownRooflines(out, group)
	lines := legend(group)
	for _, m := range remarks(group) {
		lines = append(lines, m.among(len(group)))
	}
	if len(lines) > 0 {
		out.WriteByte('\n')
	}
	for _, line := range lines {
		out.WriteString("- " + markdownText(line) + "\n")
	}
}

func markdownSamples(out *bufio.Writer, sampled []*Summary) {
	head := []string{"benchmark", "runs", "samples", "warm-up", "mean"}
	for _, p := range sampled[0].distributions()[0].Percentiles {
		head = append(head, percentName(p.P))
	}
	markdownRow(out, head)
	markdownRow(out, append([]string{":--"}, repeat("--:", len(head)-1)...))
	for _, s := range sampled {
		for _, d := range s.distributions() {
			var cells []string
			for _, c := range textRow(s, d) {
				text := markdownText(strings.TrimSpace(c.line(0)))
				if below := c.line(1); below != "" {
					text += "<br>" + markdownText(below)
				}
				cells = append(cells, text)
			}
			if d.Stage != "" {
				cells[0] = "&emsp;" + cells[0]
			}
			markdownRow(out, cells)
		}
	}
}

func markdownMetrics(out *bufio.Writer, group []*Summary, more bool) {
	head := false
	for _, s := range group {
		for _, m := range s.runMetrics() {
			if !head {
				if more {
					out.WriteByte('\n')
				}
				markdownRow(out, []string{"benchmark", "runs", "mean", "median", "min", "max", "unit"})
				markdownRow(out, []string{":--", "--:", "--:", "--:", "--:", "--:", ":--"})
				head = true
			}
			mean := absent
			if m.HasMean {
				mean = s.metric(m.Mean, m.Unit)
			}
			cells := []string{s.metric(m.Median, m.Unit), s.metric(m.Min, m.Unit), s.metric(m.Max, m.Unit), printable(m.Unit)}
			for i := range cells {
				cells[i] = markdownText(cells[i])
			}
			markdownRow(out, append([]string{markdownText(printable(s.Name)), strconv.Itoa(m.Runs), markdownText(mean)}, cells...))
		}
	}
}

func markdownRow(out *bufio.Writer, cells []string) {
	out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func repeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

// markdownText is text without anything that Markdown would interpret.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '<':
			b.WriteString("&lt;")
			continue
		case '&':
			b.WriteString("&amp;")
			continue
		case '\\', '`', '*', '_', '[', ']', '|', '~', '#', '$':
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
