package reportx

import (
	"fmt"
	"math"
	"testing"
)

// A limit may name a unit of which samples say more, as ns/op is one.
func TestLimitOfUnitBesideSamples(t *testing.T) {
	s := newService(5, 1000, 0.01)
	sides := s.pairs(10, 1).sides()
	for side, level := range []float64{1000, 1300} {
		for i, r := range sides[side].Results.Benchmarks[0].Runs {
			noise := math.Exp(0.01 * s.random.NormFloat64())
			r.Metrics = append(r.Metrics, Metric{Value: level * noise, Unit: "ns/op"}, Metric{Value: float64(i + 5), Unit: "batch"})
		}
	}
	for limit, want := range map[string]string{"ns/op=+10%": "ns/op worse", "batch=+10%": "batch same", "ns/op=1100ns": "ns/op worse"} {
		o := limitOf(t, limit)
		o.NewOnly = o.Limits[0].Absolute()
		c, err := NewGate(sides[0], sides[1], o)
		ch := only(t, c, err)
		if got := fmt.Sprint(ch.Statistic(), " ", ch.Verdict); got != want {
			t.Errorf("%s: %s, want %s", limit, got, want)
		}
	}
	c := compareSides(t, CompareOptions{}, sides[:]...)
	for _, ch := range c.Differences[0].Changes {
		if ch.PerRun {
			t.Errorf("without a limit %s is compared beside samples", ch.Statistic())
		}
	}
}
