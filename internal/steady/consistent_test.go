package steady

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// flatRuns are runs of n values about the levels, with noise of sigma and correlation r from one value to the next.
func flatRuns(seed uint64, n int, sigma, r float64, levels ...float64) []Settled {
	rng := rand.New(rand.NewPCG(seed, 21))
	runs := make([]Settled, len(levels))
	for i, level := range levels {
		xs, e := make([]float64, n), 0.0
		for j := range xs {
			e = r*e + math.Sqrt(1-r*r)*sigma*rng.NormFloat64()
			xs[j] = level * (1 + e)
		}
		runs[i] = Settled{Values: xs, Result: Result{N: n, Class: Flat, Stop: n}}
	}
	return runs
}

func TestConsistent(t *testing.T) {
	never := Settled{Values: []float64{1, 2, 3}, Result: Result{N: 3, Class: NoSteady, Start: -1, Stop: 3}}
	short := Settled{Values: []float64{1, 2, 3}, Result: Result{N: 3, Class: Short, Stop: 3}}
	wrong := Settled{Values: []float64{1, 2, 3}, Result: Result{N: 9, Class: Flat, Stop: 9}}
	for _, c := range []struct {
		why    string
		runs   []Settled
		odd    []int
		level  float64 // within 10%
		reason string
	}{
		{"nothing", nil, nil, 0, "none of 0 runs is steady"},
		{"nothing steady", []Settled{never, short, wrong}, nil, 0, "none of 3 runs is steady"},
		{"one run", flatRuns(1, 500, 0.01, 0, 100), nil, 100, "one of 1 runs is steady: nothing to compare"},
		{"one level", flatRuns(2, 500, 0.01, 0, 100, 100.5, 99.5, 100), nil, 100, "4 runs settle within 2% of one level, or within their noise"},
		{"one is slow", flatRuns(3, 500, 0.01, 0, 100, 100, 105, 100), []int{2}, 100, "3 of 4 runs settle at one level, the others elsewhere: run 2 at +5"},
		{"one is fast, another not steady", append([]Settled{never}, flatRuns(4, 500, 0.01, 0, 100, 90, 100)...), []int{2}, 100, "(1 more are not steady)"},
		{"two groups: the lower counts", flatRuns(5, 500, 0.01, 0, 120, 100, 120, 100), []int{0, 2}, 100, ""},
		{"a larger group counts", flatRuns(6, 500, 0.01, 0, 120, 100, 120, 120, 100), []int{1, 4}, 120, ""},
		{"all differ", flatRuns(7, 500, 0.01, 0, 120, 100, 140), []int{0, 2}, 100, ""},
		{"within noise", flatRuns(8, 12, 0.3, 0, 100, 103, 100), nil, 100, ""},
		{"constant, within the tolerance", flatRuns(9, 50, 0, 0, 100, 101.9), nil, 100, ""},
		{"constant, outside", flatRuns(9, 50, 0, 0, 100, 102.1), []int{1}, 100, ""},
		{"zero and not", flatRuns(9, 50, 0, 0, 0, 0, 5), []int{2}, 0, "run 2 at +100%"},
		{"zeros", flatRuns(9, 50, 0, 0, 0, 0), nil, 0, ""},
		{"negative", flatRuns(10, 500, 0.01, 0, -100, -100, -90), []int{2}, -100, "run 2 at +1"},
	} {
		a := Consistent(c.runs, Config{})
		var odd []int
		for _, r := range a.Odd() {
			odd = append(odd, r.Run)
		}
		if !slices.Equal(odd, c.odd) || a.Consistent != (len(c.odd) == 0) {
			t.Errorf("%s: consistent %v, odd %v (%s), want %v", c.why, a.Consistent, odd, a.Reason, c.odd)
		}
		if math.Abs(a.Level-c.level) > 0.1*math.Abs(c.level) {
			t.Errorf("%s: level %v, want %v", c.why, a.Level, c.level)
		}
		if !strings.Contains(a.Reason, c.reason) || a.Reason == "" {
			t.Errorf("%s: %q does not say %q", c.why, a.Reason, c.reason)
		}
		if s := fmt.Sprint(a); strings.Contains(s, "NaN") || strings.Contains(s, "Inf") {
			t.Errorf("%s: %s", c.why, s)
		}
	}
}

// A tolerance widens what agrees, but never to less than 2%.
func TestConsistentTolerance(t *testing.T) {
	runs := flatRuns(11, 500, 0.001, 0, 100, 104)
	if a := Consistent(runs, Config{Tolerance: 0.05}); !a.Consistent {
		t.Errorf("5%%: %s", a.Reason)
	}
	if a := Consistent(runs, Config{Tolerance: 0.001}); a.Consistent {
		t.Errorf("0.1%%: %s", a.Reason)
	}
	if a := Consistent(flatRuns(11, 500, 0.001, 0, 100, 101.5), Config{Tolerance: 0.001}); !a.Consistent {
		t.Errorf("0.1%%, levels 1.5%% apart: %s", a.Reason)
	}
}

// Runs of one level are rarely found to differ, whether their noise is independent or wanders; runs that differ are found.
func TestConsistentRates(t *testing.T) {
	const trials = 100
	for _, c := range []struct {
		n           int
		sigma, r    float64
		odd         float64 // relative level of the last of six runs
		least, most int     // found inconsistent
	}{
		{200, 0.03, 0, 1, 0, 3},
		{50, 0.08, 0, 1, 0, 5},
		{1000, 0.05, 0.9, 1, 0, 6},
		{200, 0.03, 0, 1.03, 90, trials},
		{1000, 0.05, 0.9, 1.05, 90, trials},
		{1000, 0.01, 0, 1.025, 95, trials},
	} {
		found := 0
		for seed := range uint64(trials) {
			if !Consistent(flatRuns(seed, c.n, c.sigma, c.r, 100, 100, 100, 100, 100, 100*c.odd), Config{}).Consistent {
				found++
			}
		}
		if found < c.least || found > c.most {
			t.Errorf("%+v: %d of %d", c, found, trials)
		}
	}
}

// The standard error of a level is what levels of independent runs spread by.
func TestSettledLevel(t *testing.T) {
	for _, r := range []float64{0, 0.9} {
		var levels, errors []float64
		for seed := range uint64(200) {
			level, se, ok := settledLevel(flatRuns(seed, 2000, 0.05, r, 100)[0].Values)
			if !ok {
				t.Fatal("no level")
			}
			levels, errors = append(levels, level-100), append(errors, se)
		}
		spread := 0.0
		for _, l := range levels {
			spread += l * l
		}
		spread = math.Sqrt(spread / float64(len(levels)))
		if ratio := median(errors) / spread; ratio < 0.75 || ratio > 1.6 {
			t.Errorf("correlation %v: errors are %.2f of the spread %.3g", r, ratio, spread)
		}
	}
	if _, _, ok := settledLevel([]float64{math.NaN()}); ok {
		t.Error("a level of nothing")
	}
}
