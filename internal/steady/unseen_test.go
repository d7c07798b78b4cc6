package steady

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

const unseenValues = 4000

// unseen makes series of shapes that no parameter was fitted to, each shape count times: curves that are none of the detector's own,
// levels that wander, and changes that never end. The same seed makes the same series.
func unseen(seed uint64, count int) []labelled {
	// A level is a function of the value's number t and of the length of the warm-up.
	exp := func(t, tau float64) float64 { return math.Exp(-t / tau) }
	steady := []struct {
		name  string
		level func(t, length float64) float64
	}{
		{"sigmoid", func(t, l float64) float64 { return 1 + 0.8/(1+math.Exp((t-l)/(l/8))) }},
		{"two decays", func(t, l float64) float64 { return 1 + 2*exp(t, l/30) + 0.2*exp(t, l/4) }},
		{"hump", func(t, l float64) float64 { return 1 + 9*t/l*math.Exp(1-6*t/l) }},
		{"decay and step", func(t, l float64) float64 { return 1 + exp(t, l/10) + 0.15*less(t, l) }},
		{"cold start", func(t, _ float64) float64 { return 1 + 49*less(t, 3) }},
		{"logarithm", func(t, l float64) float64 { return 1 + 0.5*max(0, 1-math.Log1p(t)/math.Log1p(l)) }},
		{"gompertz", func(t, l float64) float64 { return 2 - math.Exp(-3*exp(t, l/5)) }},
		{"rise", func(t, l float64) float64 { return 1 - 0.5*exp(t, l/4) }},
		{"stairs", func(t, l float64) float64 { return 1 + 0.1*max(0, math.Ceil(5*(1-t/l))) }},
		{"wandering step", func(t, l float64) float64 { return 1 + 0.6*less(t, l) }},
		{"wandering", func(float64, float64) float64 { return 1 }},
	}
	never := []struct {
		name  string
		level func(t, dwell float64) float64
	}{
		{"drift", func(t, _ float64) float64 { return 1 + 0.25*t/unseenValues }},
		{"slow start", func(t, _ float64) float64 { return 1 + 0.8*math.Pow(t/unseenValues, 2) }},
		{"turn", func(t, _ float64) float64 { return 1 + 0.6*math.Abs(t/unseenValues-0.5) }},
		{"creep", func(t, _ float64) float64 { return math.Pow(1+t/100, -0.15) }},
		{"alternating", func(t, dwell float64) float64 { return 1 + 0.3*math.Mod(math.Floor(t/dwell), 2) }},
	}
	var all []labelled
	add := func(name string, k, start int, class Class, level func(t float64) float64) {
		rng := rand.New(rand.NewPCG(seed, uint64(1000*len(all)+k)))
		sigma, wander := []float64{0.003, 0.01, 0.03, 0.06}[k%4], 0.0
		l := labelled{ID: fmt.Sprintf("unseen/%s@%d", name, k), Class: class, Start: start}
		for i := range unseenValues {
			x := level(float64(i))
			l.Level = append(l.Level, x)
			if name == "wandering" || name == "wandering step" {
				wander = 0.99*wander + 0.0025*rng.NormFloat64() // 1.8% in the long run
			}
			x *= 1e4 * (1 + wander) * math.Exp(sigma*rng.NormFloat64())
			if rng.Float64() < 0.005 {
				x *= 3
			}
			l.NS = append(l.NS, x)
		}
		all = append(all, l)
	}
	for _, s := range steady {
		for k := range count {
			length := math.Pow(10, 1.3+1.7*(float64(k)+0.5)/float64(count))
			level := func(t float64) float64 { return s.level(t, length) }
			start, class := unseenValues, Warmup
			for start > 0 && math.Abs(level(float64(start-1))-1) <= 0.01 {
				start--
			}
			if start == 0 {
				class = Flat
			} else if level(0) < 1 {
				class = Slowdown
			}
			add(s.name, k, start, class, level)
		}
	}
	for _, s := range never {
		for k := range count {
			add(s.name, k, -1, NoSteady, func(t float64) float64 { return s.level(t, float64(60+50*(k%5))) })
		}
	}
	return all
}

// TestAccuracyUnseen asserts that the rule is more than a fit of the shapes that it was made with.
func TestAccuracyUnseen(t *testing.T) {
	s := report(t, "unseen shapes", unseen(1, 8))["online"]
	if share(s.right, s.steady) < 90 || share(s.missed, s.steady) > 2 || share(s.caught, s.never) < 85 {
		t.Errorf("online: %s", s)
	}
}
