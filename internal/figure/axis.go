package figure

import "math"

// A Scale says how values turn into positions.
type Scale int

const (
	Linear Scale = iota
	// Log is for values above 0. Equal distances are equal ratios.
	Log
	// Nines is for shares of 0 to 1, without 1: equal distances are equal numbers of nines, as of p90, p99 and p99.9.
	Nines
)

// An Axis is a range of values and how they are spread over a side of the figure.
type Axis struct {
	Scale  Scale
	Lo, Hi float64 // Lo < Hi, both finite; on a logarithmic scale above 0
	Ticks  []Tick  // what is labelled, the most important first
	Title  string  // what the values are, and in which unit where their labels do not say it; "" writes none
}

// A Tick is a labelled value.
type Tick struct {
	At    float64
	Label string
	// Set is 0 for a label that is shown wherever it has room. Neighbours in Ticks with the same number above 0 are shown together or
	// not at all, and without them no later set is: what remains has equal steps.
	Set int
}

// At is where x lies between the ends of the axis, from 0 to 1: what is beyond an end is at it. It is 0 for NaN and for an axis
// without extent.
func (a Axis) At(x float64) float64 {
	lo, hi := a.Scale.measure(a.Lo), a.Scale.measure(a.Hi)
	at := (a.Scale.measure(x) - lo) / (hi - lo)
	if math.IsNaN(at) {
		return 0
	}
	return min(max(at, 0), 1)
}

// Value is what lies at a position of 0 to 1, the inverse of At.
func (a Axis) Value(at float64) float64 {
	lo, hi := a.Scale.measure(a.Lo), a.Scale.measure(a.Hi)
	x := lo + at*(hi-lo)
	switch a.Scale {
	case Log:
		return math.Exp(x)
	case Nines:
		return -math.Expm1(-x)
	}
	return x
}

// within reports whether x lies between the ends.
func (a Axis) within(x float64) bool { return a.Lo <= x && x <= a.Hi }

// measure turns equal steps on the scale into equal differences.
func (s Scale) measure(x float64) float64 {
	switch s {
	case Log:
		return math.Log(x)
	case Nines:
		return -math.Log1p(-x)
	}
	return x
}

// Around is a logarithmic axis from lo to hi with room beside both, and at least a factor of so much wide. Where lo is not above 0 it is
// taken for a millionth of hi; without a positive finite hi the axis is that of 1.
func Around(lo, hi, least float64) Axis {
	if !(hi > 0) || math.IsInf(hi, 0) {
		lo, hi = 1, 1
	}
	if !(lo > 0) || lo > hi {
		lo = hi / 1e6
	}
	const margin = 0.05
	from, to := math.Log(lo), math.Log(hi)
	room := max(math.Log(least)-(to-from), 0) / 2
	room += margin * (to - from + 2*room)
	return Axis{Scale: Log, Lo: max(math.Exp(from-room), 1e-307), Hi: min(math.Exp(to+room), math.MaxFloat64)}
}
