package steady

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Totals of operations make the values that the operations make one by one.
func TestBlocksAddTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var single, total Blocks
	var want, got []float64
	for range 300 {
		n := 1 + r.IntN(total.Room())
		sum := 0.0
		for range n {
			ns := float64(1 + r.IntN(50_000))
			sum += ns
			if mean, _, ok := single.Add(ns); ok {
				want = append(want, mean)
			}
		}
		if mean, _, ok := total.AddTotal(sum, n); ok {
			got = append(got, mean)
		}
	}
	if len(want) == 0 || !slices.Equal(got, want) || total.Ops(total.Values()) != single.Ops(single.Values()) {
		t.Errorf("%d values %v\nwant %d values %v", len(got), got, len(want), want)
	}
}
