package steady

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// coin is a series of n values, 100 and with a probability one that is gap more.
func coin(seed uint64, n int, gap, probability float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	xs := make([]float64, n)
	for i := range xs {
		if xs[i] = 100; rng.Float64() < probability {
			xs[i] *= 1 + gap
		}
	}
	return xs
}

// Times of a coarse clock, which are one step or the next, are as steady as the shares of the two.
func TestCoarse(t *testing.T) {
	for _, gap := range []float64{0.05, 0.3} {
		for _, probability := range []float64{0.5, 0.4, 0.2} {
			for _, n := range []int{400, 2000} {
				flat := 0
				for seed := range uint64(20) {
					if Analyze(coin(seed, n, gap, probability), Config{}).Class == Flat {
						flat++
					}
				}
				if flat < 19 {
					t.Errorf("%v in %d values, %v more: %d of 20 flat", probability, n, gap, flat)
				}
			}
		}
	}
	warm := append(coin(1, 400, 0.5, 0.9), coin(2, 1600, 0.5, 0.1)...)
	if r := Analyze(warm, Config{}); r.Class != Warmup || r.Start < 380 || r.Start > 430 {
		t.Errorf("%s from %d (%s), want warmup from 400", r.Class, r.Start, r.Reason)
	}
	runs := []Settled{}
	for seed := range uint64(6) {
		xs := coin(seed, 2000, 0.3, 0.5)
		runs = append(runs, Settled{xs, Analyze(xs, Config{})})
	}
	if a := Consistent(runs, Config{}); !a.Consistent {
		t.Errorf("runs of one distribution: %s", a.Reason)
	}
}

func TestIsCoarse(t *testing.T) {
	many := make([]float64, 400)
	for i := range many {
		many[i] = float64(i % (coarseValues + 1))
	}
	steps := append(slices.Repeat([]float64{300}, 100), slices.Repeat([]float64{100}, 300)...)
	for _, c := range []struct {
		why  string
		xs   []float64
		want bool
	}{
		{"no values", nil, false},
		{"too few", coin(1, coarseLeast-1, 0.3, 0.5), false},
		{"enough", coin(1, coarseLeast, 0.3, 0.5), true},
		{"a constant", slices.Repeat([]float64{7}, 100), false},
		{"two levels", steps, false},
		{"more than may be", many, false},
	} {
		if got := isCoarse(c.xs); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
	for i := range many {
		many[i] = float64(i % coarseValues)
	}
	if !isCoarse(many) {
		t.Errorf("%d values", coarseValues)
	}
}

func TestCenter5(t *testing.T) {
	for _, c := range []struct {
		five [5]float64
		want float64
	}{
		{[5]float64{1, 1, 1, 1, 1}, 1},
		{[5]float64{1, 2, 1, 1, 1}, 1}, // an excursion
		{[5]float64{1, 2, 1, 2, 1}, 1.4},
		{[5]float64{2, 1, 2, 1, 2}, 1.6},
		{[5]float64{1, 3, 1, 2, 1}, 1}, // three values
		{[5]float64{5, 1, 4, 2, 3}, 3},
	} {
		if got := center5(&c.five); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.five, got, c.want)
		}
	}
	flat := 0
	for seed := range uint64(20) {
		if r, _ := replay(coin(seed, 2000, 0.5, 0.5)); r.Class == Flat {
			flat++
		}
	}
	if flat < 19 {
		t.Errorf("online: %d of 20 flat", flat)
	}
}
