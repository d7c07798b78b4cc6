package quantile

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSelect(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, small, small + 1, 1000, 2047, 2048, 20_000} {
		for name, xs := range shapes(n) {
			work := slices.Clone(xs)
			got := Select(work, many)
			if want := sortedRanks(xs, many); !slices.Equal(got, want) {
				t.Errorf("%d values, %s: %v, want %v", n, name, got, want)
			}
			slices.Sort(work)
			if sorted := slices.Sorted(slices.Values(xs)); !slices.Equal(work, sorted) {
				t.Errorf("%d values, %s: values are not those passed", n, name)
			}
		}
	}
}

func TestSelectEnds(t *testing.T) {
	if got := Select(nil, reported); got != nil {
		t.Errorf("percentiles of nothing: %v, want nil", got)
	}
	if got := Select([]int64{1, 2}, nil); len(got) != 0 {
		t.Errorf("no percentiles: %v, want none", got)
	}
	if got := Select([]int64{2, 3, 1}, []P{0, whole, 1, 999_999}); !slices.Equal(got, []int64{1, 3, 1, 3}) {
		t.Errorf("ends = %v, want minimum and maximum", got)
	}
}

// TestSelectWork counts the elements partitioned: a few for each
// element, whatever the order and however few the distinct values are.
func TestSelectWork(t *testing.T) {
	const n = 100_000
	ranks := make([]int64, len(reported))
	for i, p := range reported {
		ranks[i] = Rank(p, n)
	}
	for name, xs := range shapes(n) {
		s := selection{budget: 100 * n, seed: 1}
		s.place(xs, 0, ranks)
		if work := 100*n - s.budget; work > 4*n {
			t.Errorf("%s: %d elements partitioned for %d", name, work, n)
		}
	}
}

// TestSelectWithoutBudget is what an input would meet that knew where the samples are taken.
func TestSelectWithoutBudget(t *testing.T) {
	for _, budget := range []int{0, 10_000, 15_000} {
		xs := lognormal(10_000, 5)
		want := slices.Sorted(slices.Values(xs))
		s := selection{budget: budget, seed: 1}
		s.place(xs, 0, []int64{1, 5000, 9990, 10_000})
		for _, rank := range []int{1, 5000, 9990, 10_000} {
			if xs[rank-1] != want[rank-1] {
				t.Errorf("budget %d: rank %d = %d, want %d", budget, rank, xs[rank-1], want[rank-1])
			}
		}
	}
}

func TestSelectAllocations(t *testing.T) {
	for _, n := range []int{1000, 100_000} {
		xs := lognormal(n, 1)
		if got := testing.AllocsPerRun(5, func() { Select(xs, reported) }); got > 3 {
			t.Errorf("%d values: %v allocations, want at most 3 at any length", n, got)
		}
	}
}

func FuzzSelect(f *testing.F) {
	f.Add([]byte{3, 1, 2}, uint32(500_000), uint64(1))
	f.Add(slices.Repeat([]byte{7, 0}, 400), uint32(999_000), uint64(1)<<62)
	f.Fuzz(func(t *testing.T, data []byte, p uint32, scale uint64) {
		if len(data) == 0 {
			return
		}
		xs := make([]int64, len(data))
		for i, b := range data {
			xs[i] = int64(bits.RotateLeft64(uint64(b)*(scale|1), int(b&63)))
		}
		ps := []P{P(p % whole), P(rand.New(rand.NewPCG(scale, 0)).IntN(whole)), 500_000}
		want := sortedRanks(xs, ps)
		if got := Select(xs, ps); !slices.Equal(got, want) {
			t.Errorf("%v of %v = %v, want %v", ps, xs, got, want)
		}
	})
}
