package reportx

import (
	"bufio"
	"strings"
)

// A table is text in columns.
type table struct {
	left []bool // columns aligned to the left; the others are to the right
	rows []row

	width int                 // of the page in columns of a terminal; 0: pageWidth
	under map[int]string      // lines below rows, as wide as they are
	paint func(string) string // what a cell's line looks like on a screen, as wide as it is; nil: as it is
}

// A row may have several lines, such as values and, under them, their intervals.
type row []cell

// A cell has one string a line.
type cell []string

func (t *table) add(cells ...cell) { t.rows = append(t.rows, cells) }

const (
	columnGap = "  "
	pageWidth = 100 // what text should fit into, where nobody says how wide it is shown
)

func (t *table) widths() []int {
	var widths []int
	for _, r := range t.rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			for _, line := range c {
				widths[i] = max(widths[i], textWidth(line))
			}
		}
	}
	return widths
}

// write writes the table, whose first row is its heading. Where it would be
// wider than the page the first column goes to a line of its own above the rest of
// its row, and where that is still too wide the columns are folded into several tables, one below the other.
func (t *table) write(w *bufio.Writer) {
	page := t.width
	if page == 0 {
		page = pageWidth
	}
	widths := t.widths()
	stacked := lineWidth(widths) > page
	if !stacked {
		t.part(w, widths, 0, len(widths), false)
		return
	}
	for from := 1; from < len(widths); {
		to := from + 1
		for to < len(widths) && len(columnGap)+lineWidth(widths[from:to+1]) <= page {
			to++
		}
		if from > 1 {
			w.WriteByte('\n')
		}
		t.part(w, widths, from, to, true)
		from = to
	}
}

// lineWidth is the width of columns beside each other.
func lineWidth(widths []int) int {
	total := -len(columnGap)
	for _, n := range widths {
		total += n + len(columnGap)
	}
	return total
}

// part writes columns from one up to another, if stacked below a line with the first one. What is under a row is
// there once.
func (t *table) part(w *bufio.Writer, widths []int, from, to int, stacked bool) {
	for n, r := range t.rows {
		if stacked && n > 0 {
			w.WriteString(r[0][0] + "\n")
		}
		columns := r[min(from, len(r)):min(to, len(r))]
		for line := range columns.height() {
			var b strings.Builder
			for i, c := range columns {
				if b.Len() > 0 || stacked {
					b.WriteString(columnGap)
				}
				t.pad(&b, c.line(line), widths[from+i], from+i)
			}
			w.WriteString(strings.TrimRight(b.String(), " ") + "\n")
		}
		if line := t.under[n]; line != "" && to == len(widths) {
			w.WriteString(line + "\n")
		}
	}
}

func (t *table) pad(b *strings.Builder, s string, width, column int) {
	fill := strings.Repeat(" ", width-textWidth(s))
	if t.paint != nil {
		s = t.paint(s)
	}
	if column < len(t.left) && t.left[column] {
		b.WriteString(s + fill)
		return
	}
	b.WriteString(fill + s)
}

func (r row) height() int {
	n := 1
	for _, c := range r {
		for i, line := range c {
			if line != "" {
				n = max(n, i+1)
			}
		}
	}
	return n
}

func (c cell) line(i int) string {
	if i < len(c) {
		return c[i]
	}
	return ""
}
