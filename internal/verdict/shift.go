package verdict

import (
	"math"
	"slices"
)

// errorSide is the probability that an end of a 95% interval misses on its side.
const errorSide = 0.025

// Location is where differences lie, with a 95% interval.
type Location struct {
	Estimate float64 // NaN without differences
	Lo, Hi   float64 // Lo <= Estimate <= Hi; NaN without an interval
	Interval bool    // whether there is one
}

// Shift is the Hodges-Lehmann estimate of the centre of differences, the median of
// their Walsh averages (d_i + d_j)/2 over i <= j (Hodges and Lehmann, "Estimates of
// location based on rank tests", Annals of Mathematical Statistics 34, 1963), with the interval
// that inverts the signed-rank test: the Walsh averages of rank c+1 from either end, where c is the
// largest sum of ranks whose lower tail is at most 2.5% (Hollander and
// Wolfe, Nonparametric Statistical Methods, 2nd ed., 3.3). There is none below
// 6 differences. Its coverage is at least 95% for symmetric differences, with ties too
// (Noether, "Wilcoxon confidence intervals for location parameters in the
// discrete case", JASA 62, 1967): 96.9% at 6, 95.1% at 10, 95% in the limit. Beyond 256
// differences c is that of the normal approximation.
//
// Zeros are differences like others here. Infinite ones give infinite averages with
// finite ones, and 0 with those of the other sign. NaN are left out.
func Shift(d []float64) Location {
	d = slices.DeleteFunc(slices.Clone(d), math.IsNaN)
	averages := make([]float64, 0, len(d)*(len(d)+1)/2)
	for i, x := range d {
		for _, y := range d[i:] {
			averages = append(averages, middle(x, y))
		}
	}
	return locate(averages, signedCritical(len(d)))
}

// locate takes the median of what a rank test counts, and its order statistics
// beyond the critical value, which is negative when there are none.
func locate(counted []float64, critical int) Location {
	l := Location{Estimate: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}
	n := len(counted)
	if n == 0 {
		return l
	}
	slices.Sort(counted)
	l.Estimate = middle(counted[(n-1)/2], counted[n/2])
	if critical >= 0 {
		l.Lo, l.Hi, l.Interval = counted[critical], counted[n-1-critical], true
	}
	return l
}

// middle is the mean of two values, 0 for opposite infinities as for any other opposites.
func middle(x, y float64) float64 {
	if math.IsInf(x, 0) && x == -y {
		return 0
	}
	return x/2 + y/2
}

// signedCritical is the largest c with P(T <= c) <= 2.5% for the sum T of the
// ranks 1 to n whose coin falls on heads, -1 when there is none.
func signedCritical(n int) int {
	if n > exactPairs {
		k := float64(n)
		mean, sd := k*(k+1)/4, math.Sqrt(k*(k+1)*(2*k+1)/24)
		return int(math.Floor(mean - normal975*sd - 0.5))
	}
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = i + 1
	}
	return critical(signFlips(ranks, n*(n+1)/4)) // up to the middle
}

// normal975 is the 97.5% quantile of the normal distribution.
const normal975 = 1.959963984540054

// critical is the largest value whose lower tail is at most 2.5%, -1 when there is none. The density
// need not go beyond the middle.
func critical(density []float64) int {
	var sum float64
	for c, p := range density {
		if sum += p; sum > errorSide {
			return c - 1
		}
	}
	return len(density) - 1
}
