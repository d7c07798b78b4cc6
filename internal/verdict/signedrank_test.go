package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var inf = math.Inf(1)

// enumerateSigns is the one-sided p-values from all 2^k sign flips of the definition, midranks
// counted for each difference by comparing it with all others.
func enumerateSigns(d []float64) (up, down float64) {
	var sizes []float64
	var positive []bool
	for _, x := range d {
		if x != 0 && !math.IsNaN(x) {
			sizes, positive = append(sizes, math.Abs(x)), append(positive, x > 0)
		}
	}
	ranks := make([]float64, len(sizes))
	for i, x := range sizes {
		ranks[i] = 0.5
		for _, y := range sizes {
			switch {
			case y < x:
				ranks[i]++
			case y == x:
				ranks[i] += 0.5
			}
		}
	}
	observed := 0.0
	for i, r := range ranks {
		if positive[i] {
			observed += r
		}
	}
	for flips := range 1 << len(ranks) {
		sum := 0.0
		for i, r := range ranks {
			if flips>>i&1 == 1 {
				sum += r
			}
		}
		if sum >= observed {
			up++
		}
		if sum <= observed {
			down++
		}
	}
	all := float64(int(1) << len(ranks))
	return up / all, down / all
}

// hardDifferences is differences of k pairs in many shapes of ties, zeros and infinities.
func hardDifferences(k int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(k), 1))
	generate := func(f func(i int) float64) []float64 {
		d := make([]float64, k)
		for i := range d {
			d[i] = f(i)
		}
		return d
	}
	shapes := [][]float64{
		generate(func(int) float64 { return r.NormFloat64() }),
		generate(func(int) float64 { return 1 + r.NormFloat64() }),
		generate(func(int) float64 { return float64(r.IntN(5) - 2) }),
		generate(func(int) float64 { return float64(r.IntN(3) - 1) }),
		generate(func(int) float64 { return float64(1 + r.IntN(3)) }),
		generate(func(int) float64 { return 0 }),
		generate(func(int) float64 { return 7 }),
		generate(func(i int) float64 { return 1 - 2*float64(i%2) }),
		generate(func(i int) float64 { return []float64{inf, -inf, inf, 1, math.NaN(), 0}[i%6] }),
		generate(func(i int) float64 { return []float64{math.MaxFloat64, -5e-324, 1, -1}[i%4] }),
	}
	return shapes
}

