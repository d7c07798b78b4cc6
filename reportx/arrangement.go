package reportx

import (
	"cmp"
	"slices"
)

// An Order is how the runs of two sides lay in time. It matters more than the
// test: a machine that drifts makes one side slower than the other.
type Order string

const (
	// Interleaved runs have a process each and a neighbour of the other side.
	Interleaved Order = "interleaved"
	// FixedOrder is interleaved, but the same side was always first, so that
	// being first and being new cannot be told apart.
	FixedOrder Order = "fixed-order"
	// Sequential runs of one side were made after those of the other.
	Sequential Order = "sequential"
	// SharedProcess is runs of which several share a process and its luck.
	SharedProcess Order = "shared-process"
	// SameRuns is two sides that hold the same runs.
	SameRuns Order = "same-runs"
	// UnknownOrder is that of inputs that do not say when a run began.
	UnknownOrder Order = "unknown"
)

// neighbours reports whether run i of one side and run i of the other shared their luck.
func (o Order) neighbours() bool { return o == Interleaved || o == FixedOrder }

// String is the order in words.
func (o Order) String() string {
	switch o {
	case Interleaved:
		return "interleaved in fresh processes"
	case FixedOrder:
		return "interleaved in fresh processes, but one side always ran first"
	case Sequential:
		return "one side ran after the other"
	case SharedProcess:
		return "several runs share a process"
	case SameRuns:
		return "both sides hold the same runs"
	}
	return "when the runs were made is not known"
}

// A timedRun is a run of either side.
type timedRun struct {
	*Run
	side, index int // 0 is old; index among the runs of its side
}

// arrange finds out how the runs of two sides lay in time, and which are
// neighbours: pairs of indices of old and new. Runs without a neighbour, a
// fourth at most, are those whose partner was lost. Where a run is missing and several ways to pair the others are
// as good, only the pairs that all of them have are returned: others may be of runs whose order was
// not drawn together.
func arrange(old, new []*Run) (Order, [][2]int) {
	var all []timedRun
	seen := make(map[string]int)
	shared, same := false, false
	for side, runs := range [][]*Run{old, new} {
		for i, r := range runs {
			if r.Process == "" || r.Start.IsZero() {
				return UnknownOrder, nil
			}
			if at, ok := seen[r.Process]; ok {
				shared, same = true, same || at != side
			}
			seen[r.Process] = side
			all = append(all, timedRun{r, side, i})
		}
	}
	if same {
		return SameRuns, nil
	}
	if shared {
		return SharedProcess, nil
	}
	slices.SortStableFunc(all, func(a, b timedRun) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Process, b.Process))
	})
	n := matching(all)
	if alone := len(all) - 2*len(n.most); len(all) == 0 || 4*alone > len(all) {
		return Sequential, nil
	}
	at, named := n.named()
	switch fixed, _ := n.pairs(n.most); {
	case named:
	case fixed:
		at = n.most // nothing was drawn that other pairs could be of
	default:
		at = n.certain
	}
	fixed, pairs := n.pairs(at)
	if fixed && len(pairs) > 1 {
		return FixedOrder, pairs
	}
	return Interleaved, pairs
}
