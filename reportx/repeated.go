package reportx

import (
	"fmt"
	"time"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// A runKey tells runs apart: no process makes two runs with the same one.
type runKey struct {
	pkg, name, process string
	rep                int
	start              string
}

// repeated finds the run that r is another copy of, as when a file was read twice
// or files were joined that had it; nil for a new run, which is remembered, or
// where the input does not say which process made it and when.
func (rs *Results) repeated(b *Benchmark, r *Run) *Run {
	if r.Process == "" || r.Start.IsZero() {
		return nil
	}
	key := runKey{b.Pkg, b.Name, r.Process, r.Rep, r.Start.UTC().Format(time.RFC3339Nano)}
	if first := rs.seen[key]; first != nil {
		return first
	}
	if rs.seen == nil {
		rs.seen = make(map[runKey]*Run)
	}
	rs.seen[key] = r
	return nil
}

// A copies counts the runs of an input that had been read before, by the input
// that has the first of them.
type copies struct {
	first string
	n     int
}

// noteCopies says once for an input how many of its runs were read before.
func (rs *Results) noteCopies(file string, c copies) {
	switch {
	case c.n == 0:
	case c.first == file:
		rs.note(file, 0, fmt.Sprintf("%s left out: read twice", runsOf(c.n)))
	default:
		rs.note(file, 0, fmt.Sprintf("%s left out: the same as in %s", runsOf(c.n), displayed(c.first)))
	}
}

// runsOf is "1 run" or "2 runs".
func runsOf(n int) string { return quantity.Of(n, "run") }
