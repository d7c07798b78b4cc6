package steady

import "math"

// result puts the analysis in words.
func (a *analysis) result() Result {
	r := Result{N: a.n, Stop: a.n, Start: a.start}
	var words phrase
	switch {
	case a.refused.text != "" && a.n < minRefusal:
		r.Class, r.Start = Short, 0
		words = say("%v are too few to judge: %v", span{0, a.n}, a.refused)
	case a.refused.text != "":
		r.Class, r.Start = NoSteady, -1
		r.Confidence = float64(a.n) / float64(a.n+100)
		words = a.refused
	default:
		r.Confidence = a.rule.confidence(a.n-a.start, a.halvesError())
		words = say("the last %v keep their level", span{a.start, a.n})
		if a.start == 0 {
			words = say("all %v keep their level", span{0, a.n})
		}
		if a.period > 0 || a.cycle > 0 {
			words = say("%v from one cycle to the next", words)
		}
		if a.start > 0 && a.by == bySpread {
			words = say("%v; before, they spread more", words)
		}
	}
	a.levels(&r)
	if r.Class == NoSteady {
		a.unsettled(&r)
		words = say("%v%v", words, r.apart())
	}
	r.because(words)
	if r.Class == "" {
		r.Class = a.class(r)
	}
	return r
}

func (a *analysis) class(r Result) Class {
	switch {
	case r.Start == 0 && (a.period > 0 || a.cycle > 0):
		return Cycle
	case r.Start == 0:
		return Flat
	case a.by == bySpread:
		return Warmup
	case a.by == byCurve:
		if a.curve.a < 0 {
			return Slowdown
		}
		return Warmup
	}
	// The level right before the start decides: of a series that is slow, fast and then steady, its last change.
	for i, c := range r.Changepoints {
		if c == r.Start && r.Levels[i] < r.Levels[i+1] {
			return Slowdown
		}
	}
	return Warmup
}

// levels fills in the changepoints: the start, and the segments before it (all of them without a start) that differ from
// the one before them by more than noise and levelReach.
func (a *analysis) levels(r *Result) {
	r.Changepoints = []int{}
	from := 0
	add := func(at int) {
		r.Changepoints = append(r.Changepoints, at)
		r.Levels = append(r.Levels, a.between(from, at))
		from = at
	}
	before, all := 0.0, r.Class != "" // no steady part
	segments, ys, size := a.segments, a.ys, a.size
	if a.early != nil {
		segments, ys, size = a.early.segments, a.early.ys, a.early.size
	}
	for k, s := range segments {
		m := mean(ys[s:segmentEnd(segments, k, len(ys))])
		at := s * size
		if k > 0 && math.Abs(m-before) > levelReach && (all || at <= r.Start-size) {
			add(at)
		}
		before = m
	}
	if r.Start > 0 {
		add(r.Start)
	}
	r.Levels = append(r.Levels, a.between(from, a.n))
}

// between is the median level of the values from to to, by blocks: at least the one that holds from.
func (a *analysis) between(from, to int) float64 {
	medians, size := a.medians, a.size
	if a.early != nil && to <= len(a.early.medians)*a.early.size {
		medians, size = a.early.medians, a.early.size
	}
	i := from / size
	return median(append([]float64(nil), medians[i:max(to/size, i+1)]...))
}
