package steady

import "math"

// rule is a Config with its defaults filled in.
type rule struct {
	tolerance float64 // relative difference of two halves that is accepted
	noise     float64 // and how many standard errors of it
	share     float64 // of all values that must look steady
	pieces    int     // whose medians are compared
	asked     int     // values that must look steady together, if the budget allows
	least     int     // values that must look steady together
	budget    int     // values after which there must be an answer; 0: none
}

func (c Config) rule() rule {
	r := rule{tolerance: defaultTolerance, noise: 1.5, share: 0.4, pieces: 2, asked: 500}
	if c.Tolerance > 0 && c.Tolerance < 1 {
		r.tolerance = c.Tolerance
	}
	if c.Confidence > 0.8 {
		hard := min((c.Confidence-0.8)/0.15, 1)
		r.share += 0.1 * hard
		r.pieces += int(math.Round(2 * hard))
	}
	if c.Min > 0 {
		r.asked = max(c.Min, minWindow)
	}
	return r.limit(c.Max)
}

// strict is the tolerance as a multiple of the default.
func (r rule) strict() float64 { return r.tolerance / defaultTolerance }

// limit shrinks what is asked for to what a budget can give.
func (r rule) limit(budget int) rule {
	r.budget, r.least = max(budget, 0), r.asked
	if budget > 0 {
		r.least = max(min(r.asked, int(budgetShare*float64(budget))), minWindow)
	}
	return r
}

// budgetOr is the budget, or other without one.
func (r rule) budgetOr(other int) int {
	if r.budget > 0 {
		return r.budget
	}
	return other
}

// window is the number of the last values that must look steady after n.
func (r rule) window(n int) int {
	return max(r.least, r.fraction(n))
}

// total is the number of values before which there is no answer, as a multiple of what must look steady together.
func (r rule) total(times float64) int { return int(times * float64(r.least)) }

// fraction is what must look steady when no more values will come.
func (r rule) fraction(n int) int {
	return max(minWindow, int(math.Ceil(r.share*float64(n))))
}

const (
	defaultTolerance = 0.015

	budgetShare = 0.4 // of the budget that confirms

	minWindow  = 3  // values that can confirm anything: 10 10 10
	minSeries  = 6  // values that can be judged at all
	minRefusal = 30 // values that can be called never steady; fewer are too few to judge when they do not look steady
)

// confidence is Result.Confidence of a steady part: values confirmed it, and their halves differ by noise with the
// standard error se, relative to their level.
func (r rule) confidence(values int, se float64) float64 {
	c := float64(values)
	c /= c + 10
	if se > 0 {
		c *= math.Erf(r.tolerance / se / math.Sqrt2)
	}
	return c
}
