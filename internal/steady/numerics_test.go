package steady

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMedian(t *testing.T) {
	if m := median(nil); m != 0 {
		t.Errorf("median of nothing is %v", m)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	organPipe := func(n int) []float64 { // defeats a pivot of three
		xs := make([]float64, n)
		for i := range xs {
			xs[i] = float64(min(i, n-i))
		}
		return xs
	}
	for n := 1; n < 300; n++ {
		for _, kinds := range []int{1, 2, 7, 1 << 30} {
			xs := make([]float64, n)
			for i := range xs {
				xs[i] = float64(rng.IntN(kinds))
			}
			for _, xs := range [][]float64{xs, organPipe(n)} {
				sorted := slices.Clone(xs)
				slices.Sort(sorted)
				want := sorted[(n-1)/2]/2 + sorted[n/2]/2
				if got := median(xs); got != want {
					t.Fatalf("median of %v is %v, want %v", sorted, got, want)
				}
			}
		}
	}
	// All orders of five values, ties included.
	for code := range 5 * 5 * 5 * 5 * 5 {
		v := [5]float64{float64(code % 5), float64(code / 5 % 5), float64(code / 25 % 5), float64(code / 125 % 5), float64(code / 625)}
		sorted := v
		slices.Sort(sorted[:])
		if got := median5(&v); got != sorted[2] {
			t.Fatalf("median of %v is %v", v, got)
		}
	}
}

// PELT must give the optimum, which for few values can be had by trying every partition.
func TestSegmentsOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		ys := make([]float64, 1+rng.IntN(10))
		for i := range ys {
			ys[i] = rng.NormFloat64() + 3*float64(rng.IntN(2))
		}
		sigma, penalty := 0.5+rng.Float64(), 1+5*rng.Float64()
		price := func(starts []int) float64 {
			sum := 0.0
			for _, r := range residuals(ys, starts) {
				sum += r * r / sigma / sigma
			}
			return sum + penalty*float64(len(starts))
		}
		best := math.Inf(1)
		for mask := range 1 << (len(ys) - 1) {
			starts := []int{0}
			for i := 1; i < len(ys); i++ {
				if mask>>(i-1)&1 == 1 {
					starts = append(starts, i)
				}
			}
			best = min(best, price(starts))
		}
		if got := segments(ys, sigma, penalty); math.Abs(price(got)-best) > 1e-9 {
			t.Fatalf("%v: segments %v cost %v, the optimum %v", ys, got, price(got), best)
		}
	}
}

func TestKendall(t *testing.T) {
	// n = 10 and no ties: the variance is 10*9*25/18 = 125. Monotone: S = 45.
	rising := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	if got, want := kendall(rising), 45/math.Sqrt(125); math.Abs(got-want) > 1e-12 {
		t.Errorf("rising: %v, want %v", got, want)
	}
	slices.Reverse(rising)
	if got, want := kendall(rising), -45/math.Sqrt(125); math.Abs(got-want) > 1e-12 {
		t.Errorf("falling: %v, want %v", got, want)
	}
	for _, ys := range [][]float64{nil, {1}, {1, 2}, repeated(3, 100)} {
		if got := kendall(ys); got != 0 {
			t.Errorf("%v: %v, want 0", ys, got)
		}
	}
}

// Of normal noise the estimate is its standard deviation, and steps do not disturb it.
func TestStepNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	ys := make([]float64, 20_000)
	for i := range ys {
		ys[i] = 2*rng.NormFloat64() + 1000*float64(i/5000)
	}
	for _, lag := range []int{1, 4} {
		if s := stepNoise(ys, make([]float64, len(ys)), lag); math.Abs(s-2) > 0.06 {
			t.Errorf("lag %d: %v, want 2", lag, s)
		}
	}
	if s := stepNoise(ys[:1], make([]float64, 1), 1); s != 0 {
		t.Errorf("of one value: %v", s)
	}
}

func TestBlocks(t *testing.T) {
	type value struct {
		mean float64
		ops  int
	}
	for _, c := range []struct {
		why  string
		time float64
		ns   []float64
		want []value
	}{
		{"slow operations stay single", 0, []float64{100_000, 250_000}, []value{{100_000, 1}, {250_000, 1}}},
		{"just too short: two together", 0, []float64{math.Nextafter(100_000, 0), 100_000}, []value{{100_000, 2}}},
		{"doubles to 4, and stays", 100, []float64{30, 30, 30, 30, 1000, 1000, 1000, 1000}, []value{{30, 4}, {1000, 4}}},
		{"a slow first call stays single", 100, []float64{500, 60, 60, 60, 60}, []value{{500, 1}, {60, 2}, {60, 2}}},
		{"a missing time is a missing value", 100, []float64{math.NaN(), 200}, []value{{math.NaN(), 1}, {200, 1}}},
		{"incomplete", 100, []float64{10, 10, 10}, nil},
	} {
		b := Blocks{Time: c.time}
		var got []value
		for _, ns := range c.ns {
			if mean, ops, ok := b.Add(ns); ok {
				got = append(got, value{mean, ops})
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
		if b.Values() != len(c.want) {
			t.Errorf("%s: %d values counted", c.why, b.Values())
		}
		ops := 0
		for i, v := range c.want {
			if got := b.Ops(i); got != ops {
				t.Errorf("%s: %d operations before value %d, want %d", c.why, got, i, ops)
			}
			ops += v.ops
		}
		if got := b.Ops(len(c.want) + 5); got != ops {
			t.Errorf("%s: %d operations in all, want %d", c.why, got, ops)
		}
	}
}

// Blocks of a fast operation: few values, each 100 us, whose operations add up.
func TestBlocksFast(t *testing.T) {
	var b Blocks
	total, values := 0, 0
	for range 1_000_000 {
		if _, ops, ok := b.Add(50); ok {
			total += ops
			values++
			if ops != 2048 {
				t.Fatalf("a block of %d operations, want 2048 (102 us)", ops)
			}
		}
	}
	if values != 1_000_000/2048 || b.Ops(values) != total || b.Size() != 2048 {
		t.Errorf("%d values of %d operations in all (%d)", values, total, b.Ops(values))
	}
}

// The element of each rank is that of a sort, with ties and infinities too.
func TestSelectNth(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for round := range 300 {
		distinct := []int{1, 2, 5, 1000}[round%4]
		xs := make([]float64, 1+rng.IntN(90))
		for i := range xs {
			xs[i] = float64(rng.IntN(distinct) - distinct/2)
			if round%7 == 0 && rng.IntN(4) == 0 {
				xs[i] = math.Inf(1 - 2*rng.IntN(2))
			}
		}
		sorted := slices.Sorted(slices.Values(xs))
		k := rng.IntN(len(xs))
		if got := selectNth(xs, k); got != sorted[k] || xs[k] != got {
			t.Fatalf("rank %d of %v: %v", k, sorted, got)
		}
		for i, x := range xs {
			if i < k && x > xs[k] || i > k && x < xs[k] {
				t.Fatalf("%v is on the wrong side of rank %d: %v", x, k, xs)
			}
		}
		if slices.Sort(xs); !slices.Equal(xs, sorted) {
			t.Fatalf("values are lost: %v, want %v", xs, sorted)
		}
	}
}
