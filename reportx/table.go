package reportx

import (
	"bufio"
	"strings"
	"unicode/utf8"
)

// A table is text in columns.
type table struct {
	left []bool // columns aligned to the left; the others are to the right
	rows []row

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
	pageWidth = 100 // what text should fit into
)

func (t *table) widths() []int {
	var widths []int
	for _, r := range t.rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			for _, line := range c {
				widths[i] = max(widths[i], utf8.RuneCountInString(line))
			}
		}
	}
	return widths
}

// write writes the table, whose first row is its heading. Where it would be
// wider than a page the first column goes to a line of its own above the rest of
// its row.
func (t *table) write(w *bufio.Writer) {
	widths := t.widths()
	total := -len(columnGap)
	for _, n := range widths {
		total += n + len(columnGap)
	}
	stacked := total > pageWidth
	for n, r := range t.rows {
		first := 0
		if stacked {
			first = 1
			if n > 0 {
				w.WriteString(r[0][0] + "\n")
			}
		}
		for line := range r.height() {
			var b strings.Builder
			for i := first; i < len(r); i++ {
				if b.Len() > 0 || stacked {
					b.WriteString(columnGap)
				}
				t.pad(&b, r[i].line(line), widths[i], i)
			}
			w.WriteString(strings.TrimRight(b.String(), " ") + "\n")
		}
		if line := t.under[n]; line != "" {
			w.WriteString(line + "\n")
		}
	}
}

func (t *table) pad(b *strings.Builder, s string, width, column int) {
	fill := strings.Repeat(" ", width-utf8.RuneCountInString(s))
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
