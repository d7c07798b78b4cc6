package steady

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Without noise the parameters of each curve come back.
func TestTransientFit(t *testing.T) {
	fill := func(shape func(t float64) float64) *transientFit {
		ys := make([]float64, 200)
		for i := range ys {
			ys[i] = 1 + 0.8*shape(float64(i)+0.5)
		}
		f := new(transientFit)
		f.group(ys)
		return f
	}
	near := func(name string, got, want, tolerance float64) {
		t.Helper()
		if math.Abs(got/want-1) > tolerance {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	for _, tau := range []float64{3, 10, 40} {
		f := fill(func(t float64) float64 { return math.Exp(-t / tau) })
		c := fitScale(0.7, 100, 2, f.decay)
		near("decay", c.scale, tau, 0.06)
		near("height of a decay", c.height, 0.8, 0.06)
	}
	for _, end := range []float64{20, 60, 120} {
		f := fill(func(t float64) float64 { return max(0, 1-t/end) })
		near("ramp", fitScale(2, 160, 1.6, f.ramp).scale, end, 0.06)
	}
	for _, p := range []float64{1, 1.5, 2.2} {
		f := fill(func(t float64) float64 { return math.Pow(1+t/3, -p) })
		c := f.power(6, math.Inf(1))
		end := func(scale, height, power float64) float64 { return scale * (math.Pow(height/0.01, 1/power) - 1) }
		near("end of a power", end(c.scale, c.height, c.power), end(3, 0.8, p), 0.1)
	}
}

// The weighted least squares of two straight levels are their means.
func TestTransientSolve(t *testing.T) {
	f := &transientFit{rest: 0.5}
	var step, constant fitted
	for i, y := range []float64{3, 5, 1, 1} {
		f.take(stretch{weight: 2, y: y})
		step = step.add(&f.parts[i], []float64{1, 1, 0, 0}[i])
		constant = constant.add(&f.parts[i], 1)
	}
	c := f.solve(step, 7, 0)
	if c.base != 2 || c.height != 3 || c.scale != 7 || math.Abs(c.rest-4.5) > 1e-12 { // 2 ((3-4)^2 + (5-4)^2) + 0.5
		t.Errorf("%+v", c)
	}
	if c := f.solve(constant, 7, 0); !math.IsInf(c.rest, 1) {
		t.Errorf("a curve that is constant explains something: %+v", c)
	}
}

func TestFade(t *testing.T) {
	for x := 0.0; x < 30; x += 0.0137 {
		if got, want := fade(x), math.Exp(-x); math.Abs(got/want-1) > 1e-5 {
			t.Fatalf("exp(-%v) is %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{700, 1e6, math.Inf(1), math.NaN()} {
		if got := fade(x); got != 0 {
			t.Errorf("exp(-%v) is %v, want 0", x, got)
		}
	}
	if got := fade(math.Nextafter(700, 0)); !(got > 0 && got < 1e-300) {
		t.Errorf("just below 700: %v", got)
	}
}

func TestLogOf(t *testing.T) {
	for _, q := range []float64{0.05, 0.5, math.Nextafter(0.75, 0), 0.75, 0.99, 1, 1 + 1e-12, 1.01, math.Nextafter(1.5, 0), 1.5, 7, 1e9} {
		if got, want := logOf(q), math.Log(q); math.Abs(got-want) > 2e-9 {
			t.Errorf("log %v is %v, want %v", q, got, want)
		}
	}
}

func TestHoldRatio(t *testing.T) {
	for q, want := range map[float64]float64{
		0: 0.05, -3: 0.05, math.Inf(-1): 0.05, math.NaN(): 0.05, 0.05: 0.05, 0.06: 0.06, 1e9: 1e9, 1e300: 1e9, math.Inf(1): 1e9,
	} {
		if got := holdRatio(q); got != want {
			t.Errorf("%v is held at %v, want %v", q, got, want)
		}
	}
}

func TestVertex(t *testing.T) {
	f := func(x float64) float64 { return 2*(x-3)*(x-3) + 5 }
	if got := vertex(1, 2, 7, f(1), f(2), f(7)); math.Abs(got-3) > 1e-12 {
		t.Errorf("%v, want 3", got)
	}
	if got := vertex(1, 2, 3, 4, 4, 4); !math.IsNaN(got) {
		t.Errorf("of a constant: %v, want NaN", got)
	}
}

// A sequence that falls but for two neighbours, 2 and 4, leaves those two: 1 (2-3)^2 + 1 (4-3)^2.
func TestTransientMonotone(t *testing.T) {
	f := new(transientFit)
	for _, y := range []float64{9, 2, 4, 1} {
		f.take(stretch{weight: 1, y: y})
	}
	if got := f.monotone(); math.Abs(got-2) > 1e-12 {
		t.Errorf("%v, want 2", got)
	}
	f = new(transientFit)
	for _, y := range []float64{-1, 0, 5} {
		f.take(stretch{weight: 3, y: y})
	}
	if got := f.monotone(); got > 1e-12 {
		t.Errorf("of a rising sequence %v is left, want 0", got)
	}
}

// No curve leaves less than the bound by which curves are given up.
func TestTransientBound(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		height, tau, sigma := rng.NormFloat64(), math.Exp(4*rng.Float64()), math.Exp(-6*rng.Float64())
		ys := make([]float64, 30+rng.IntN(170))
		for i := range ys {
			ys[i] = holdRatio(1 + 0.7*math.Tanh(height)*math.Exp(-float64(i)/tau) + 0.2*sigma*rng.NormFloat64())
		}
		f := new(transientFit)
		f.group(ys)
		least := f.monotone() + f.rest
		for name, c := range map[string]transient{
			"decay": fitScale(0.7, f.entries/2, 2, f.decay),
			"ramp":  fitScale(2, f.entries*0.8, 1.6, f.ramp),
			"power": f.power(tau, math.Inf(1)),
		} {
			if c.rest < least*(1-1e-9) {
				t.Errorf("seed %d: a %s leaves %v, less than the least %v", seed, name, c.rest, least)
			}
		}
	}
}

// The score test finds what slows down more than a decay, and that a decay does not.
func TestSlower(t *testing.T) {
	for _, c := range []struct {
		name  string
		level func(t float64) float64
		more  bool
	}{
		{"decay", func(t float64) float64 { return 1 + 0.8*math.Exp(-t/20) }, false},
		{"ramp", func(t float64) float64 { return 1 + 0.8*max(0, 1-t/60) }, false},
		{"power", func(t float64) float64 { return 1 + 0.8*math.Pow(1+t/5, -1.5) }, true},
		{"rising power", func(t float64) float64 { return 1 - 0.4*math.Pow(1+t/5, -1.5) }, true},
	} {
		var ratios [200]float64
		for i := range ratios {
			ratios[i] = c.level(float64(i) + 0.5)
		}
		var f transientFit
		f.group(ratios[:])
		gain := f.slower(fitScale(0.7, f.entries/2, 2, f.decay))
		if more := gain > 1e-3; more != c.more {
			t.Errorf("%s: %v less in squares", c.name, gain)
		}
	}
}

// What a sequence that does not slow down leaves is part of what each curve leaves; stairs are none.
func TestBent(t *testing.T) {
	var stairs, convex [200]float64
	for i := range stairs {
		stairs[i] = 1 + 0.3*below(i, 40) + 0.2*below(i, 120)
		convex[i] = 1 + 0.8*math.Exp(-float64(i)/30)
	}
	var f, g transientFit
	f.group(stairs[:])
	g.group(convex[:])
	if f.bent(-1) < 0.01 {
		t.Errorf("stairs: %v", f.bent(-1))
	}
	if g.bent(-1) > 1e-12 || g.bent(1) <= 0 {
		t.Errorf("a decay: %v falling, %v rising", g.bent(-1), g.bent(1))
	}
}
