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
// hold few samples or are a few thousand units wide, and never more than
// some times, since each reading divides a part by a hundred and more.
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
	views := c.views(parts)
	beyond := c.work[len(c.work)-chunkLen:]
	err := c.runs.chunks(func(_ int, chunk []int64) bool {
		size := c.n
		for i := range views {
			v := &views[i]
			// Where much lies below this part and those after it, they
			// need not look at it.
			if reach := c.n - v.before; reach < size/2 {
				chunk = beyond[:keepFrom(beyond, chunk, v.first)]
				size = reach
			}
			v.add(chunk)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	var narrowed []part
	for i := range views {
		views[i].fold()
		if views[i].n != views[i].count {
			return nil, errChanged
		}
		narrowed = views[i].divide(narrowed)
	}
	return narrowed, nil
}

// keepFrom copies the values of chunk that are first or greater to dst, which is no shorter
// and may be the same, and returns their number. No branch depends on a value.
func keepFrom(dst, chunk []int64, first int64) int {
	dst = dst[:len(chunk)]
	n := 0
	for _, x := range chunk {
		dst[n] = x
		if x >= first {
			n++
		}
	}
	return n
}

// views shares the scratch memory out, but for the last chunkLen values: a
// part with few samples gets room for them all, the others what is left for
// finer histograms. Views are in order of their values.
func (c *census) views(parts []part) []view {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.count, b.count) })
	work := c.work[:len(c.work)-chunkLen]
	views := make([]view, len(parts))
	for i, p := range parts {
		share := len(work) / (len(parts) - i)
		var used int
		views[i], used = newView(p, c.n, work[:share:share])
		work = work[used:]
	}
	slices.SortFunc(views, func(a, b view) int { return cmp.Compare(a.first, b.first) })
	return views
}
