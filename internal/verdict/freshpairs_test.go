package verdict

import (
	"math"
	"testing"
)

func TestFreshPairs(t *testing.T) {
	for _, c := range []struct{ flagged, count, want int }{
		{0, 10, 15}, {1, 10, 15}, {2, 10, 18}, {3, 10, 20}, {10, 10, 24}, {100, 10, 33},
		{1, 3, 6}, {1, 0, 6}, {1, -3, 6}, {100, 1, 12}, // no fewer than can be significant
		{1, 30, 45}, {1, 5, 8},
	} {
		if got := FreshPairs(c.flagged, c.count); got != c.want {
			t.Errorf("%d flagged, %d pairs: %d, want %d", c.flagged, c.count, got, c.want)
		}
	}
	for m := 1; m < 10_000; m++ {
		if a, b := FreshPairs(m, 10), FreshPairs(m+1, 10); a > b || a < LeastPairs(m) {
			t.Fatalf("%d flagged: %d, one more: %d", m, a, b)
		}
	}
}

// Quantiles as tables have them.
func TestNormalQuantile(t *testing.T) {
	for p, want := range map[float64]float64{0.5: 0, 0.9: 1.2815515655446004, 0.975: normal975, 0.99: 2.3263478740408408} {
		if got := normalQuantile(p); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", p, got, want)
		}
	}
}
