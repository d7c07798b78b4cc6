package steady

import "math"

const (
	transientMost  = 0.4  // of the series that a transient before a part without one level may take
	transientLeast = 0.05 // relative distance that it must have from that part, more where that moves more
	levelShare     = 0.02 // of the series that a segment must have to count as a level
)

// unsettled says of a series without a steady part what can be said: the transient at its beginning, and between which levels
// the rest lies.
func (a *analysis) unsettled(r *Result) {
	at := a.transient()
	r.Transient = at * a.size
	first := true
	for k, from := range a.segments {
		to := segmentEnd(a.segments, k, len(a.ys))
		if from < at || !a.long(to-from) {
			continue
		}
		level := a.between(from*a.size, min(to*a.size, a.n))
		if first {
			r.Lowest, r.Highest, first = level, level, false
		}
		r.Lowest, r.Highest = min(r.Lowest, level), max(r.Highest, level)
	}
	r.Wander = wander(r.Lowest, r.Highest)
}

// long reports whether so many blocks are a level, and no excursion.
func (a *analysis) long(blocks int) bool {
	return blocks >= 2 && float64(blocks) >= levelShare*float64(len(a.ys))
}

// transient is the number of blocks at the beginning that lie on one side of all that the last half does, and well away from it; 0
// where there are none, or too many, or where the line through what follows leads there: the beginning of a drift is no transient.
func (a *analysis) transient() int {
	n := len(a.ys)
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, from := range a.segments {
		if to := segmentEnd(a.segments, k, n); a.long(to - max(from, n/2)) {
			m := mean(a.ys[from:to])
			lo, hi = min(lo, m), max(hi, m)
		}
	}
	if lo > hi {
		return 0 // no level lasts
	}
	margin := max((hi-lo)/2, transientLeast)
	side := func(m float64) int {
		switch {
		case m > hi+margin:
			return 1
		case m < lo-margin:
			return -1
		}
		return 0
	}
	at, first := 0, 0
	for k, from := range a.segments {
		to := segmentEnd(a.segments, k, n)
		s := side(mean(a.ys[from:to]))
		if k == 0 {
			first = s
		}
		if s == 0 || s != first {
			break
		}
		at = to
	}
	if at == 0 || float64(at) > transientMost*float64(n) {
		return 0
	}
	level, slope := line(a.ys[at:])
	led := level - slope*float64(n)/2 // half a series before the middle of the rest lies the middle of the transient
	if float64(first)*(mean(a.ys[:at])-led) < margin {
		return 0
	}
	return at
}

// line is the straight line through ys by least squares: its value in their middle, and its slope.
func line(ys []float64) (level, slope float64) {
	m := float64(len(ys))
	level = mean(ys)
	if m < 2 {
		return level, 0
	}
	for i, y := range ys {
		slope += (float64(i) - (m-1)/2) * (y - level)
	}
	return level, 12 * slope / (m * (m*m - 1))
}
