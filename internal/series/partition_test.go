package series

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLog2(t *testing.T) {
	worst := 0.0
	for n := uint64(1); n < 1<<17; n++ {
		worst = max(worst, math.Abs(float64(log2(n))/costUnit-math.Log2(float64(n))))
	}
	if worst > 0.0125 { // the approximation, and half a unit
		t.Errorf("off by %.4f bits", worst)
	}
	for _, n := range []uint64{1 << 62, 1<<63 + 1, math.MaxUint64} {
		if d := math.Abs(float64(log2(n))/costUnit - math.Log2(float64(n))); d > 0.0125 {
			t.Errorf("log2(%d) is off by %v", n, d)
		}
	}
}

// cheapest tries all ways to cover the trie of sorted by subtrees and returns the least cost.
func cheapest(p *partition, all []uint64, first, end int) int64 {
	sorted := all[first:end]
	level := uint8(65)
	if first > 0 {
		level = uint8(bits.Len64(sorted[0] ^ all[first-1]))
	}
	width := bits.Len64(sorted[len(sorted)-1] - sorted[0])
	one := p.cost(&trieNode{first: int32(first), end: int32(end), level: level, width: uint8(width), cost: -1})
	split := bits.Len64(sorted[0] ^ sorted[len(sorted)-1])
	if split == 0 {
		return one
	}
	middle, _ := slices.BinarySearch(sorted, sorted[len(sorted)-1]>>(split-1)<<(split-1))
	return min(one, cheapest(p, all, first, first+middle)+cheapest(p, all, first+middle, end))
}

func TestPartitionIsCheapest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	p := new(partition)
	several := 0
	for range 3000 {
		n := 1 + r.IntN(300)
		sorted := make([]uint64, n)
		centers := []uint64{0, r.Uint64() >> r.IntN(64), r.Uint64() >> r.IntN(64), 1 << 20}
		spread := r.IntN(64)
		for i := range sorted {
			sorted[i] = centers[r.IntN(1+r.IntN(4))] + r.Uint64()>>max(spread, r.IntN(64))
		}
		slices.Sort(sorted)
		starts := slices.Clone(p.cut(sorted))
		if starts[0] != 0 || !slices.IsSorted(starts) {
			t.Fatalf("bins begin at %v", starts)
		}
		got := int64(0)
		for i, s := range starts {
			end := n
			if i+1 < len(starts) {
				end = int(starts[i+1])
			}
			level := uint8(65)
			if s > 0 {
				level = uint8(bits.Len64(sorted[s] ^ sorted[s-1]))
			}
			width := bits.Len64(sorted[end-1] - sorted[s])
			got += p.cost(&trieNode{first: int32(s), end: int32(end), level: level, width: uint8(width), cost: -1})
		}
		if want := cheapest(p, sorted, 0, n); got != want {
			t.Fatalf("cost %d, the least is %d (%d bins of %d values)", got, want, len(starts), n)
		}
		if len(starts) > 1 {
			several++
		}
	}
	if several < 1000 {
		t.Fatalf("only %d of the cases had more than one bin", several)
	}
}

func TestPartitionLimit(t *testing.T) {
	sorted := make([]uint64, sampleSize)
	for i := range sorted {
		sorted[i] = uint64(i/3) << 40 // 2,731 numbers, each worth a bin
	}
	if n := len(new(partition).cut(sorted)); n < 2 || n > maxFound {
		t.Fatalf("%d bins", n)
	}
}
