package verdict

import (
	"math"
	"slices"
)

// ShiftBetween is the Hodges-Lehmann estimate of how much new values lie above
// old ones, the median of all differences new - old, with the 95% interval
// that inverts the rank-sum test (Hodges and Lehmann 1963; Hollander and
// Wolfe, 4.3). There is an interval when the number of divisions of the values into the two
// sides is at least 40: for 4 and 4, 3 and 5, not for 3 and 3. With ties its coverage is at least as high. NaN are
// left out. It is for comparison: [Unpaired] takes the same of ratios.
func ShiftBetween(old, new []float64) Location {
	old = slices.DeleteFunc(slices.Clone(old), math.IsNaN)
	new = slices.DeleteFunc(slices.Clone(new), math.IsNaN)
	return locate(across(old, new, difference), sumCritical(len(old), len(new)))
}

// across is the difference of each new value to each old one.
func across(old, new []float64, difference func(old, new float64) float64) []float64 {
	differences := make([]float64, 0, len(old)*len(new))
	for _, x := range old {
		for _, y := range new {
			differences = append(differences, difference(x, y))
		}
	}
	return differences
}

// difference is new - old, 0 for equal infinities.
func difference(old, new float64) float64 {
	if old == new {
		return 0
	}
	return new - old
}

// sumCritical is the largest u with P(U <= u) <= 2.5% for the Mann-Whitney
// count U of n and m values without ties, -1 when there is none.
func sumCritical(n, m int) int {
	if n == 0 || m == 0 {
		return -1
	}
	if max(n, m) > exactRuns {
		a, b := float64(n), float64(m)
		sd := math.Sqrt(a * b * (a + b + 1) / 12)
		return int(math.Floor(a*b/2 - normal975*sd - 0.5))
	}
	// U is the sum of m ranks less its minimum: ranks 0 to n+m-1, less 0 to m-1.
	ranks := make([]int, n+m)
	for i := range ranks {
		ranks[i] = i
	}
	least := m * (m - 1) / 2
	most := least + n*m/2 // up to the middle
	return critical(divisions(ranks, m, most)[least:])
}
