package steady

import (
	"math"
	"math/rand/v2"
	"testing"
)

// history5 is what a detector keeps of medians of five of level(i) with normal noise, n values.
func history5(seed uint64, n int, sigma float64, level func(i float64) float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 5))
	entries := make([]float64, 0, n/5)
	for i := 0; i+5 <= n; i += 5 {
		var five [5]float64
		for k := range five {
			five[k] = level(float64(i+k)) * (1 + sigma*rng.NormFloat64())
		}
		entries = append(entries, median5(&five))
	}
	return entries
}

// Each shape is told from the others (but for a short line, which levels explain as well) and its end found: where its level
// comes within 1% of the last, which for the curves follows from their formulas.
func TestLocate(t *testing.T) {
	for _, c := range []struct {
		name  string
		level func(i float64) float64
		shape shape
		end   float64 // values
	}{
		{"nothing", func(float64) float64 { return 1 }, shapeNone, 0},
		{"a step down", func(i float64) float64 { return 1 + 0.3*less(i, 200) }, shapeLevels, 200},
		{"a step up", func(i float64) float64 { return 1 - 0.2*less(i, 300) }, shapeLevels, 300},
		{"three levels", func(i float64) float64 { return 1 + 0.3*less(i, 100) + 0.1*less(i, 400) }, shapeLevels, 400},
		{"an excursion too short for a level", func(i float64) float64 { return 1 + 0.5*less(i, 300)*less(290, i+1) }, shapeLevels, 300},
		{"exp(-i/60)", func(i float64) float64 { return 1 + 2*math.Exp(-i/60) }, shapeDecay, 60 * math.Log(200)},
		{"exp(-i/60) from below", func(i float64) float64 { return 1 - 0.5*math.Exp(-i/60) }, shapeDecay, 60 * math.Log(50)},
		{"a line of 150", func(i float64) float64 { return 1 + 0.2*max(0, 1-i/150) }, shapeRamp, 150 * (1 - 0.01/0.2)},
		{"a power of time", func(i float64) float64 { return 1 + 3*math.Pow(1+i/10, -1.6) }, shapePower, 10 * (math.Pow(300, 1/1.6) - 1)},
	} {
		for seed := range uint64(5) {
			o := locate(history5(seed, 1000, 0.005, c.level), math.Inf(1), false)
			if off := math.Abs(5*o.at - c.end); o.shape != c.shape && !(c.shape == shapeRamp && o.shape == shapeLevels) || off > max(10, 0.1*c.end) {
				t.Errorf("%s, seed %d: shape %d ends at %.0f, want %d at %.0f", c.name, seed, o.shape, 5*o.at, c.shape, c.end)
			}
			if math.Abs(o.level-1) > 0.005 {
				t.Errorf("%s, seed %d: level %v, want 1", c.name, seed, o.level)
			}
		}
	}
}

func less(i, at float64) float64 {
	if i < at {
		return 1
	}
	return 0
}

// A change of noise alone is an onset too, but only towards less noise.
func TestLocateNoise(t *testing.T) {
	for seed := range uint64(5) {
		wild := history5(seed, 300, 0.08, func(float64) float64 { return 1 })
		calm := history5(seed+9, 700, 0.01, func(float64) float64 { return 1 })
		o := locate(append(append([]float64(nil), wild...), calm...), math.Inf(1), false)
		if o.shape == shapeNone || math.Abs(5*o.at-300) > 25 {
			t.Errorf("seed %d: shape %d ends at %.0f, want one that ends at 300", seed, o.shape, 5*o.at)
		}
		xs := noisy(seed, 2000, 0.01, func(int) float64 { return 1 })
		for i := range 300 {
			xs[i] = 1 + 8*(xs[i]-1)
		}
		if r := Online(xs, Config{}); r.Start < 250 || r.Start > 350 {
			t.Errorf("seed %d: %s from %d (%s), want a start at 300", seed, r.Class, r.Start, r.Reason)
		}
		if at := quieter(append(append([]float64(nil), calm...), wild...), 0, make([]float64, maxEntries), make([]float64, maxEntries)); at != 0 {
			t.Errorf("seed %d: towards more noise: %v, want 0", seed, at)
		}
	}
}

// Noise that is autocorrelated counts for more than its standard deviation, independent noise does not.
func TestNoiseOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, c := range []struct{ r, least, most float64 }{{0, 1, 1.35}, {0.8, 2, 4}} {
		ys, e := make([]float64, 200), 0.0
		for i := range ys {
			e = c.r*e + math.Sqrt(1-c.r*c.r)*rng.NormFloat64()
			ys[i] = 100 + e
		}
		o := noiseOf(ys, make([]float64, maxEntries), make([]float64, maxEntries))
		if o.raw < 0.006 || o.raw > 0.016 {
			t.Errorf("autocorrelation %v: standard deviation %v, want some 0.01", c.r, o.raw)
		}
		if f := o.sigma / o.raw; f < c.least || f > c.most {
			t.Errorf("autocorrelation %v: factor %v, want %v to %v", c.r, f, c.least, c.most)
		}
	}
	if o := noiseOf(make([]float64, 50), make([]float64, 50), make([]float64, 50)); o.level != 0 {
		t.Errorf("of zeros: %+v", o)
	}
}

// split must find what trying every position finds.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 300 {
		ys := make([]float64, 2+rng.IntN(20))
		for i := range ys {
			ys[i] = rng.NormFloat64() + 2*less(float64(i), 7)
		}
		best, at := 0.0, -1
		for i := 1; i < len(ys); i++ {
			if g := deviance(ys) - deviance(ys[:i]) - deviance(ys[i:]); g > best {
				best, at = g, i
			}
		}
		got, gain := split(ys, 0, 0, len(ys))
		if got != at || math.Abs(gain-best) > 1e-9 {
			t.Fatalf("%v: %d, %v, want %d, %v", ys, got, gain, at, best)
		}
		if got, _ := split(ys, best*1.000001, 0, len(ys)); got != -1 {
			t.Fatalf("%v: %d although it explains too little", ys, got)
		}
		if got, _ := split(ys, 0, 0, at); got > at {
			t.Fatalf("%v: %d beyond the limit %d", ys, got, at)
		}
	}
	for _, ys := range [][]float64{nil, {1}, {1, 1, 1}} {
		if at, _ := split(ys, 0, 0, len(ys)); at != -1 {
			t.Errorf("%v: %d, want -1", ys, at)
		}
	}
}
