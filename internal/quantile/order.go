package quantile

import (
	"cmp"
	"errors"
	"math/bits"
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
// a handful of times, since each reading divides a part by a thousand and more.
func (c *census) order(ranks []int64) ([]int64, error) {
	if c.few != nil {
		return selectRanks(c.few, ranks), nil
	}
	wanted := slices.Clone(ranks)
	slices.Sort(wanted)
	found := make(map[int64]int64, len(ranks))
	parts := c.parts(slices.Compact(wanted))
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
		now := parts[:min(len(parts), maxParts)]
		narrowed, err := c.narrow(now)
		if err != nil {
			return nil, err
		}
		parts = append(narrowed, parts[len(now):]...)
	}
	values := make([]int64, len(ranks))
	for i, rank := range ranks {
		values[i] = found[rank]
	}
	return values, nil
}

// parts is the bins that hold the given ranks, which are sorted.
func (c *census) parts(ranks []int64) []part {
	return divide(nil, c.bins, 0, ranks, func(bin int) (first, last int64) {
		if bin == 0 {
			return c.min, c.origin - 1
		}
		low, high := binRange(uint64(bin - 1))
		first = int64(uint64(c.origin) + low)
		last = int64(uint64(c.origin) + min(high, distanceOf(c.max, c.origin)))
		return first, last
	})
}

// divide appends the bins that hold one of the sorted ranks, where before
// samples lie below all bins.
func divide(parts []part, bins []int64, before int64, ranks []int64, limits func(bin int) (first, last int64)) []part {
	for bin, count := range bins {
		if len(ranks) == 0 {
			break
		}
		end, _ := slices.BinarySearch(ranks, before+count+1)
		if end > 0 {
			first, last := limits(bin)
			parts = append(parts, part{first, last, before, count, ranks[:end]})
			ranks = ranks[end:]
		}
		before += count
	}
	return parts
}

// narrow reads the runs once and divides each part.
func (c *census) narrow(parts []part) ([]part, error) {
	views := c.views(parts)
	err := c.runs.chunks(func(_ int, chunk []int64) bool {
		for i := range views {
			views[i].add(chunk)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	var narrowed []part
	for i := range views {
		v := &views[i]
		if v.n != v.count {
			return nil, errChanged
		}
		narrowed = v.divide(narrowed)
	}
	return narrowed, nil
}

// views shares the scratch memory out: a part with few samples gets room for
// them all, the others what is left for finer histograms.
func (c *census) views(parts []part) []view {
	views := make([]view, len(parts))
	for i, p := range parts {
		views[i] = view{part: p}
	}
	slices.SortFunc(views, func(a, b view) int { return cmp.Compare(a.count, b.count) })
	work := c.work
	for i := range views {
		v := &views[i]
		share := len(work) / (len(views) - i)
		size := share
		if v.count <= int64(share) {
			v.collect = true
			size = int(v.count)
		} else {
			v.shift = uint(max(0, bits.Len64(v.width())-(bits.Len(uint(share))-1)))
			size = int(v.width()>>v.shift) + 1
		}
		v.work = work[:size:size]
		clear(v.work)
		work = work[size:]
	}
	return views
}

// view is a part during a reading.
type view struct {
	part
	n       int64   // samples of the part met so far
	collect bool    // whether work holds the samples themselves or counts
	work    []int64 //
	shift   uint    // log2 of the width of what one count covers
}

// width is last - first.
func (v *view) width() uint64 { return distanceOf(v.last, v.first) }

func (v *view) add(chunk []int64) {
	if v.collect {
		v.addSamples(chunk)
	} else {
		v.addCounts(chunk)
	}
}

func (v *view) addSamples(chunk []int64) {
	first, width, n := v.first, v.width(), v.n
	for _, x := range chunk {
		if distanceOf(x, first) <= width {
			if n < int64(len(v.work)) {
				v.work[n] = x
			}
			n++
		}
	}
	v.n = n
}

func (v *view) addCounts(chunk []int64) {
	first, width, shift, n := v.first, v.width(), v.shift&63, v.n
	for _, x := range chunk {
		if d := distanceOf(x, first); d <= width {
			v.work[d>>shift]++
			n++
		}
	}
	v.n = n
}

// divide appends what the part has become.
func (v *view) divide(parts []part) []part {
	if !v.collect {
		return divide(parts, v.work, v.before, v.ranks, func(bin int) (first, last int64) {
			low := uint64(bin) << v.shift
			high := min(low+(1<<v.shift-1), v.width())
			return int64(uint64(v.first) + low), int64(uint64(v.first) + high)
		})
	}
	within := make([]int64, len(v.ranks))
	for i, rank := range v.ranks {
		within[i] = rank - v.before
	}
	for i, value := range selectRanks(v.work, within) {
		parts = append(parts, part{first: value, last: value, ranks: v.ranks[i : i+1]})
	}
	return parts
}
