package steady

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// warmupCurve is the run curve 100 34 16 11 10 10 10 ... in ms, n runs.
func warmupCurve(n int) []float64 {
	xs := []float64{100, 34, 16, 11}
	for len(xs) < n {
		xs = append(xs, 10)
	}
	return xs[:n]
}

// A person sees the curve steady from its fifth run on: four runs are discarded.
func TestWarmupCurve(t *testing.T) {
	for n := 7; n <= 50; n++ {
		xs := warmupCurve(n)
		for name, r := range map[string]Result{
			"whole":           Analyze(xs, Config{}),
			"online":          Online(xs, Config{}),
			"online, budget":  Online(xs, Config{Max: n}),
			"online, limited": limited(xs, n),
		} {
			if r.Class != Warmup || r.Start != 4 {
				t.Errorf("%s, %d runs: %s from %d (%s), want warmup from 4", name, n, r.Class, r.Start, r.Reason)
			}
			if r.Confidence <= 0 || r.Confidence > 0.9 {
				t.Errorf("%s, %d runs: confidence %v, want a low one", name, n, r.Confidence)
			}
			if !slices.Equal(r.Changepoints, []int{4}) && !strings.HasPrefix(name, "whole") {
				t.Errorf("%s, %d runs: changepoints %v", name, n, r.Changepoints)
			}
			if got := r.Levels[len(r.Levels)-1]; got != 10 {
				t.Errorf("%s, %d runs: steady level %v, want 10", name, n, got)
			}
		}
	}
	few, many := Online(warmupCurve(10), Config{Max: 10}), Online(warmupCurve(50), Config{Max: 50})
	if few.Confidence >= many.Confidence {
		t.Errorf("confidence %v with 10 runs, %v with 50", few.Confidence, many.Confidence)
	}
}

// limited replays xs with a budget that is known after three values.
func limited(xs []float64, budget int) Result {
	d := New(Config{})
	for i, x := range xs {
		if i == 3 {
			d.Limit(budget)
		}
		if d.Push(x) {
			break
		}
	}
	return d.Result()
}

// noisy is level(i) with log-normal noise.
func noisy(seed uint64, n int, sigma float64, level func(i int) float64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = level(i) * math.Exp(sigma*rng.NormFloat64())
	}
	return xs
}

func TestDetectorClasses(t *testing.T) {
	for _, c := range []struct {
		name     string
		xs       []float64
		class    Class
		from, to int // of the start
	}{
		{"flat", noisy(1, 3000, 0.01, func(int) float64 { return 5 }), Flat, 0, 0},
		{"slow for 100 values", noisy(2, 3000, 0.01, func(i int) float64 { return 5 + 3*below(i, 100) }), Warmup, 100, 110},
		{"fast for 100 values", noisy(3, 3000, 0.01, func(i int) float64 { return 5 - 3*below(i, 100) }), Slowdown, 100, 110},
		{"slow for 5000 values", noisy(4, 20000, 0.01, func(i int) float64 { return 5 + float64(max(0, 5000-i))/1000 }), Warmup, 4500, 5500},
		{"ever slower", noisy(5, 3000, 0.01, func(i int) float64 { return 5 + float64(i)/100 }), NoSteady, -1, -1},
	} {
		r := Online(c.xs, Config{})
		if r.Class != c.class || r.Start < c.from || r.Start > c.to {
			t.Errorf("%s: %s from %d (%s), want %s from %d to %d", c.name, r.Class, r.Start, r.Reason, c.class, c.from, c.to)
		}
		if r.Steady() != (c.class != NoSteady) {
			t.Errorf("%s: Steady() is %v", c.name, r.Steady())
		}
		check(t, c.name, c.xs, r)
	}
}

func TestDetectorBudget(t *testing.T) {
	rising := noisy(6, 1000, 0.01, func(i int) float64 { return 5 + float64(i)/10 })
	r := Online(rising, Config{Max: 200})
	if r.Class != NoSteady || r.Start != -1 || r.Stop != 200 || r.Reason == "" {
		t.Errorf("at the cap: %+v", r)
	}

	// A budget shrinks the confirming window; without one 500 values are asked for.
	flat := noisy(7, 2000, 0.01, func(int) float64 { return 5 })
	small, large := Online(flat, Config{Max: 100}), Online(flat, Config{})
	if small.Stop > 100 || large.Stop < 500 || small.Confidence >= large.Confidence {
		t.Errorf("budget 100: %+v\nnone: %+v", small, large)
	}

	// A budget that is already used up is answered at the next value.
	d := New(Config{})
	for _, x := range flat[:50] {
		d.Push(x)
	}
	d.Limit(20)
	if !d.Push(flat[50]) {
		t.Error("not done after the budget")
	}
	before := d.Result()
	if !d.Push(1e9) || !reflect.DeepEqual(before, d.Result()) {
		t.Error("a value after the answer changed it")
	}

	// An early, wrong estimate of the budget does not stick.
	d = New(Config{})
	d.Limit(5)
	d.Push(flat[0])
	d.Limit(0)
	n := 1
	for n < len(flat) && !d.Push(flat[n]) {
		n++
	}
	if n < 499 {
		t.Errorf("done after %d values, want 500 or more", n+1)
	}
}

