package steady

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// labelled is a series whose truth is known.
type labelled struct {
	ID    string    `json:"id"`
	Class Class     `json:"class"`
	Start int       `json:"true_start"` // first index within 1% of the final level; -1: never steady
	Level []float64 `json:"level"`      // without noise, relative to the base; may be absent
	NS    []float64 `json:"ns"`

	PeltStart int   `json:"pelt_start"` // the answer of an algorithm, in the place of a label
	PeltClass Class `json:"pelt_class"`
}

const madeValues = 2000

// made makes series of known truth, each shape count times. The same seed makes the same series.
func made(seed uint64, count int) []labelled {
	shapes := []struct {
		name  string
		class Class
		level func(rng *rand.Rand) (level func(i int) float64, start int)
	}{
		{"flat", Flat, func(*rand.Rand) (func(int) float64, int) {
			return func(int) float64 { return 1 }, 0
		}},
		{"decay", Warmup, func(rng *rand.Rand) (func(int) float64, int) {
			height, tau := 0.5+4*rng.Float64(), 5+100*rng.Float64()
			return func(i int) float64 { return 1 + height*math.Exp(-float64(i)/tau) }, int(tau*math.Log(height/0.01)) + 1
		}},
		{"drop", Warmup, func(rng *rand.Rand) (func(int) float64, int) {
			at, height := 20+rng.IntN(700), 0.1+rng.Float64()
			return func(i int) float64 { return 1 + height*below(i, at) }, at
		}},
		{"plateaus", Warmup, func(rng *rand.Rand) (func(int) float64, int) {
			a, b := 20+rng.IntN(100), 200+rng.IntN(300)
			return func(i int) float64 { return 1 + 0.3*below(i, a) + 0.2*below(i, b) }, b
		}},
		{"rise", Slowdown, func(rng *rand.Rand) (func(int) float64, int) {
			at := 30 + rng.IntN(500)
			return func(i int) float64 { return 1 - 0.25*below(i, at) }, at
		}},
		{"ramp", Warmup, func(rng *rand.Rand) (func(int) float64, int) {
			end := 100 + rng.IntN(500)
			return func(i int) float64 { return 1 + 0.5*max(0, 1-float64(i)/float64(end)) }, end - end/50
		}},
		{"cycle", Cycle, func(rng *rand.Rand) (func(int) float64, int) {
			period := 20 + rng.IntN(60)
			return func(i int) float64 { return 1 + 0.2*math.Sin(2*math.Pi*float64(i)/float64(period)) }, 0
		}},
		{"drift", NoSteady, func(rng *rand.Rand) (func(int) float64, int) {
			rise := 0.2 + rng.Float64()
			return func(i int) float64 { return 1 + rise*float64(i)/madeValues }, -1
		}},
		{"late", NoSteady, func(rng *rand.Rand) (func(int) float64, int) {
			at := madeValues * 9 / 10
			return func(i int) float64 { return 1 + 0.3*below(i, at)*below(0, i%400-200) }, -1
		}},
	}
	var all []labelled
	for s, shape := range shapes {
		for k := range count {
			rng := rand.New(rand.NewPCG(seed, uint64(1000*s+k)))
			level, start := shape.level(rng)
			base, sigma := math.Pow(10, 2+5*rng.Float64()), []float64{0.002, 0.01, 0.03}[k%3]
			spikes := []float64{0, 0.01}[k%2]
			l := labelled{ID: fmt.Sprintf("made/%s@%d", shape.name, k), Class: shape.class, Start: start}
			for i := range madeValues {
				x := level(i)
				l.Level = append(l.Level, x)
				x *= base * math.Exp(sigma*rng.NormFloat64())
				if rng.Float64() < spikes {
					x *= 2 + 8*rng.Float64()
				}
				l.NS = append(l.NS, x)
			}
			all = append(all, l)
		}
	}
	return all
}

// below is 1 for i < at, else 0.
func below(i, at int) float64 {
	if i < at {
		return 1
	}
	return 0
}