func TestSignedRankEnumerated(t *testing.T) {
	for k := range 13 {
		for _, d := range hardDifferences(k) {
			before := slices.Clone(d)
			got := SignedRank(d)
			up, down := enumerateSigns(d)
			if math.Abs(got.Up-up) > 1e-13 || math.Abs(got.Down-down) > 1e-13 {
				t.Errorf("%v: p %v and %v, enumerated %v and %v", d, got.Up, got.Down, up, down)
			}
			if got.Least != math.Ldexp(1, -got.N) || got.Up < got.Least || got.Down < got.Least {
				t.Errorf("%v: least p-value %v of %d differences, p %v and %v", d, got.Least, got.N, got.Up, got.Down)
			}
			if !sameBits(d, before) {
				t.Errorf("%v was changed to %v", before, d)
			}
		}
	}
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

func TestSignedRankFew(t *testing.T) {
	for _, c := range []struct {
		name string
		d    []float64
		want Signed
	}{
		{"none", nil, Signed{N: 0, Up: 1, Down: 1, Least: 1}},
		{"one", []float64{3}, Signed{N: 1, Up: 0.5, Down: 1, Least: 0.5}},
		{"one below", []float64{-3}, Signed{N: 1, Up: 1, Down: 0.5, Least: 0.5}},
		{"two", []float64{3, 1}, Signed{N: 2, Up: 0.25, Down: 1, Least: 0.25}},
		{"two that disagree", []float64{3, -1}, Signed{N: 2, Up: 0.5, Down: 0.75, Least: 0.25}},
		{"two tied that disagree", []float64{1, -1}, Signed{N: 2, Up: 0.75, Down: 0.75, Least: 0.25}},
		{"zeros only", []float64{0, 0, math.Copysign(0, -1)}, Signed{N: 0, Zeros: 3, Up: 1, Down: 1, Least: 1}},
		{"zeros dropped", []float64{0, 1, 0, 2}, Signed{N: 2, Zeros: 2, Up: 0.25, Down: 1, Least: 0.25}},
		{"not a number", []float64{math.NaN(), 1}, Signed{N: 1, Up: 0.5, Down: 1, Least: 0.5}},
	} {
		if got := SignedRank(c.d); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestSignedRankPublished has the depression scale factors of nine patients, Hollander and
// Wolfe, Nonparametric Statistical Methods, 1973, example 3.1, and what R's
// wilcox.test(x, y, paired = TRUE, alternative = "greater") prints for them in
// its own documentation: V = 40, p-value = 0.01953, which is 10/512.
func TestSignedRankPublished(t *testing.T) {
	if got := SignedRank(depression()); got.Up != 10.0/512 || got.N != 9 {
		t.Errorf("%+v, want p 10/512 of 9", got)
	}
}

// depression is the first measurement less the second.
func depression() []float64 {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return d
}

// TestSignedRankIdentities has more pairs than can be enumerated.
func TestSignedRankIdentities(t *testing.T) {
	for _, k := range []int{1, 2, 10, 40, 100, 300} {
		for i, d := range hardDifferences(k) {
			got := SignedRank(d)
			flipped, scaled, shuffled := slices.Clone(d), slices.Clone(d), slices.Clone(d)
			for j := range d {
				flipped[j], scaled[j] = -d[j], d[j]*0.25
			}
			rand.New(rand.NewPCG(1, 1)).Shuffle(k, func(a, b int) { shuffled[a], shuffled[b] = shuffled[b], shuffled[a] })
			if mirror := SignedRank(flipped); mirror.Up != got.Down || mirror.Down != got.Up {
				t.Errorf("shape %d of %d: %+v, with all signs changed %+v", i, k, got, mirror)
			}
			if i != 9 && SignedRank(scaled) != got { // a quarter of the smallest number is 0
				t.Errorf("shape %d of %d: %+v, scaled %+v", i, k, got, SignedRank(scaled))
			}
			if SignedRank(shuffled) != got {
				t.Errorf("shape %d of %d: %+v, in another order %+v", i, k, got, SignedRank(shuffled))
			}
			if got.N > 0 && (!(got.Up > 0) || !(got.Down > 0) || got.Up > 1 || got.Down > 1 || got.Up+got.Down < 1-1e-9) {
				t.Errorf("shape %d of %d: p %v and %v", i, k, got.Up, got.Down)
			}
		}
	}
}

// TestSignedRankMany has all of k pairs agree, with a p-value of exactly 2^-k, and the
// normal approximation where it begins.
func TestSignedRankMany(t *testing.T) {
	for _, k := range []int{50, 100, exactPairs} {
		d := make([]float64, k)
		for i := range d {
			d[i] = float64(i + 1)
		}
		if got := SignedRank(d).Up; got != math.Ldexp(1, -k) {
			t.Errorf("%d pairs that agree: p %v, want 2^-%[1]d", k, got)
		}
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		d := make([]float64, exactPairs)
		for i := range d {
			d[i] = math.Round(10 * (r.NormFloat64() + 0.12))
		}
		sizes, up, _ := signs(d)
		ranks := doubledMidranks(sizes)
		above, total := 0, 0
		for i, rank := range ranks {
			total += rank
			if up[i] {
				above += rank
			}
		}
		exact, normal := SignedRank(d).Up, normalTail(above, total, ranks)
		if exact > 0.01 && math.Abs(normal-exact) > 0.01*exact {
			t.Errorf("%d differences: p %v, approximated %v", len(sizes), exact, normal)
		}
	}
}
