package steady

import (
	"math"
	"testing"
)

// Without noise, each kind is found by itself, with its parameters.
func TestCurvesExact(t *testing.T) {
	const n = 500
	for _, want := range []curve{
		{kind: exponential, scale: 30, c: 1, a: 0.8},
		{kind: exponential, scale: 3, c: 1, a: 8},
		{kind: exponential, scale: 30, c: 1, a: -0.5},
		{kind: stretched, scale: 10, power: 0.6, c: 1, a: 2},
		{kind: power, scale: 2, power: 1.5, c: 1, a: 3},
		{kind: ramp, scale: 150, c: 1, a: 0.3},
	} {
		ys := make([]float64, n)
		for i := range ys {
			ys[i] = 5 + want.value(float64(i))
		}
		var best curve
		best.cost = math.Inf(1)
		for _, c := range newBins(ys, 5, 0.001).curves(n) {
			if c.cost < best.cost {
				best = c
			}
		}
		from, to := best.start(levelReach), want.start(levelReach)
		if best.kind != want.kind || math.Abs(best.a/want.a-1) > 0.05 || math.Abs(from-to) > 2+to/20 {
			t.Errorf("%+v: found %+v, which ends at %.1f instead of %.1f", want, best, from, to)
		}
	}
}

// The start is where the curve itself is within reach.
func TestCurveStart(t *testing.T) {
	for _, c := range []curve{
		{kind: exponential, scale: 30, c: 1, a: 0.8},
		{kind: exponential, scale: 30, c: 1, a: -0.8},
		{kind: stretched, scale: 10, power: 0.5, c: 1, a: 2},
		{kind: power, scale: 2, power: 1.2, c: 1, a: 3},
		{kind: ramp, scale: 100, c: 1, a: 0.3},
	} {
		for _, reach := range []float64{0.01, 0.1} {
			at := c.start(reach)
			if left := math.Abs(c.a) * c.shape(at); math.Abs(left-reach) > 1e-9 {
				t.Errorf("%+v: %v is left at %v, want %v", c, left, at, reach)
			}
		}
		if at := c.start(5); at != 0 {
			t.Errorf("%+v: within 500%% from %v on", c, at)
		}
		if c.shape(0) != 1 {
			t.Errorf("%+v begins at %v", c, c.shape(0))
		}
	}
}

// What no curve fits is no answer, and no panic.
func TestCurvesDegenerate(t *testing.T) {
	for _, ys := range [][]float64{repeated(3, curveBlocks), repeated(0, 600), with(repeated(0, 100), 50, 700), with(repeated(0, 100), 0, -700)} {
		for _, c := range newBins(ys, ys[1], leastSigma).curves(len(ys)) {
			if math.IsNaN(c.cost) || math.IsNaN(c.a) || math.IsNaN(c.value(3)) || math.IsNaN(c.start(levelReach)) {
				t.Errorf("%v...: %+v", ys[:3], c)
			}
		}
	}
}
