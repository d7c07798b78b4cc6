package reportx

import "testing"

func TestContradicts(t *testing.T) {
	for _, c := range []struct {
		runs, pooled float64
		want         bool
	}{
		{1, 1, false},
		{0.993, 482.0 / 695, true},
		{1.05, 1.14, false},
		{1.05, 1.16, true},
		{1.03, 0.97, true},
		{1.03, 0.99, false},
		{1.01, 0.97, false},
		{0, 1, false},
	} {
		ch := &Change{Ratio: c.runs, PooledRatio: c.pooled, HasRatio: true, HasPooled: true}
		if got := ch.contradicts(); got != c.want {
			t.Errorf("%v and %v: %v", c.runs, c.pooled, got)
		}
		if ch.HasPooled = false; ch.contradicts() {
			t.Errorf("%v alone contradicts", c.runs)
		}
	}
}
