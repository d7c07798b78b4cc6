package verdict

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// enumerateSides is the one-sided p-values from all divisions of the values into sides, by
// the count of pairs in which the new value is larger.
func enumerateSides(old, new []float64) (up, down float64) {
	all := slices.Concat(old, new)
	count := func(isNew uint) (u float64) {
		for i, x := range all {
			for j, y := range all {
				if isNew>>i&1 == 1 && isNew>>j&1 == 0 {
					switch {
					case x > y:
						u++
					case x == y:
						u += 0.5
					}
				}
			}
		}
		return u
	}
	observed := count((1<<len(new) - 1) << len(old))
	divisions := 0.0
	for isNew := range uint(1) << len(all) {
		if bits.OnesCount(isNew) != len(new) {
			continue
		}
		divisions++
		u := count(isNew)
		if u >= observed {
			up++
		}
		if u <= observed {
			down++
		}
	}
	return up / divisions, down / divisions
}

func TestRankSumEnumerated(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		old, new := make([]float64, r.IntN(6)), make([]float64, r.IntN(6))
		levels := 1 + r.IntN(20)
		for i := range old {
			old[i] = float64(r.IntN(levels))
		}
		for i := range new {
			new[i] = float64(r.IntN(levels) + r.IntN(3))
		}
		beforeOld, beforeNew := slices.Clone(old), slices.Clone(new)
		got := RankSum(old, new)
		up, down := enumerateSides(old, new)
		if math.Abs(got.Up-up) > 1e-13 || math.Abs(got.Down-down) > 1e-13 {
			t.Errorf("%v against %v: p %v and %v, enumerated %v and %v", new, old, got.Up, got.Down, up, down)
		}
		if got.Least > got.Up+1e-13 || got.Least > got.Down+1e-13 || !(got.Least > 0) {
			t.Errorf("%v against %v: p %v and %v, at least %v", new, old, got.Up, got.Down, got.Least)
		}
		if mirror := RankSum(new, old); math.Abs(mirror.Up-got.Down) > 1e-13 || math.Abs(mirror.Least-got.Least) > 1e-13 {
			t.Errorf("%v against %v: %+v, swapped %+v", new, old, got, mirror)
		}
		if !slices.Equal(old, beforeOld) || !slices.Equal(new, beforeNew) {
			t.Error("input was changed")
		}
	}
}

func TestRankSumFew(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new []float64
		want     Summed
	}{
		{"none", nil, nil, Summed{Up: 1, Down: 1, Least: 1}},
		{"one side", nil, []float64{1, 2}, Summed{New: 2, Up: 1, Down: 1, Least: 1}},
		{"one each", []float64{1}, []float64{2}, Summed{1, 1, 0.5, 1, 0.5}},
		{"one tied", []float64{1}, []float64{1}, Summed{1, 1, 1, 1, 1}},
		{"infinite", []float64{1, 2}, []float64{inf, inf}, Summed{2, 2, 1.0 / 6, 1, 1.0 / 6}},
		{"not a number", []float64{1, math.NaN(), 2}, []float64{3, 4}, Summed{2, 2, 1.0 / 6, 1, 1.0 / 6}},
	} {
		if got := RankSum(c.old, c.new); got.Old != c.want.Old || got.New != c.want.New || !near(got.Up, c.want.Up) || !near(got.Down, c.want.Down) || !near(got.Least, c.want.Least) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// amnion is the permeability of the human chorioamnion at term and at 12 to 26
// weeks, Hollander and Wolfe, 1973, example 4.1.
func amnion() (term, early []float64) {
	return []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21}
}

// TestRankSumPublished has what R's wilcox.test(x, y, alternative = "greater") prints in
// its documentation: W = 35, p-value = 0.1272, and the estimate of example 4.3, 0.305.
func TestRankSumPublished(t *testing.T) {
	term, early := amnion()
	if got := RankSum(early, term).Up; math.Abs(got-0.1272) > 0.00005 {
		t.Errorf("p %v, want 0.1272", got)
	}
	if got := ShiftBetween(early, term).Estimate; math.Abs(got-0.305) > 1e-12 {
		t.Errorf("shift %v, want 0.305", got)
	}
}

// TestSumCritical has critical values of U at 2.5% a side from Milton, "An extended table of critical values for the Mann-Whitney
// (Wilcoxon) two-sample statistic", JASA 59, 1964.
func TestSumCritical(t *testing.T) {
	for _, c := range []struct{ n, m, want int }{
		{0, 5, -1}, {1, 20, -1}, {3, 3, -1}, {3, 4, -1}, {3, 5, 0}, {4, 4, 0}, {5, 5, 2}, {6, 6, 5}, {7, 7, 8}, {8, 8, 13}, {9, 9, 17},
		{10, 10, 23}, {11, 11, 30}, {12, 12, 37}, {15, 15, 64}, {20, 20, 127}, {5, 8, 6}, {6, 10, 11}, {10, 15, 39}, {2, 8, 0},
	} {
		if got := sumCritical(c.n, c.m); got != c.want {
			t.Errorf("critical value of %d and %d: %d, want %d", c.n, c.m, got, c.want)
		}
		if a, b := sumCritical(c.n, c.m), sumCritical(c.m, c.n); a != b {
			t.Errorf("critical value of %d and %d: %d, the other way round %d", c.n, c.m, a, b)
		}
	}
}

// TestRankSumMany has the approximation agree with enumeration where it takes over.
func TestRankSumMany(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	old, new := make([]float64, exactRuns), make([]float64, exactRuns)
	for i := range old {
		old[i], new[i] = math.Round(5*r.NormFloat64()), math.Round(5*r.NormFloat64()+2)
	}
	exact := RankSum(old, new)
	ranks, isNew := mix(old, new)
	doubled := doubledMidranks(ranks)
	sum, total := 0, 0
	for i, rank := range doubled {
		total += rank
		if isNew[i] {
			sum += rank
		}
	}
	if normal := normalSum(sum, total, doubled, len(new)); math.Abs(normal-exact.Up) > 0.05*exact.Up {
		t.Errorf("p %v, approximated %v", exact.Up, normal)
	}
	more := RankSum(append(old, 0), new)
	if math.Abs(more.Up-exact.Up) > 0.5*exact.Up || !(more.Least > 0) {
		t.Errorf("%+v, with one value more %+v", exact, more)
	}
	same := make([]float64, exactRuns+1)
	if got := RankSum(same, same); got.Up != 1 || got.Down != 1 {
		t.Errorf("all alike: %+v", got)
	}
}
