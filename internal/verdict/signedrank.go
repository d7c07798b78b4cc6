package verdict

import (
	"cmp"
	"math"
	"slices"
)

// exactPairs is the most differences whose sign-flip distribution is
// enumerated; it takes a few milliseconds there and grows with the cube.
// Beyond it the normal approximation errs by less than 1% at p = 0.025.
const exactPairs = 256

// Signed is a signed-rank test of differences against 0.
type Signed struct {
	N     int // differences that count: neither zero nor NaN
	Zeros int // differences of exactly zero, which say nothing about a direction

	// Up and Down are the one-sided p-values for differences above and below zero, the
	// probability of ranks as one-sided as these or more when each sign is a coin's: above 0, at most
	// 1. Both are 1 when N is 0.
	Up, Down float64

	// Least is the smallest p-value that N differences can have, 2^-N.
	Least float64
}

// SignedRank is the exact one-sided signed-rank test (Wilcoxon, "Individual
// comparisons by ranking methods", Biometrics Bulletin 1, 1945). When both
// versions are the same, swapping a pair changes nothing, so each of the 2^N signs is equally
// likely whatever the sizes are: the p-value is the share of these sign flips whose
// sum of the ranks of positive differences is at least the observed one. This holds
// with ties as well: equal sizes share the mean of their ranks, and the flips run over those
// midranks (Pratt and Gibbons, Concepts of Nonparametric Theory, 1981, chapter
// 3, section 7). Beyond 256 differences the normal approximation with
// continuity correction stands in.
//
// Zeros are dropped and N reduced, as Wilcoxon did. Infinite differences rank
// above all others. NaN are left out. The order of d has no influence.
//
// Rejected: ranking the zeros before dropping them (Pratt, "Remarks on
// zeros and ties in the Wilcoxon signed rank procedures", JASA 54, 1959). It is exact as well, and
// guards against a p-value that rises when all differences grow a little, but the
// least p-value is the same and with one statistic a coarse clock's zeros are
// no evidence either way.
func SignedRank(d []float64) Signed {
	sizes, up, zeros := signs(d)
	s := Signed{N: len(sizes), Zeros: zeros, Up: 1, Down: 1, Least: positive(math.Ldexp(1, -len(sizes)))}
	if s.N == 0 {
		return s
	}
	ranks := doubledMidranks(sizes)
	above := 0
	for i, r := range ranks {
		if up[i] {
			above += r
		}
	}
	s.Up, s.Down = flipTails(ranks, above)
	return s
}

// flipTails is the probabilities that those of sizes whose coin falls on heads sum to at least above, and to
// at most above.
func flipTails(sizes []int, above int) (up, down float64) {
	total := 0
	for _, r := range sizes {
		total += r
	}
	below := total - above
	switch {
	case len(sizes) > exactPairs:
		return normalTail(above, total, sizes), normalTail(below, total, sizes)
	// The distribution is symmetric: the upper tail from above is the lower one up to below.
	case above < below:
		down, up = tails(signFlips(sizes, above))
		return up, down
	case above == below:
		up, _ = tails(signFlips(sizes, below))
		return up, up
	}
	return tails(signFlips(sizes, below))
}

// tails is the probabilities of at most and of at least the last value of a density.
func tails(density []float64) (most, least float64) {
	var below float64
	last := len(density) - 1
	for _, p := range density[:last] {
		below += p
	}
	return min(1, below+density[last]), 1 - below
}

// signs splits differences into sizes in ascending order and whether each is positive.
func signs(d []float64) (sizes []float64, up []bool, zeros int) {
	kept := make([]float64, 0, len(d))
	for _, x := range d {
		switch {
		case x == 0:
			zeros++
		case !math.IsNaN(x):
			kept = append(kept, x)
		}
	}
	slices.SortFunc(kept, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	sizes, up = make([]float64, len(kept)), make([]bool, len(kept))
	for i, x := range kept {
		sizes[i], up[i] = math.Abs(x), x > 0
	}
	return sizes, up, zeros
}

// doubledMidranks is twice the rank, from 1, of each of the ascending values,
// where equal ones share the mean of their ranks: twice a midrank is an integer.
func doubledMidranks(ascending []float64) []int {
	ranks := make([]int, len(ascending))
	for first := 0; first < len(ascending); {
		end := first + 1
		for end < len(ascending) && ascending[end] == ascending[first] {
			end++
		}
		for i := first; i < end; i++ {
			ranks[i] = first + 1 + end // ranks first+1 to end
		}
		first = end
	}
	return ranks
}

// signFlips is the probability of each sum up to most of those of ranks whose coin falls on
// heads. All terms are positive and halving is exact, so that even the smallest
// is right to len(ranks) units in its last place.
func signFlips(ranks []int, most int) []float64 {
	flips := make([]float64, most+1)
	flips[0] = 1
	reached := 0
	for _, r := range ranks {
		reached = min(reached+r, most)
		for sum := reached; sum >= r; sum-- {
			flips[sum] = (flips[sum] + flips[sum-r]) / 2
		}
		for sum := min(r-1, reached); sum >= 0; sum-- {
			flips[sum] /= 2
		}
	}
	return flips
}

// normalTail approximates the probability that doubled ranks with heads sum to at least above.
func normalTail(above, total int, ranks []int) float64 {
	var variance float64
	for _, r := range ranks {
		variance += float64(r) * float64(r) / 4
	}
	// Half a rank is one unit of doubled ranks.
	z := (float64(above) - float64(total)/2 - 1) / math.Sqrt(variance)
	return positive(math.Erfc(z/math.Sqrt2) / 2)
}

// positive is a probability that is not 0 where floating point makes it so.
func positive(p float64) float64 { return max(p, math.SmallestNonzeroFloat64) }
