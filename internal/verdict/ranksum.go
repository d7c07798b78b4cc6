package verdict

import (
	"cmp"
	"math"
	"slices"
)

// exactRuns is the most runs of a side whose rank-sum distribution is enumerated;
// beyond it the normal approximation stands in.
const exactRuns = 20

// Summed is a rank-sum test of two sides.
type Summed struct {
	Old, New int // values that count: those that are not NaN

	// Up and Down are the one-sided p-values for new values above and below old ones: above 0, at most
	// 1. Both are 1 when a side is empty.
	Up, Down float64

	// Least is the smallest p-value that values with these ties can have.
	Least float64
}

// RankSum is the exact one-sided rank-sum test for sides that are not paired
// (Wilcoxon 1945; Mann and Whitney, "On a test of whether one of two random
// variables is stochastically larger than the other", Annals of Mathematical Statistics 18,
// 1947). The p-value is the share of the divisions of all values into sides of
// these sizes whose sum of new ranks is at least the observed one. Equal
// values share the mean of their ranks, and the divisions run over those midranks. Beyond 20 values on a side the normal
// approximation with corrections for ties and continuity stands in.
//
// Why not benchmath's, which is in golang.org/x/perf and agrees where there are no ties: with ties, the rule with coarse clocks, its
// p-values are others than the enumeration has, 0 for (5 21 31 31) and (2), where one division of five is as
// extreme; and what these runs could show at all, Least, it does not say.
//
// The test assumes that the runs of both sides are exchangeable. Runs of one side
// measured after those of the other are not: on a drifting machine it fails a fifth of all comparisons
// of a program with itself.
func RankSum(old, new []float64) Summed {
	all, isNew := mix(old, new)
	s := Summed{Up: 1, Down: 1, Least: 1}
	ranks := doubledMidranks(all)
	sum, total := 0, 0
	for i, r := range ranks {
		total += r
		if isNew[i] {
			s.New++
			sum += r
		}
	}
	s.Old = len(all) - s.New
	if s.Old == 0 || s.New == 0 {
		return s
	}
	reversed := make([]int, len(ranks)) // ranks counted from the largest value, in ascending order
	for i, r := range ranks {
		reversed[len(ranks)-1-i] = 2*(len(ranks)+1) - r
	}
	mirrored := 2*(len(ranks)+1)*s.New - sum
	ways := logChoose(len(ranks), s.New)
	s.Least = positive(math.Exp(min(logExtremes(ranks, s.New), logExtremes(reversed, s.New)) - ways))
	switch {
	case max(s.Old, s.New) > exactRuns:
		s.Up, s.Down = normalSum(sum, total, ranks, s.New), normalSum(mirrored, total, ranks, s.New)
	case sum < mirrored:
		s.Down, s.Up = tails(divisions(ranks, s.New, sum))
	default:
		s.Up, s.Down = tails(divisions(reversed, s.New, mirrored))
	}
	return s
}

// mix sorts the values of both sides together.
func mix(old, new []float64) (all []float64, isNew []bool) {
	type value struct {
		x     float64
		isNew bool
	}
	values := make([]value, 0, len(old)+len(new))
	for _, x := range old {
		values = append(values, value{x, false})
	}
	for _, x := range new {
		values = append(values, value{x, true})
	}
	values = slices.DeleteFunc(values, func(v value) bool { return math.IsNaN(v.x) })
	slices.SortFunc(values, func(a, b value) int { return cmp.Compare(a.x, b.x) })
	all, isNew = make([]float64, len(values)), make([]bool, len(values))
	for i, v := range values {
		all[i], isNew[i] = v.x, v.isNew
	}
	return all, isNew
}

// divisions is the probability of each sum up to most of m ranks drawn without replacement, right to
// len(ranks) units in the last place.
func divisions(ranks []int, m, most int) []float64 {
	// ways[c][s] is how many choices of c ranks sum to s, an integer up to 2^53.
	ways := make([][]float64, m+1)
	for c := range ways {
		ways[c] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for i, r := range ranks {
		for c := min(m, i+1); c > 0; c-- {
			for s := most; s >= r; s-- {
				ways[c][s] += ways[c-1][s-r]
			}
		}
	}
	all := choose(len(ranks), m)
	for s := range ways[m] {
		ways[m][s] /= all
	}
	return ways[m]
}

// logExtremes is the logarithm of how many choices of m of the ascending ranks have the least sum: those
// that differ in which of several equal ranks they take.
func logExtremes(ranks []int, m int) float64 {
	last := ranks[m-1]
	var taken, tied int
	for i, r := range ranks {
		if r == last {
			tied++
			if i < m {
				taken++
			}
		}
	}
	return logChoose(tied, taken)
}

// choose is the number of ways to choose m of n.
func choose(n, m int) float64 {
	ways := 1.0
	for i := 1; i <= m; i++ {
		ways = ways * float64(n-m+i) / float64(i)
	}
	return math.Round(ways)
}

func logChoose(n, m int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(m + 1))
	c, _ := math.Lgamma(float64(n - m + 1))
	return a - b - c
}

// normalSum approximates the probability that m doubled ranks drawn without
// replacement sum to at least sum.
func normalSum(sum, total int, ranks []int, m int) float64 {
	n := float64(len(ranks))
	mean := float64(total) / n
	var squares float64
	for _, r := range ranks {
		squares += (float64(r) - mean) * (float64(r) - mean)
	}
	variance := float64(m) * (n - float64(m)) * squares / (n * (n - 1))
	if variance == 0 {
		return 1
	}
	z := (float64(sum) - float64(m)*mean - 1) / math.Sqrt(variance)
	return positive(math.Erfc(z/math.Sqrt2) / 2)
}
