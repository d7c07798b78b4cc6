// Package steady tells from which value on a series of times is steady.
//
// A series holds the times of one benchmark in the order in which they were measured. A value is the time of one
// operation, or the mean over a block of operations ([Blocks]); its unit does not matter, because every threshold is
// relative to the level of the series.
//
// Two rules answer:
//
//   - [Detector] sees one value at a time and says when to stop. The window that confirmed the answer belongs to the
//     steady part, whose start is then set backwards ([Online] replays it over a slice).
//   - [Analyze] sees a whole series, and may therefore contradict the other.
//
// Positions are 0-based: Start is the index of the first steady value, which is the number of values to discard. The
// series 100 34 16 11 10 10 10 ... starts at 4.
//
// NaN and infinite values are missing: they keep their position, and the Detector counts them as the value before
// them. Values beyond 1e150 in magnitude count as 1e150. Zero and negative values are ordinary ones, but around a level of
// zero nothing is within a few percent of it: there only a constant is steady. Nothing here panics on any input.
package steady

// A Class says what a series looks like.
type Class string

const (
	Flat     Class = "flat"     // steady from the first value on
	Warmup   Class = "warmup"   // slower (higher) first, then steady
	Slowdown Class = "slowdown" // faster (lower) first, then steady
	Cycle    Class = "cycle"    // repeats itself, and is steady from one period to the next; Analyze only
	NoSteady Class = "nosteady" // no steady part: it drifts, wanders, or changes its level too late
	Short    Class = "short"    // too few values to judge: all are kept
)

// A Result is the answer for one series.
type Result struct {
	N     int   `json:"n"` // values seen
	Class Class `json:"class"`

	// Values Start to Stop (exclusive) are the steady part, 0 <= Start < Stop <= N. Without one (NoSteady) Start is -1
	// and Stop is N. Too short a series is kept whole: Start is 0. With N 0 both are 0.
	Start int `json:"start"`
	Stop  int `json:"stop"`

	// Confidence is from 0 to 1: how much the answer rests on. For a steady part it is the product of c/(c+10), for
	// the c values that confirmed it, and of the probability that noise of the size seen leaves the two halves of those
	// values within the tolerance. It is 0 for Short. For NoSteady it is n/(n+100). It orders answers and is no probability: of a
	// Detector's answers to generated series, those below 0.88 were right in 80%, those from 0.98 on in 97%.
	Confidence float64 `json:"confidence"`

	// Changepoints are the positions where a new level begins, ascending, never nil, without 0.
	// The Detector reports at most one, its Start.
	Changepoints []int `json:"changepoints"`

	// Levels are the medians between the changepoints, one more than Changepoints, in the unit of the series; empty if
	// no value is finite.
	Levels []float64 `json:"-"`

	// Lowest and Highest are the levels between which a series without a steady part moves, in its unit, and Wander is their difference
	// relative to the lower one: 0.38 means 38%, 0 also that the lower one is not positive. Only what lasts counts: excursions and the
	// Transient do not. They are 0 for every other class.
	Lowest  float64 `json:"-"`
	Highest float64 `json:"-"`
	Wander  float64 `json:"-"`

	// Transient is, of a series without a steady part, the number of first values that lie apart from all that follows, and are to be
	// left out even where the rest has no one level; otherwise 0. Analyze only.
	Transient int `json:"-"`

	// Reason says in a sentence what decided, and counts in values. See also Explain.
	Reason string `json:"reason,omitempty"`

	words phrase // that Reason is made of
}

// phrase is the reason.
func (r Result) phrase() phrase {
	if r.words.text == "" {
		return phrase{text: r.Reason}
	}
	return r.words
}

// because sets the reason.
func (r *Result) because(p phrase) {
	r.words, r.Reason = p, p.in(values)
}

// Steady reports whether the series has a part that was found to be steady. It is false for Short,
// whose values are kept for want of a better answer.
func (r Result) Steady() bool {
	return r.Start >= 0 && r.Class != Short && r.Class != NoSteady
}

// Config says how much is asked of a steady part. The zero value is good.
type Config struct {
	// Tolerance is how far two halves of the steady part may lie apart, relative to its level; 0 means 0.015 (1.5%). The
	// Detector's bounds for many values scale with it. Values outside of 0 to 1 mean the default.
	Tolerance float64

	// Confidence sets how hard the series is examined, between 0.8 (the default, meant by 0 and anything below) and
	// 0.95 (and above): the share of all values that must look steady goes from 40% to 50%, and the number of pieces
	// whose levels are compared from 2 to 4. It is not a promise about Result.Confidence.
	Confidence float64

	// Min is the least number of values that must look steady together, at least 3; 0 means 500.
	// With a Max it is never more than 40% of that. In all the Detector asks for 2.1 times as many (1.3 times where the
	// transient tells its own end). Analyze asks for 30% of the series instead.
	Min int

	// Max is the budget in values: the Detector is done there, settled or not. 0 means none. Analyze ignores it.
	Max int
}
