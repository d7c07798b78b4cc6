package quantile

import (
	"cmp"
	"errors"
	"slices"
)

// errChanged is the error for a run that is not the same at each reading.
var errChanged = errors.New("samples changed between two readings; a run must read the same each time")

// maxParts bounds how many parts one reading looks into, so that each has
// enough of the scratch memory.
const maxParts = 16

// part is a range of values known to hold some of the wanted ranks.
type part struct {
	first, last int64 // the range, both inclusive
	before      int64 // samples below it
	count       int64 // samples in it
	ranks       []int64
}

// order returns the values at the given ranks, counted from 1, in the order of
// ranks. It reads the runs again as often as it takes to narrow the parts of
// the histogram that hold a rank down to single values: once where those parts
// hold few samples or are a few thousand units wide. Each reading divides the width of a
// part by 500 or more, so seven do for the widest.
func (c *census) order(ranks []int64) ([]int64, error) {
	if c.few != nil {
		return selectRanks(c.few, ranks), nil
	}
	wanted := slices.Clone(ranks)
	slices.Sort(wanted)
	found := make(map[int64]int64, len(ranks))
	parts := divide(nil, c.bins, 0, slices.Compact(wanted), c.histogram.limits)
	for {
		parts = slices.DeleteFunc(parts, func(p part) bool {
			if p.first == p.last {
				for _, rank := range p.ranks {
					found[rank] = p.first
				}
			}
			return p.first == p.last
		})
		if len(parts) == 0 {
			break
		}
		now := min(len(parts), maxParts)
		narrowed, err := c.narrow(parts[:now])
		if err != nil {
			return nil, err
		}
		parts = append(narrowed, parts[now:]...)
	}
	values := make([]int64, len(ranks))
	for i, rank := range ranks {
		values[i] = found[rank]
	}
	return values, nil
}

// narrow reads the runs once and divides each of parts, which are disjoint.
func (c *census) narrow(parts []part) ([]part, error) {
	tail, members := c.work[:chunkLen], c.work[chunkLen:2*chunkLen]
	views := share(parts, c.work[2*chunkLen:])
	err := c.runs.chunks(func(_ int, chunk []int64) bool {
		left := c.n
		for i := range views {
			v := &views[i]
			// Where half of the values lie below this part, neither it nor
			// those after it need look at them: of the tail's parts only the
			// first sees many.
			if n := c.n - v.before; n < left/2 {
				chunk = tail[:above(tail, chunk, v.first-1)]
				left = n
			}
			v.add(chunk, members)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	var narrowed []part
	for i := range views {
		if views[i].n != views[i].count {
			return nil, errChanged
		}
		narrowed = views[i].divide(narrowed)
	}
	return narrowed, nil
}

// share makes views of parts, in the order of their values. A part with few samples gets room for them
// all, the others what is left for counting.
func share(parts []part, work []int64) []view {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.count, b.count) })
	views := make([]view, len(parts))
	for i, p := range parts {
		views[i] = newView(p, work[:len(work)/(len(parts)-i)])
		work = work[len(views[i].work):]
	}
	slices.SortFunc(views, func(a, b view) int { return cmp.Compare(a.first, b.first) })
	return views
}
