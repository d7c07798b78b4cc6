package quantile

import "math/bits"

// view is a part during a reading. It collects the samples of the part if there
// is room for them, and otherwise counts them in bins of equal width.
type view struct {
	part
	n       int64   // samples of the part met so far
	collect bool    // whether work holds samples, else counts
	work    []int64 // as long as it gets
	shift   uint    // log2 of the width of a bin
}

// newView makes the view of a part, with room for it that holds two values at least. It uses
// the start of room for its work.
func newView(p part, room []int64) view {
	v := view{part: p}
	if v.collect = p.count <= int64(len(room)); v.collect {
		v.work = room[:p.count]
		return v
	}
	v.shift = uint(max(0, bits.Len64(v.width())-(bits.Len(uint(len(room)))-1)))
	v.work = room[:v.width()>>v.shift+1]
	clear(v.work)
	return v
}

// width is last - first.
func (v *view) width() uint64 { return distanceOf(v.last, v.first) }

// add takes those of xs that are in the part. It puts them into members first, which
// is no shorter than xs: the two loops together are faster than one, in which
// either the branch is mispredicted or the values of other parts are counted
// too.
func (v *view) add(xs, members []int64) {
	members = members[:within(members, xs, v.first, v.width())]
	if v.collect {
		copy(v.work[min(v.n, v.count):], members)
	} else {
		count(v.work, members, v.first, v.shift)
	}
	v.n += int64(len(members))
}

// within copies the values first to first+width of xs to dst and returns their number.
func within(dst, xs []int64, first int64, width uint64) int {
	dst = dst[:len(xs)]
	n := 0
	for _, x := range xs {
		dst[n] = x
		if distanceOf(x, first) <= width {
			n++
		}
	}
	return n
}

// above copies the values of xs that are greater than bound to dst, which may be xs, and
// returns their number.
func above(dst, xs []int64, bound int64) int {
	dst = dst[:len(xs)]
	n := 0
	for _, x := range xs {
		dst[n] = x
		if x > bound {
			n++
		}
	}
	return n
}

// count counts values in bins of width 2^shift from first on.
func count(bins, xs []int64, first int64, shift uint) {
	for _, x := range xs {
		bins[distanceOf(x, first)>>(shift&63)]++
	}
}

// divide appends what the part has become.
func (v *view) divide(parts []part) []part {
	if !v.collect {
		return divide(parts, v.work, v.before, v.ranks, v.limits)
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

// limits is the range of values in a bin.
func (v *view) limits(bin int) (first, last int64) {
	low := uint64(bin) << v.shift
	high := min(low+(1<<v.shift-1), v.width())
	return int64(uint64(v.first) + low), int64(uint64(v.first) + high)
}
