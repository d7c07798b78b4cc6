package series

import (
	"math/rand/v2"
	"testing"
)

// Slots add up to the table, and each used bin has one, however uneven the counts are.
func TestNormalize(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		bins := make([]bin, 2+r.IntN(300))
		n := 0
		for i := range bins {
			if i < 2 || r.IntN(4) > 0 {
				bins[i].count = 1 + uint32(r.IntN(1<<r.IntN(12)))
			}
			n += int(bins[i].count)
		}
		for log := uint(9); log <= maxTableLog; log++ {
			normalize(bins, n, log)
			sum := 0
			for i, b := range bins {
				if (b.count > 0) != (b.freq > 0) {
					t.Fatalf("bin %d has %d values and %d slots", i, b.count, b.freq)
				}
				sum += int(b.freq)
			}
			if sum != 1<<log {
				t.Fatalf("%d slots in a table of %d", sum, 1<<log)
			}
		}
	}
}

// The tables can be dealt only if the step visits every slot.
func TestSpreadStep(t *testing.T) {
	for log := uint(minTableLog); log <= maxTableLog; log++ {
		if spreadStep(log)%2 == 0 {
			t.Errorf("even step for 2^%d states", log)
		}
	}
}
