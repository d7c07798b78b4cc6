package quantile

import (
	"math"
	"testing"
)

// TestBins checks each bin's edges: what binRange says of a bin is what binOf puts into it.
func TestBins(t *testing.T) {
	next := uint64(0) // the first distance not yet in a bin
	for bin := uint64(1); bin < binCount; bin++ {
		first, last := binRange(bin)
		if binOf(first) != bin {
			continue // lies between two distances
		}
		if first != next {
			t.Fatalf("bin %d begins at %d, the one before ended at %d", bin, first, next-1)
		}
		if binOf(last) != bin {
			t.Fatalf("bin of %d = %d, want %d", last, binOf(last), bin)
		}
		if width := float64(last-first) + 1; width > 1 && width > float64(first)/128+1 {
			t.Fatalf("bin %d from %d is %v wide", bin, first, width)
		}
		next = last + 1
	}
	if next != 0 {
		t.Errorf("bins end at %d, want the greatest distance", next-1)
	}
}

// TestBinOfNear compares the two ways to a bin around every power of two.
func TestBinOfNear(t *testing.T) {
	check := func(d uint64) {
		if d <= nearest && binOfNear(d) != binOf(d) {
			t.Errorf("bin of %d = %d by exponent, %d by counting zeros", d, binOfNear(d), binOf(d))
		}
	}
	for shift := range 54 {
		for offset := -300; offset <= 300; offset++ {
			check(uint64(int64(1)<<shift + int64(offset)))
		}
	}
	check(nearest)
	if got := binOf(math.MaxUint64); got != binCount-1 {
		t.Errorf("bin of the greatest distance = %d, want %d", got, binCount-1)
	}
}

func TestTotalMean(t *testing.T) {
	for _, c := range []struct {
		xs   []int64
		want float64
	}{
		{[]int64{0}, 0},
		{[]int64{-1}, -1},
		{[]int64{1, 2}, 1.5},
		{[]int64{-1, -2}, -1.5},
		{[]int64{math.MaxInt64, math.MaxInt64, math.MaxInt64}, math.MaxInt64},
		{[]int64{math.MinInt64, math.MinInt64, math.MinInt64}, math.MinInt64},
		{[]int64{math.MinInt64, math.MaxInt64}, -0.5},
		{[]int64{math.MaxInt64, math.MinInt64, 3}, 2.0 / 3},
		{[]int64{1 << 53, 1, 1, 1}, 1<<51 + 0.75},
	} {
		var sum total
		sum.addAll(c.xs)
		if got := sum.mean(int64(len(c.xs))); got != c.want {
			t.Errorf("mean of %d = %v, want %v", c.xs, got, c.want)
		}
	}
}
