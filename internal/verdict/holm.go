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

// reachable reports of each test whether it would be significant after Holm's adjustment with the least p-value
// it can have, while the others keep theirs. leasts belong to ps and are not above them.
func reachable(ps, leasts []float64, alpha float64) []bool {
	ascending := slices.Clone(ps)
	slices.Sort(ascending)
	passed := 0 // of those, in Holm's order
	for passed < len(ps) && ascending[passed]*float64(len(ps)-passed) <= alpha {
		passed++
	}
	can := make([]bool, len(ps))
	for i, least := range leasts {
		before, _ := slices.BinarySearch(ascending, least) // of the others: its own is not below
		can[i] = before <= passed && least*float64(len(ps)-before) <= alpha
	}
	return can
}
