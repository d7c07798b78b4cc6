package reportx

import (
	"slices"
	"strings"
)

// An overview is a table of benchmarks.
type overview struct {
	first    int  // number of the section of the first benchmark; 0 where they have none
	packages bool // their packages are said
	bare     bool // nothing is drawn
}

// name is the cell that names benchmark i.
func (o overview) name(i int, s *Summary) htmlCell {
	c := htmlCell{Text: printable(s.Name)}
	if o.first > 0 {
		c.Href = "#" + anchor(o.first+i)
	}
	if n := len(suspectLines(s)); n > 0 {
		c.Sub, c.Class = "▲ "+plural(int64(n), "suspect run"), "alarm"
	} else if o.packages && s.Pkg != "" {
		c.Sub = printable(s.Pkg)
	}
	return c
}

// block is the table of the percentiles of those that have samples.
func (o overview) block(list []*Summary) htmlBlock {
	t := &htmlTable{Head: heads("benchmark", "runs", "samples", "warm-up", "mean")}
	for i, s := range list {
		for _, d := range s.distributions() {
			if len(t.Rows) == 0 {
				for _, p := range d.Percentiles {
					t.Head = append(t.Head, htmlHead{Text: percentName(p.P)})
				}
				if !o.bare {
					t.Head = append(t.Head, htmlHead{Text: "histogram", Left: true})
				}
			}
			t.Rows = append(t.Rows, o.row(i, s, d))
		}
	}
	return htmlBlock{Title: "Overview", Level: 3, Whole: true, Table: t, Lines: legend(list)}
}

func (o overview) row(i int, s *Summary, d *Distribution) (cells []htmlCell) {
	for _, c := range textRow(s, d) {
		cells = append(cells, htmlCell{Text: strings.TrimSpace(c.line(0)), Sub: c.line(1)})
	}
	if d.Stage == "" {
		cells[0] = o.name(i, s)
	} else {
		cells[0].Text = printable(s.Name) + " " + cells[0].Text
	}
	if d.spread != nil && !o.bare {
		cells = append(cells, htmlCell{SVG: d.mini(printable(s.Name)), Class: "mini"})
	}
	return cells
}

// lineOverview is the table of what result lines say: for each unit the median over runs and, below it, the range.
func lineOverview(list []*Summary, o overview) (htmlBlock, bool) {
	p := newPivot(len(list), func(i int) (units []string) {
		for _, m := range list[i].runMetrics() {
			units = append(units, m.Unit)
		}
		return units
	})
	if len(p.columns) == 0 {
		return htmlBlock{}, false
	}
	b := htmlBlock{Title: "Result lines", Level: 3, Whole: true, Text: "The median of the runs, and below it their range."}
	b.Table = &htmlTable{Head: heads("benchmark", "runs")}
	for _, unit := range p.columns {
		b.Table.Head = append(b.Table.Head, htmlHead{Text: printable(unit)})
	}
	for i, s := range list {
		metrics := s.runMetrics()
		if len(metrics) == 0 {
			continue
		}
		cells := p.row()
		runs := 0
		for _, m := range metrics {
			runs = max(runs, m.Runs)
			if at, ok := p.at[m.Unit]; ok {
				cells[at] = m.cell(s)
			}
		}
		b.Table.Rows = append(b.Table.Rows, slices.Concat([]htmlCell{o.name(i, s), {Text: formatCount(int64(runs))}}, cells))
	}
	return b, true
}

// cell is the metric in a table.
func (m *RunMetric) cell(s *Summary) htmlCell {
	c := htmlCell{Text: s.metric(m.Median, m.Unit)}
	if lo, hi := formatMetric(m.Min, m.Unit), formatMetric(m.Max, m.Unit); lo != hi {
		c.Sub = lo + "–" + hi
	}
	return c
}
