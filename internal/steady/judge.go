package steady

import "math"

// verdict is a Result without what needs memory.
type verdict struct {
	class      Class
	start      int
	shape      shape   // of what lies before start
	plain      bool    // levels explain that
	before     float64 // level before start
	confirmed  int     // values in the window
	confidence float64
	flatness   flatness

	lowest, highest float64 // levels, where it is not steady
}

// check looks whether the values so far end in a steady part, and when to look again.
func (d *Detector) check() {
	n := d.kept()
	window := d.rule.window(n)
	if missing := max(window-n, minSeries-d.usable()); missing > 0 {
		d.next = d.seen() + missing
		return
	}
	if d.size == 1 {
		d.checkFew(window)
		return
	}
	if missing := d.rule.total(quickFactor) - n; missing > 0 {
		d.next = d.seen() + missing
		return
	}
	missing := d.rule.total(totalFactor) - n
	v, more := d.judge(n, window, missing > 0)
	steady := v.flatness.cause == causeFlat
	switch {
	case steady && (missing <= 0 || v.shape.smooth() || v.flatness.wanders):
		d.answer, d.done = v, true
	case steady:
		d.next = d.seen() + missing
	case missing > 0 && v.plain && v.flatness.cause == causeRecent:
		d.next = d.seen() + max(more, missing)
	case missing > 0 && v.plain && !v.flatness.wanders:
		d.next = d.seen() + missing // before, neither of the reasons for an early answer can come up
	case missing > 0:
		d.next = d.seen() + min(more, missing)
	default:
		d.next = d.seen() + more
	}
}

// final is the answer if no more values come: one check, of a window that may be shorter than asked for.
func (d *Detector) final() verdict {
	n := d.kept()
	if d.usable() < minSeries {
		return verdict{class: Short}
	}
	var v verdict
	if d.size == 1 {
		v = d.judgeFew(d.rule.fraction(n))
	} else {
		v, _ = d.judge(n, d.rule.fraction(n), false)
	}
	switch {
	case v.flatness.cause == causeFlat:
	case n < minRefusal:
		v.class, v.start = Short, 0
	default:
		v.class, v.start = NoSteady, -1
		v.confidence = float64(n) / float64(n+100)
		v.lowest, v.highest = d.movement()
	}
	return v
}

// movement gives the least and the greatest median of pieces of the last half.
func (d *Detector) movement() (lowest, highest float64) {
	half := d.entries[d.used/2 : d.used]
	pieces := min(maxPieces/2, max(len(half)/3, 1))
	var scratch [maxEntries]float64
	lowest, highest = math.Inf(1), math.Inf(-1)
	for k := range pieces {
		part := half[k*len(half)/pieces : (k+1)*len(half)/pieces]
		m := median(scratch[:copy(scratch[:], part)])
		lowest, highest = min(lowest, m), max(highest, m)
	}
	return lowest, highest
}

// judge finds the onset after n values and tests what lies behind it, values at least. Where that is not steady, more is the
// number of values after which it is worth to look again. early says that only a curve that has run out or a level that wanders would be an answer: where neither
// can be, nothing is tested.
func (d *Detector) judge(n, values int, early bool) (v verdict, more int) {
	entries, size := d.entries[:d.used], float64(d.size)
	o := locate(entries, float64(n-values)/size, early)
	v.shape, v.plain = o.shape, o.plain
	before := o.at * size
	if behind := float64(n) - before; behind < float64(values) {
		v.flatness = flatness{cause: causeRecent, level: o.level, size: behind}
		needed := max(before+float64(d.rule.least), before/(1-d.rule.share))
		return v, int(min(max(needed-float64(n)+1, againWait), float64(n)/2))
	}
	if early && o.idle() {
		v.flatness.cause = causeEarly
		return v, 0
	}
	first := int(math.Ceil(o.at))
	var a, b [maxEntries]float64
	v.before = median(a[:copy(a[:], entries[:first])])
	jump := math.Inf(1)
	if o.shape == shapeLevels {
		jump = math.Abs(v.before/o.level - 1)
	}
	v.flatness = d.rule.keeps(entries[first:], n, d.size, jump, a[:], b[:])
	switch v.flatness.cause {
	case causeFlat:
	case causeEnd:
		return v, endWait // an odd stretch may be over soon
	default:
		return v, int((checkGrowth-1)*float64(n)) + 1
	}
	v.class = Flat
	v.confirmed = n - int(before)
	if o.at > 0 {
		// The entry in which the change lies belongs to neither side.
		v.start = d.leading + int(before+startMargin*size)
		v.class = Warmup
		if v.before < v.flatness.level && o.shape != shapeNoise {
			v.class = Slowdown
		}
	}
	v.confidence = d.rule.confidence(min(v.confirmed, values), v.flatness.se)
	return v, 0
}
