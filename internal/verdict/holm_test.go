package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHolm(t *testing.T) {
	for _, c := range []struct {
		name     string
		ps, want []float64
	}{
		{"none", nil, nil},
		{"one", []float64{0.03}, []float64{0.03}},
		// p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm") in R: 0.04 0.06 0.06 0.06.
		{"raised to those before", []float64{0.01, 0.02, 0.03, 0.04}, []float64{0.04, 0.06, 0.06, 0.06}},
		{"order kept", []float64{0.04, 0.01, 0.03, 0.005}, []float64{0.06, 0.03, 0.06, 0.02}},
		{"ties", []float64{0.01, 0.01}, []float64{0.02, 0.02}},
		{"at most 1", []float64{0.9, 0.8}, []float64{1, 1}},
		{"not a number", []float64{math.NaN(), 0.01}, []float64{1, 0.02}},
	} {
		before := slices.Clone(c.ps)
		got := Holm(c.ps)
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-15 }) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if !sameBits(before, c.ps) {
			t.Errorf("%s: input changed", c.name)
		}
	}
}

// TestHolmClosed checks against the closure of Bonferroni's tests, which Holm's procedure
// is: a hypothesis falls when each set that contains it has a p-value of at most alpha over its size.
func TestHolmClosed(t *testing.T) {
	ps := []float64{0.004, 0.03, 0.009, 0.2, 0.011, 0.004}
	adjusted := Holm(ps)
	for i := range ps {
		closed := 0.0
		for set := 1; set < 1<<len(ps); set++ {
			if set>>i&1 == 0 {
				continue
			}
			size, least := 0.0, 1.0
			for j, p := range ps {
				if set>>j&1 == 1 {
					size++
					least = min(least, p)
				}
			}
			closed = max(closed, min(1, size*least))
		}
		if math.Abs(adjusted[i]-closed) > 1e-15 {
			t.Errorf("p %v adjusted %v, by closure %v", ps[i], adjusted[i], closed)
		}
	}
}

// What is reachable is what Holm says when the p-value is the least, the others as they are.
func TestReachable(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		m := rng.IntN(6)
		ps, leasts := make([]float64, m), make([]float64, m)
		for i := range ps {
			leasts[i] = math.Ldexp(1, -rng.IntN(12))
			ps[i] = min(1, leasts[i]*float64(1+rng.IntN(3)*rng.IntN(20)))
		}
		for i, can := range reachable(ps, leasts, 0.025) {
			with := slices.Clone(ps)
			with[i] = leasts[i]
			if want := Holm(with)[i] <= 0.025; can != want {
				t.Fatalf("%v of %v, least %v: %v", i, ps, leasts[i], can)
			}
		}
	}
}