// A small budget allows the noise that means of fewer values have, but not another level.
func TestDetectorSmallBudget(t *testing.T) {
	for _, budget := range []int{130, 200, 300, 800} {
		for seed := range uint64(10) {
			start := float64(budget / 4)
			xs := noisy(seed, budget, 0.03, func(i int) float64 { return 5 + 5*math.Exp(-10*float64(i)/start) })
			if r := Online(xs, Config{Max: budget}); r.Class != Warmup || r.Stop > budget || float64(r.Start) > 2*start {
				t.Errorf("budget %d, seed %d: %s from %d of %d (%s)", budget, seed, r.Class, r.Start, r.Stop, r.Reason)
			}
			xs = noisy(seed, budget, 0.01, func(i int) float64 { return 5 + 2*float64(i)/float64(budget) })
			if r := Online(xs, Config{Max: budget}); r.Class != NoSteady {
				t.Errorf("budget %d, seed %d: a drift is %s from %d of %d (%s)", budget, seed, r.Class, r.Start, r.Stop, r.Reason)
			}
		}
	}
}

// What lies behind the stop has no influence, and a reset detector is a new one.
func TestDetectorPrefix(t *testing.T) {
	used := New(Config{Max: 7})
	for _, l := range made(2, 3) {
		r := Online(l.NS, Config{})
		if again := Online(l.NS[:r.Stop], Config{}); !reflect.DeepEqual(r, again) {
			t.Errorf("%s: %+v, but cut at its stop %+v", l.ID, r, again)
		}
		used.Reset(Config{})
		for _, x := range l.NS {
			if used.Push(x) {
				break
			}
		}
		if again := used.Result(); !reflect.DeepEqual(r, again) {
			t.Errorf("%s: %+v, but from a used detector %+v", l.ID, r, again)
		}
	}
}

// Values that are only put down until a fold is due lead to the same answer as those that are looked at one by one, missing and
// gigantic ones among them.
func TestDetectorRoom(t *testing.T) {
	for _, l := range made(5, 2) {
		for i := range l.NS {
			switch {
			case i%97 == 3:
				l.NS[i] = math.NaN()
			case i%311 == 5:
				l.NS[i] = math.MaxFloat64
			}
		}
		slow := New(Config{})
		for _, x := range l.NS {
			slow.room = 0
			if slow.Push(x) {
				break
			}
		}
		if a, b := Online(l.NS, Config{}), slow.Result(); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v, one by one %+v", l.ID, a, b)
		}
	}
}

// All thresholds are relative: a unit that is a power of two changes nothing but levels.
func TestScaleInvariance(t *testing.T) {
	for _, l := range made(3, 2) {
		scaled := make([]float64, len(l.NS))
		for i, x := range l.NS {
			scaled[i] = x * 1024
		}
		a, b := Online(l.NS, Config{}), Online(scaled, Config{})
		if a.Start != b.Start || a.Stop != b.Stop || a.Class != b.Class || a.Confidence != b.Confidence {
			t.Errorf("%s: online %+v, scaled %+v", l.ID, a, b)
		}
		a, b = Analyze(l.NS, Config{}), Analyze(scaled, Config{})
		if a.Start != b.Start || a.Class != b.Class {
			t.Errorf("%s: whole %+v, scaled %+v", l.ID, a, b)
		}
	}
}

// check is the invariant of every result, shared with the fuzz tests.
func check(t *testing.T, name string, xs []float64, r Result) {
	t.Helper()
	switch r.Class {
	case NoSteady:
		if r.Start != -1 {
			t.Errorf("%s: never steady, but start %d", name, r.Start)
		}
	case Short, Flat, Cycle:
		if r.Start != 0 {
			t.Errorf("%s: %s, but start %d", name, r.Class, r.Start)
		}
	case Warmup, Slowdown:
		if r.Start <= 0 {
			t.Errorf("%s: %s, but start %d", name, r.Class, r.Start)
		}
	default:
		t.Errorf("%s: class %q", name, r.Class)
	}
	if r.N > len(xs) || r.Stop != r.N || len(xs) > 0 && r.Start >= r.Stop {
		t.Errorf("%s: %d values, start %d, stop %d, of %d", name, r.N, r.Start, r.Stop, len(xs))
	}
	if !(r.Confidence >= 0 && r.Confidence <= 1) {
		t.Errorf("%s: confidence %v", name, r.Confidence)
	}
	if r.Changepoints == nil || !slices.IsSorted(r.Changepoints) || len(slices.Compact(slices.Clone(r.Changepoints))) != len(r.Changepoints) {
		t.Errorf("%s: changepoints %v", name, r.Changepoints)
	}
	for _, c := range r.Changepoints {
		if c <= 0 || c >= r.N {
			t.Errorf("%s: changepoint %d of %d values", name, c, r.N)
		}
	}
	if r.Start > 0 && !slices.Contains(r.Changepoints, r.Start) {
		t.Errorf("%s: start %d is none of the changepoints %v", name, r.Start, r.Changepoints)
	}
	if len(r.Levels) != len(r.Changepoints)+1 && (len(r.Levels) != 0 || len(r.Changepoints) != 0) {
		t.Errorf("%s: %d levels, %d changepoints", name, len(r.Levels), len(r.Changepoints))
	}
	for _, l := range r.Levels {
		if math.IsNaN(l) || math.IsInf(l, 0) {
			t.Errorf("%s: levels %v", name, r.Levels)
		}
	}
	if m := r.Lowest <= r.Highest && r.Wander >= 0 && !math.IsInf(r.Wander, 0) && r.Transient >= 0 && r.Transient <= r.N/2; !m {
		t.Errorf("%s: moves from %v to %v by %v behind %d values", name, r.Lowest, r.Highest, r.Wander, r.Transient)
	}
	if r.Class != NoSteady && (r.Lowest != 0 || r.Highest != 0 || r.Wander != 0 || r.Transient != 0) {
		t.Errorf("%s: %s, but moves from %v to %v by %v behind %d values", name, r.Class, r.Lowest, r.Highest, r.Wander, r.Transient)
	}
	if r.Reason == "" {
		t.Errorf("%s: no reason", name)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
