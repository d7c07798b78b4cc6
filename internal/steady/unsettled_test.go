package steady

import (
	"math"
	"strings"
	"testing"
)

// A beginning that lies apart from all that follows is left out even where the rest has no one level; that of a drift is not.
func TestUnsettled(t *testing.T) {
	const n = 3000
	wave := func(i int) float64 { return 100 + 20*math.Sin(2*math.Pi*float64(i)/1000) }
	for _, c := range []struct {
		name            string
		level           func(i int) float64
		from, to        int     // of the transient
		lowest, highest float64 // give or take 5
	}{
		{"wave", wave, 0, 0, 80, 120},
		{"a slow beginning, then a wave", func(i int) float64 { return wave(i) + 150*below(i, 200) }, 195, 206, 80, 120},
		{"a fast beginning, then a wave", func(i int) float64 { return wave(i) - 60*below(i, 200) }, 195, 206, 80, 120},
		{"a decay, then a wave", func(i int) float64 { return wave(i) + 400*math.Exp(-float64(i)/50) }, 60, 200, 80, 132},
		{"a beginning within the wave", func(i int) float64 { return wave(i) + 10*below(i, 200) }, 0, 0, 80, 126},
		{"a beginning of more than 40%", func(i int) float64 { return wave(i) + 150*below(i, 1400) }, 0, 0, 80, 270},
		{"falling", func(i int) float64 { return 200 - 100*float64(i)/n }, 0, 0, 100, 200},
		{"rising", func(i int) float64 { return 100 + 100*float64(i)/n }, 0, 0, 100, 200},
		{"falling ever slower", func(i int) float64 { return 1000 * math.Pow(1+float64(i)/300, -1) }, 0, 1200, 90, 1000},
	} {
		xs := noisy(3, n, 0.01, c.level)
		r := Analyze(xs, Config{})
		if r.Class != NoSteady || r.Start != -1 || r.Transient < c.from || r.Transient > c.to {
			t.Errorf("%s: %s behind a transient of %d (%s), want nosteady behind %d to %d", c.name, r.Class, r.Transient, r.Reason, c.from, c.to)
		}
		if c.name == "falling ever slower" {
			continue // what its levels are is a matter of segments
		}
		if math.Abs(r.Lowest-c.lowest) > 8 || math.Abs(r.Highest-c.highest) > 8 {
			t.Errorf("%s: moves from %.4g to %.4g, want %.4g to %.4g", c.name, r.Lowest, r.Highest, c.lowest, c.highest)
		}
		if strings.Contains(r.Reason, " lie apart") != (r.Transient > 0) {
			t.Errorf("%s: %s", c.name, r.Reason)
		}
		check(t, c.name, xs, r)
	}
}

// The detector says of the last half how far it moves.
func TestUnsettledOnline(t *testing.T) {
	xs := noisy(4, 3000, 0.01, func(i int) float64 { return 100 + 20*math.Sin(2*math.Pi*float64(i)/1000) })
	r := Online(xs, Config{})
	if r.Class != NoSteady || math.Abs(r.Lowest-80) > 5 || math.Abs(r.Highest-120) > 5 || math.Abs(r.Wander-0.5) > 0.08 {
		t.Errorf("%s from %v to %v, by %v (%s)", r.Class, r.Lowest, r.Highest, r.Wander, r.Reason)
	}
	check(t, "wave", xs, r)
}
