package reportx

import (
	"math"
	"testing"
)

func TestNearestPS(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want int64
	}{
		{0, 0}, {0.25, 0}, {0.5, 1}, {1.4999, 1}, {math.Nextafter(2.5, 0), 2}, {2.5, 3},
		{1<<51 + 0.5, 1<<51 + 1}, {1<<52 - 0.5, 1 << 52}, {1 << 52, 1 << 52}, {1<<52 + 1, 1<<52 + 1}, {1<<53 - 1, 1<<53 - 1}, {1 << 62, 1 << 62},
	} {
		if got := nearestPS(c.x); got != c.want {
			t.Errorf("%v becomes %d, want %d", c.x, got, c.want)
		}
	}
}
