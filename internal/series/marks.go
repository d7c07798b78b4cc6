package series

import (
	"strconv"
	"strings"
)

// Marks of a run: what is to be known about it beside its numbers. A reader shows one that it does not know as it stands.
const (
	MarkProcs     = "procs-mismatch" // measured before testing set GOMAXPROCS (go.dev/issue/49980): not to be pooled
	MarkExcluded  = "excluded-time"  // samples may hold time that the benchmark excluded
	MarkUnsettled = "never-settled"  // it has no steady part
	MarkLost      = "lost"           // samples were taken but not kept
	MarkBackward  = "backward"       // the clock stepped backward
	MarkLive      = "judged-live"    // its warm-up was judged while it ran (S.Loop), and all of it discarded
)

// Prefixes of marks that end in a number above 0.
const (
	// MarkDiscarded is followed by the iterations at the beginning that are no samples: the batch was chosen by
	// them, or the timer was found to be stopped inside the loop.
	MarkDiscarded = "discarded="
	// MarkLanes is followed by the recorders that goroutines of the run had.
	MarkLanes = "lanes="
)

// CountMark is the mark of that prefix with a number.
func CountMark(prefix string, n int64) string { return prefix + strconv.FormatInt(n, 10) }

// MarkCount is the number of a mark of that prefix, false if it is none.
func MarkCount(mark, prefix string) (n int64, ok bool) {
	digits, ok := strings.CutPrefix(mark, prefix)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil && n > 0
}
