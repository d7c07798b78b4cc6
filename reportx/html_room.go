package reportx

import (
	"fmt"
	"strconv"
)

// What a page draws, at most: a browser has to open it, and a person to find something. What is not drawn is in a table.
const (
	drawnBenchmarks = 200  // of a page
	drawnStrips     = 1200 // runs of all of them
	leastStrips     = 6    // runs of each
	shownStrips     = 12   // of them at once, without unfolding the others
	drawnDots       = 400  // runs as dots in one figure, and rows of its table
	overviewUnits   = 8    // columns of a table of result lines, or of changes
	shownNotes      = 200  // lines about the input
	shownValues     = 12   // of one thing that is known of the environment
)

// room is for at most so many of n things: those that are urgent come first, then the others, in order.
func room(n, most int, urgent func(i int) bool) (has []bool) {
	has = make([]bool, n)
	for _, now := range []bool{true, false} {
		for i := 0; i < n && most > 0; i++ {
			if urgent(i) == now {
				has[i] = true
				most--
			}
		}
	}
	return has
}

// doubtful reports whether a benchmark has to be looked at.
func (s *Summary) doubtful() bool { return len(s.Suspects) > 0 || s.Settled == NeverSettled }

// shortList is the first of many lines, with the number of the others.
func shortList(lines []string, most int) []string {
	if len(lines) <= most {
		return lines
	}
	return append(lines[:most:most], formatCount(int64(len(lines)-most))+" more")
}

// A pivot is a table with a row for each benchmark and a column for each of the most frequent things that are known of them.
type pivot struct {
	columns []string
	at      map[string]int
}

// newPivot counts the things of n benchmarks. Of things that are equally frequent those that come first have a column.
func newPivot(n int, things func(i int) []string) *pivot {
	var order []string
	count := make(map[string]int)
	for i := range n {
		for _, name := range things(i) {
			if count[name] == 0 {
				order = append(order, name)
			}
			count[name]++
		}
	}
	has := make(map[string]bool)
	for range min(overviewUnits, len(order)) {
		best := ""
		for _, name := range order {
			if !has[name] && (best == "" || count[name] > count[best]) {
				best = name
			}
		}
		has[best] = true
	}
	p := &pivot{at: make(map[string]int)}
	for _, name := range order {
		if has[name] {
			p.at[name] = len(p.columns)
			p.columns = append(p.columns, name)
		}
	}
	return p
}

// row has an empty cell for each column.
func (p *pivot) row() []htmlCell { return make([]htmlCell, len(p.columns)) }

// undrawn is what to say of benchmarks without figures.
func undrawn(n int, what string) string {
	return fmt.Sprintf("Numbers alone: this page has figures for %d benchmarks, %s. Of all others -format json says everything, and -format html as well of files with fewer of them.", n, what)
}

func anchor(n int) string { return "b" + strconv.Itoa(n) }
