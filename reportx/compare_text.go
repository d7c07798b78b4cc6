package reportx

import (
	"bufio"
	"io"
	"slices"
	"strings"
)

// TextOptions say how text looks.
type TextOptions struct {
	// Color sets changes for the worse in red, for the better in green, and what
	// is unsure in yellow, by ANSI escape sequences; in a report what casts doubt on numbers in
	// yellow, and intervals faint.
	Color bool
	// Width is that of the page in characters, to which tables are folded; 0 is 100.
	Width int
}

// WriteText writes the comparison for a person to read: the answer, then for each
// package a table with a row for each benchmark. In a cell are the old and the new value,
// the change with its verdict, and the 95% interval of the change. Other units have a table
// of their own, and so has what a gate decides.
func (c *Comparison) WriteText(w io.Writer, o TextOptions) error {
	out := bufio.NewWriter(w)
	paint := func(s string) string { return s }
	if o.Color {
		paint = colored
	}
	out.WriteString(c.headline() + "\n")
	for _, group := range c.groups() {
		d := group[0]
		out.WriteString("\n" + c.heading(d) + "\n")
		if d.Pkg != "" {
			out.WriteString("pkg: " + printable(d.Pkg) + "\n")
		}
		out.WriteByte('\n')
		c.textGroup(out, group, paint, o.Width)
	}
	lines := append(c.harmLines("    "), c.onlyLines()...)
	if c.Gate != nil {
		lines = append(lines, c.Gate.Notes...)
	}
	if len(lines) > 0 {
		out.WriteByte('\n')
	}
	for _, line := range lines {
		out.WriteString(line + "\n")
	}
	return out.Flush()
}

func (c *Comparison) textGroup(out *bufio.Writer, group []*Difference, paint func(string) string, width int) {
	grid, list, budgets := c.divide(group)
	separate := false
	write := func(left []bool, rows []row) {
		if len(rows) < 2 {
			return
		}
		if separate {
			out.WriteByte('\n')
		}
		separate = true
		t := table{left: left, rows: rows, paint: paint, width: width}
		t.write(out)
	}
	write([]bool{true}, grid)
	write(append(append([]bool{true, true}, make([]bool, len(list[0])-3)...), true), list)
	write([]bool{true, true, false, false, false, true}, budgets)
	lines := valueLines(group)
	if weakChanges(group) {
		lines = append(lines, "* weak: fewer than 10 samples lie beyond it")
	}
	for _, n := range c.notices(group) {
		lines = append(lines, n.String())
	}
	if len(lines) > 0 {
		out.WriteByte('\n')
	}
	for _, line := range lines {
		out.WriteString(line + "\n")
	}
}

// divide makes the rows of the table of percentiles, of that of single changes and of that of budgets, each under its
// heading.
func (c *Comparison) divide(group []*Difference) (grid, list, budgets []row) {
	columns := percentColumns(group)
	head := row{{"benchmark"}}
	for _, p := range columns {
		head = append(head, cell{percentName(p)})
	}
	grid = []row{head}
	list = []row{{{"benchmark"}, {"what"}, {"old"}, {"new"}, {"change"}, {"95% interval"}, {"verdict"}}}
	if c.Gate != nil {
		list[0] = row{{"benchmark"}, {"what"}, {"old"}, {"new"}, {"change"}, {"95% interval"}, {"shows from"}, {"limit"}, {"verdict"}}
	}
	budgets = []row{lineCells(budgetHead)}
	for _, d := range group {
		at := make(map[string]row)
		for _, ch := range d.Changes {
			if ch.isBudget() {
				budgets = append(budgets, lineCells(ch.budgetCells(d)))
				continue
			}
			if ch.P == 0 || c.Gate != nil {
				list = append(list, c.listRow(d, ch))
				continue
			}
			r, ok := at[ch.Stage]
			if !ok {
				name := printable(d.Name)
				if ch.Stage != "" {
					name = "  " + printable(ch.Stage)
				}
				r = append(row{{name}}, make(row, len(columns))...)
				at[ch.Stage] = r
				grid = append(grid, r)
			}
			r[1+slices.Index(columns, ch.P)] = cell{ch.values(), ch.answer(), ch.interval()}
		}
	}
	return grid, list, budgets
}

// lineCells are cells of a line each.
func lineCells(texts []string) (r row) {
	for _, text := range texts {
		r = append(r, cell{text})
	}
	return r
}

// answer is the change with its verdict, "" without a change.
func (c *Change) answer() string {
	if !c.HasRatio {
		return ""
	}
	return c.change() + " " + c.Verdict
}

func (c *Comparison) listRow(d *Difference, ch *Change) row {
	r := row{{printable(d.Name)}, {printable(ch.Statistic())}, {ch.value(ch.Old)}, {ch.newValue()}, {ch.change()}, {ch.interval()}}
	if ch.Limit != nil {
		shows := absent
		if ch.HasDetectable {
			shows = percentChange(ch.Detectable)
		}
		r = append(r, cell{shows}, cell{ch.Limit.bound()})
	}
	return append(r, cell{ch.Verdict})
}

func percentColumns(group []*Difference) (columns []float64) {
	for _, d := range group {
		for _, ch := range d.Changes {
			if ch.P != 0 && !slices.Contains(columns, ch.P) {
				columns = append(columns, ch.P)
			}
		}
	}
	slices.Sort(columns)
	return columns
}

func weakChanges(group []*Difference) bool {
	return slices.ContainsFunc(group, func(d *Difference) bool {
		return slices.ContainsFunc(d.Changes, func(c *Change) bool { return c.Old.Weak || c.New.Weak })
	})
}

// colored is a cell's line in the colour of its verdict.
func colored(s string) string {
	const reset = "\x1b[0m"
	switch word := s[strings.LastIndexByte(s, ' ')+1:]; word {
	case "worse", "over":
		return "\x1b[31m" + s + reset
	case "better":
		return "\x1b[32m" + s + reset
	case "unsure":
		return "\x1b[33m" + s + reset
	}
	return s
}
