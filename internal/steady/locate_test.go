package steady

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFirstSteady(t *testing.T) {
	// Levels by segments of the given lengths; the steady level is 0, to be belonged to within 0.1.
	type segment struct {
		length int
		level  float64
	}
	for _, c := range []struct {
		why  string
		segs []segment
		want int
	}{
		{"one segment", []segment{{100, 0}}, 0},
		{"warm-up", []segment{{30, 1}, {70, 0}}, 1},
		{"within reach", []segment{{30, 0.09}, {70, 0}}, 0},
		{"warm-up in steps", []segment{{10, 2}, {20, 1}, {70, 0}}, 2},
		{"a short excursion", []segment{{30, 1}, {30, 0}, {3, 1}, {37, 0}}, 1},
		{"an excursion that is too long", []segment{{30, 0}, {4, 1}, {66, 0}}, 2},
		{"no longer than a later one", []segment{{20, 0}, {3, 1}, {20, 0}, {3, 1}, {54, 0}}, 0},
		{"too many of them", []segment{{4, 0}, {3, 1}, {4, 0}, {3, 1}, {4, 0}, {3, 1}, {4, 0}, {3, 1}, {4, 0}}, 8},
		{"ends elsewhere: the last, for want of a better one", []segment{{60, 0}, {40, 1}}, 1},
	} {
		var ys []float64
		var starts []int
		for _, s := range c.segs {
			starts = append(starts, len(ys))
			ys = append(ys, repeated(s.level, s.length)...)
		}
		l := steadyLevel{sigma: 1e-3, reach: 0.1}
		if got := l.firstSteady(ys, starts); got != c.want {
			t.Errorf("%s: segment %d, want %d", c.why, got, c.want)
		}
	}
}

func TestSettles(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	spreads := func(n, at int, ratio float64) []float64 {
		s := make([]float64, n)
		for i := range s {
			s[i] = 0.01 * math.Exp(0.4*rng.NormFloat64())
			if i < at {
				s[i] *= ratio
			}
		}
		return s
	}
	for _, c := range []struct {
		why      string
		spreads  []float64
		from, to int
	}{
		{"none", nil, 0, 0},
		{"constant", repeated(0.01, 200), 0, 0},
		{"zero: below the clock's step", repeated(0, 200), 0, 0},
		{"even", spreads(500, 0, 1), 0, 0},
		{"wilder first", spreads(500, 100, 8), 97, 103},
		{"a little wilder first", spreads(500, 100, 2), 0, 0},
		{"quieter first", spreads(500, 100, 0.1), 0, 0},
		{"wilder until late", spreads(500, 350, 8), 0, 0},
		{"too few", spreads(spreadBlocks-1, 20, 8), 0, 0},
		{"both below the clock's step", slices.Concat(repeated(4e-4, 100), repeated(1e-5, 400)), 0, 0},
	} {
		if got := settles(c.spreads); got < c.from || got > c.to {
			t.Errorf("%s: %d, want %d to %d", c.why, got, c.from, c.to)
		}
	}
}

func TestSpread(t *testing.T) {
	if got := spread([]float64{9, 10, 11, 10, 12}, 10); got != 0.1 {
		t.Errorf("9 10 11 10 12: %v, want 0.1", got)
	}
	if got := spread([]float64{-9, -10, -11}, -10); got != 0.1 {
		t.Errorf("negative: %v, want 0.1", got)
	}
	if got := spread([]float64{1, 2, 3}, 0); got != 0 {
		t.Errorf("about zero: %v, want 0", got)
	}
	if got := spread(slices.Repeat([]float64{9, 11}, 1000), 10); got != 0.1 {
		t.Errorf("sampled: %v, want 0.1", got)
	}
}
