package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

func benchmathP(old, new []float64) float64 {
	thresholds := benchmath.DefaultThresholds
	a, b := benchmath.NewSample(slices.Clone(old), &thresholds), benchmath.NewSample(slices.Clone(new), &thresholds)
	return benchmath.AssumeNothing.Compare(a, b).P
}

// benchmath, which benchstat uses, has the two-sided test, twice the smaller of the one-sided p-values: the same without ties.
func TestRankSumBenchmath(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 500 {
		n, m := 1+r.IntN(12), 1+r.IntN(12)
		values := make([]float64, n+m)
		for i, rank := range r.Perm(n + m) {
			values[i] = float64(10 + rank)
		}
		old, new := values[:n], values[n:]
		ours := RankSum(old, new)
		if want, got := min(1, 2*min(ours.Up, ours.Down)), benchmathP(old, new); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v and %v: %v, benchmath has %v", old, new, want, got)
		}
	}
}

// With ties benchmath's p-values are others, and can be 0: of five values any is the least by chance in one case of five.
func TestRankSumBenchmathTies(t *testing.T) {
	old, new := []float64{31, 21, 31, 5}, []float64{2}
	if got := RankSum(old, new).Down; !near(got, 0.2) {
		t.Errorf("%v, want 1 in 5", got)
	}
	if theirs := benchmathP(old, new); near(theirs, 0.4) {
		t.Errorf("benchmath has %v: the reason that doc.go and RankSum give for a test of our own is gone", theirs)
	}
}
