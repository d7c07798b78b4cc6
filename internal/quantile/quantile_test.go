package quantile_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// four is what a report asks for.
var four = []quantile.P{500_000, 950_000, 990_000, 999_000}

func lognormal(n int, seed uint64) quantile.Slice {
	r := rand.New(rand.NewPCG(seed, 1))
	xs := make(quantile.Slice, n)
	for i := range xs {
		xs[i] = int64(1e6 * math.Exp(0.5*r.NormFloat64()))
	}
	return xs
}

// ties is what a coarse clock makes of short operations: some ten values.
func ties(n int, seed uint64) quantile.Slice {
	r := rand.New(rand.NewPCG(seed, 2))
	xs := make(quantile.Slice, n)
	for i := range xs {
		xs[i] = 100_000 + 10_000*int64(math.Abs(3*r.NormFloat64()))
	}
	return xs
}

func BenchmarkOf(b *testing.B) {
	for _, c := range []struct {
		name string
		xs   quantile.Slice
	}{
		{"lognormal", lognormal(1e7, 1)},
		{"ties", ties(1e7, 1)},
		{"equal", slices.Repeat(quantile.Slice{123_456}, 1e7)},
	} {
		b.Run(c.name+"-1e7", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := quantile.Of(c.xs, four); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPool(b *testing.B) {
	runs := make([]quantile.Run, 10)
	for i := range runs {
		runs[i] = lognormal(1e6, uint64(i))
	}
	b.Run("10x1e6", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := quantile.Pool(runs, four); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSelect(b *testing.B) {
	xs := lognormal(1e6, 1)
	work := make([]int64, len(xs))
	b.Run("1e6", func(b *testing.B) {
		for b.Loop() {
			copy(work, xs)
			quantile.Select(work, four)
		}
	})
}

func TestOfAgainstSort(t *testing.T) {
	for _, xs := range []quantile.Slice{lognormal(200_000, 3), ties(200_000, 3), lognormal(100, 3)} {
		got, err := quantile.Of(xs, four)
		if err != nil {
			t.Fatal(err)
		}
		sorted := slices.Sorted(slices.Values(xs))
		for i, p := range four {
			if want := sorted[quantile.Rank(p, int64(len(xs)))-1]; got.Values[i] != want {
				t.Errorf("%v of %d = %d, want %d", p, len(xs), got.Values[i], want)
			}
		}
	}
}
