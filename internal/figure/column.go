package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// A Column stands for a stretch of a series.
type Column struct {
	Min, Max int64 // of its values, both exact: no value of a series lies outside its columns
	Median   int64 // exact, nearest rank
}

// Columns makes a series into columns of equal length, value by value: it keeps the values of one column at a time.
type Columns struct {
	n, seen int64 // values of the series, and so far
	most    int64
	column  []int64 // the values of the last one
	done    []Column
}

// NewColumns returns columns for n values, at most so many.
func NewColumns(n int64, most int) *Columns { return &Columns{n: n, most: min(n, int64(most))} }

// Add takes values in the order of the series. More than n in all are ignored.
func (c *Columns) Add(values []int64) {
	for len(values) > 0 && c.seen < c.n {
		// Column i ends before value (i+1)n/most, in whole numbers.
		i := int64(len(c.done))
		end := (i+1)*(c.n/c.most) + (i+1)*(c.n%c.most)/c.most
		take := min(end-c.seen, int64(len(values)))
		c.column = append(c.column, values[:take]...)
		c.seen += take
		values = values[take:]
		if c.seen == end {
			c.close()
		}
	}
}

func (c *Columns) close() {
	col := Column{Min: math.MaxInt64, Max: math.MinInt64}
	for _, v := range c.column {
		col.Min, col.Max = min(col.Min, v), max(col.Max, v)
	}
	col.Median = quantile.Select(c.column, []quantile.P{500_000})[0]
	c.done = append(c.done, col)
	c.column = c.column[:0]
}

// List is the columns, the last one as far as it goes. The caller owns them; nothing can be added afterwards.
func (c *Columns) List() []Column {
	if len(c.column) > 0 {
		c.close()
	}
	return c.done
}

// Series draws columns over the whole width: all from their least to their greatest value, and a line through their medians. scale
// turns a value into one of the Y axis.
func (f *Figure) Series(class string, columns []Column, scale func(int64) float64) {
	if len(columns) == 0 {
		return
	}
	top := func(v int64) int { return int(math.Round(seriesHeight * (1 - f.Y.At(scale(v))))) }
	var upper, lower, middle []int
	for _, c := range columns {
		upper, middle = append(upper, top(c.Max)), append(middle, top(c.Median))
		lower = append(lower, max(top(c.Min), top(c.Max)+hairline))
	}
	slices.Reverse(lower)
	around := fmt.Sprintf("M0 %d%sV%d%sz", upper[0], stairs(upper, "h1"), lower[0], stairs(lower, "h-1"))
	f.path(class+" reach", around, len(columns), seriesHeight)
	f.path(class+" middle", fmt.Sprintf("M0 %d%s", middle[0], stairs(middle, "h1")), len(columns), seriesHeight)
}

// stairs go on from the first level to each of the others, one step wide each.
func stairs(levels []int, step string) string {
	var d strings.Builder
	for i, y := range levels {
		if i > 0 && y != levels[i-1] {
			fmt.Fprintf(&d, "v%d", y-levels[i-1])
		}
		d.WriteString(step)
	}
	return d.String()
}

// seriesHeight is the number of positions from the top of a series to its bottom, and hairline the least height of a column, so
// that one value shows.
const seriesHeight, hairline = 500, 5
