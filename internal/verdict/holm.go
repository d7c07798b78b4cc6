package verdict

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts the p-values of tests that are decided together: those at most alpha
// afterwards are significant, and the probability that any of them is falsely so is at most alpha,
// however the tests depend on each other (Holm, "A simple sequentially rejective multiple test
// procedure", Scandinavian Journal of Statistics 6, 1979). The smallest of m is
// multiplied by m, the next by m-1 and so on, none ends below one that was smaller, none above 1.
// NaN, a test that could not be made, counts as 1. The result is in the
// order of ps; nil when there is none.
func Holm(ps []float64) []float64 {
	if len(ps) == 0 {
		return nil
	}
	order := make([]int, len(ps))
	adjusted := make([]float64, len(ps))
	for i, p := range ps {
		order[i] = i
		adjusted[i] = p
		if math.IsNaN(p) {
			adjusted[i] = 1
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(adjusted[i], adjusted[j]) })
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, adjusted[i]*float64(len(ps)-rank)))
		adjusted[i] = least
	}
	return adjusted
}
