package quantile

import "math/bits"

// view is a part during a reading. It collects the samples of the part if there
// is room for them, and otherwise counts them in bins of equal width.
type view struct {
	part
	n      int64      // samples of the part met so far
	method viewMethod //
	work   []int64    // samples, or counts
	shift  uint       // log2 of the width of a bin
}

type viewMethod int

const (
	collect   viewMethod = iota
	countRare            // few values are of the part: a branch on that is predicted
	countMany            // no branch, and two counters for a bin
)

// newView makes the view of a part of n samples in all. It says how much of work
// it uses.
func newView(p part, n int64, work []int64) (v view, used int) {
	v = view{part: p}
	room := len(work)
	switch {
	case p.count <= int64(room):
		v.work = work[:p.count]
		return v, len(v.work)
	case p.count < n/64:
		v.method = countRare
		v.shift = v.shiftFor(room)
		v.work = work[:v.width()>>v.shift+1]
	default:
		v.method = countMany
		v.shift = v.shiftFor(room/2 - 1)
		// The last pair counts what is not of the part.
		v.work = work[:2*(v.width()>>v.shift+2)]
	}
	clear(v.work)
	return v, len(v.work)
}

// width is last - first.
func (v *view) width() uint64 { return distanceOf(v.last, v.first) }

// shiftFor makes at most room bins of the part, at least a third of that if it is
// wide enough.
func (v *view) shiftFor(room int) uint {
	return uint(max(0, bits.Len64(v.width())-(bits.Len(uint(room))-1)))
}

// add looks at values, those of the part and others.
func (v *view) add(chunk []int64) {
	switch v.method {
	case collect:
		v.collect(chunk)
	case countRare:
		v.countRare(chunk)
	case countMany:
		v.countMany(chunk)
	}
}

func (v *view) collect(chunk []int64) {
	first, width, n := v.first, v.width(), int(v.n)
	for _, x := range chunk {
		if distanceOf(x, first) <= width {
			if n < len(v.work) {
				v.work[n] = x
			}
			n++
		}
	}
	v.n = int64(n)
}

func (v *view) countRare(chunk []int64) {
	first, width, shift, n := v.first, v.width(), v.shift&63, v.n
	for _, x := range chunk {
		if d := distanceOf(x, first); d <= width {
			v.work[d>>shift]++
			n++
		}
	}
	v.n = n
}

func (v *view) countMany(chunk []int64) {
	first, width, shift := v.first, v.width(), v.shift&63
	counts := v.work
	other := uint64(len(counts)/2 - 1)
	for i, x := range chunk {
		d := distanceOf(x, first)
		bin := d >> shift
		if d > width {
			bin = other
		}
		counts[2*bin+uint64(i)&1]++
	}
}

// divide appends what the part has become.
func (v *view) divide(parts []part) []part {
	if v.method != collect {
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

// fold makes one count a bin of two, and the number of samples met.
func (v *view) fold() {
	if v.method != countMany {
		return
	}
	bins := len(v.work)/2 - 1
	for bin := range bins {
		v.work[bin] = v.work[2*bin] + v.work[2*bin+1]
		v.n += v.work[bin]
	}
	v.work = v.work[:bins]
}

// limits is the range of values in a bin.
func (v *view) limits(bin int) (first, last int64) {
	low := uint64(bin) << v.shift
	high := min(low+(1<<v.shift-1), v.width())
	return int64(uint64(v.first) + low), int64(uint64(v.first) + high)
}
