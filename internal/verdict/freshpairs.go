package verdict

import "math"

// freshShare is how many fresh pairs confirm one flagged test, for each pair of the first look. Where runs are noisy
// as many again lose a part of what was flagged, half as many more hardly any: TestSimulationPower and TestSimulationFamilies of
// package reportx print both.
const freshShare = 1.5

// FreshPairs is how many fresh pairs to measure of m tests that were flagged together by count pairs: half as many again
// for one, and as many as keep its power for more, of which the first is held against 2.5%/m. The noise of an
// estimate falls with the square root of the pairs, so that with z the quantile of the normal distribution it is
//
//	1.5 count ((z(1 - 2.5%/m) + z(90%)) / (z(97.5%) + z(90%)))²
//
// where 90% is that power (Lachin, "Introduction to sample size determination and power analysis for clinical
// trials", Controlled Clinical Trials 2, 1981, equation 1). It is not less than [LeastPairs], with which m fresh pairs can be
// significant at all. An m below 1 counts as 1, a count below 0 as 0.
func FreshPairs(m, count int) int {
	m, count = max(1, m), max(0, count)
	const power = 0.90
	grown := (normalQuantile(1-familyError/float64(m)) + normalQuantile(power)) / (normalQuantile(1-familyError) + normalQuantile(power))
	return max(LeastPairs(m), int(math.Ceil(freshShare*float64(count)*grown*grown)))
}

// normalQuantile is that of the standard normal distribution, for p between 0 and 1.
func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
