package series

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCell(t *testing.T) {
	last := uint(0)
	for _, u := range []uint64{0, 1, 63, 64, 65, 126, 127, 128, 129, 130, 255, 256, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64} {
		c := cell(u)
		if c < last || c >= cells {
			t.Errorf("cell(%d) = %d, after %d", u, c, last)
		}
		if cellStart(c) > u || u < math.MaxUint64 && c+1 < cells && cellStart(c+1) <= u {
			t.Errorf("%d is not in cell %d, which begins at %d", u, c, cellStart(c))
		}
		last = c
	}
	if last != cells-1 {
		t.Errorf("the last cell is %d of %d", last, cells)
	}
}

// find must agree with a search from the front, wherever the bins lie.
func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	set, p := new(binSet), new(partition)
	for range 300 {
		sorted := make([]uint64, 1+r.IntN(2000))
		near, shift := r.Uint64()>>r.IntN(64), r.IntN(64)
		for i := range sorted {
			sorted[i] = near + r.Uint64()>>max(shift, r.IntN(64))
		}
		slices.Sort(sorted)
		most := sorted[len(sorted)-1]
		set.set(sorted, p.cut(sorted), 1+r.IntN(8), most)
		if set.bins[0].lower != 0 && sorted[0] != 0 {
			t.Fatal("nothing covers 0")
		}
		for range 300 {
			u := sorted[r.IntN(len(sorted))]
			if r.IntN(2) == 0 {
				u = min(most, u+r.Uint64()>>r.IntN(64))
			}
			want := 0
			for i, b := range set.all() {
				if b.lower <= u {
					want = i
				}
			}
			if got := set.find(u); got != uint(want) {
				t.Fatalf("%d is said to be in bin %d, not %d of %d", u, got, want, set.n)
			}
		}
	}
}
