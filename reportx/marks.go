package reportx

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/series"
)

// markNotes says what the marks of runs mean, those of several runs at once. Of
// what has a place of its own in a report nothing is said here.
func markNotes(runs []*Run) (notes []string) {
	if found := numbersOf(runs, func(r *Run) bool { return r.Marked(series.MarkExcluded) }); found != nil {
		notes = append(notes, fmt.Sprintf("excluded-time: %s; some samples may hold time between StopTimer and StartTimer", runList(found)))
	}
	if found := numbersOf(runs, func(r *Run) bool { return r.Backward > 0 || r.Marked(series.MarkBackward) }); found != nil {
		notes = append(notes, "the clock stepped backward in "+runList(found))
	}
	if count, found := markCounts(runs, series.MarkDiscarded); found != nil {
		notes = append(notes, fmt.Sprintf("the first %s of %s set up the measurement (the batch, or a timer stopped inside the loop) and are no samples", count, runList(found)))
	}
	if count, found := markCounts(runs, series.MarkLanes); found != nil {
		notes = append(notes, fmt.Sprintf("%s measured by %s at once, whose samples are taken together", runList(found), count))
	}
	return append(notes, unknownMarks(runs)...)
}

// markCounts finds the marks of a prefix: the range of their numbers, with the
// word for what they count, and the runs.
func markCounts(runs []*Run, prefix string) (count string, found []int) {
	lo, hi := int64(0), int64(0)
	for i, r := range runs {
		for _, m := range r.Marks {
			if n, ok := series.MarkCount(m, prefix); ok {
				if found == nil || n < lo {
					lo = n
				}
				hi = max(hi, n)
				found = append(found, i+1)
				break
			}
		}
	}
	word := "iteration"
	if prefix == series.MarkLanes {
		word = "goroutine"
	}
	count = plural(hi, word)
	if lo != hi {
		count = formatCount(lo) + "–" + count
	}
	return count, found
}

// unknownMarks are those of which no sentence is known, as they stand.
func unknownMarks(runs []*Run) (notes []string) {
	seen := map[string]bool{
		series.MarkLive:      true,
		series.MarkUnsettled: true, series.MarkExcluded: true, series.MarkProcs: true, series.MarkLost: true, series.MarkBackward: true,
	}
	for _, r := range runs {
		for _, m := range r.Marks {
			_, discarded := series.MarkCount(m, series.MarkDiscarded)
			_, lanes := series.MarkCount(m, series.MarkLanes)
			if !seen[m] && !discarded && !lanes {
				seen[m] = true
				notes = append(notes, m)
			}
		}
	}
	return notes
}
