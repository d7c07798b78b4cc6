package steady

import (
	"math"
	"testing"
)

func TestAnalyzeClasses(t *testing.T) {
	for _, c := range []struct {
		name     string
		xs       []float64
		class    Class
		from, to int // of the start
	}{
		{"flat", noisy(1, 3000, 0.01, func(int) float64 { return 5 }), Flat, 0, 0},
		{"slow first", noisy(2, 3000, 0.01, func(i int) float64 { return 5 + 3*below(i, 700) }), Warmup, 690, 710},
		{"fast first", noisy(3, 3000, 0.01, func(i int) float64 { return 5 - 3*below(i, 700) }), Slowdown, 690, 710},
		{"cycle", noisy(4, 3000, 0.01, func(i int) float64 { return 5 + math.Sin(2*math.Pi*float64(i)/90) }), Cycle, 0, 0},
		{"cycle after warm-up", noisy(5, 3000, 0.01, func(i int) float64 { return 5 + 5*below(i, 600) + math.Sin(2*math.Pi*float64(i)/90) }), Warmup, 550, 700},
		{"ever slower", noisy(6, 3000, 0.01, func(i int) float64 { return 5 + float64(i)/1000 }), NoSteady, -1, -1},
		{"ever faster", noisy(7, 3000, 0.01, func(i int) float64 { return 9 - float64(i)/1000 }), NoSteady, -1, -1},
		{"steady too late", noisy(8, 3000, 0.01, func(i int) float64 { return 5 + 2*below(i, 2500) }), NoSteady, -1, -1},
		{"two levels in turn", noisy(9, 3000, 0.01, func(i int) float64 { return 5 + 2*below(i%1000, 500) }), NoSteady, -1, -1},
		{"a pause in the steady part", noisy(10, 3000, 0.01, func(i int) float64 { return 5 + 3*below(i, 300) + 4*below(2000, i)*below(i, 2030) }), Warmup, 290, 310},
		{"it wanders by 2%", noisy(11, 3000, 0.01, func(i int) float64 { return 5 + 3*below(i, 300) + 0.1*below(i%700, 300) }), Warmup, 290, 310},
	} {
		r := Analyze(c.xs, Config{})
		if r.Class != c.class || r.Start < c.from || r.Start > c.to {
			t.Errorf("%s: %s from %d (%s), want %s from %d to %d", c.name, r.Class, r.Start, r.Reason, c.class, c.from, c.to)
		}
		check(t, c.name, c.xs, r)
	}
}

// Three levels come back as two changepoints with the levels between them.
func TestAnalyzeLevels(t *testing.T) {
	r := Analyze(noisy(1, 3000, 0.005, func(i int) float64 { return 100 + 80*below(i, 300) + 40*below(i, 900) }), Config{})
	if len(r.Changepoints) != 2 || len(r.Levels) != 3 {
		t.Fatalf("%+v, want 2 changepoints", r)
	}
	for i, want := range []int{300, 900} {
		if math.Abs(float64(r.Changepoints[i]-want)) > 6 {
			t.Errorf("changepoint %d is %d, want %d", i, r.Changepoints[i], want)
		}
	}
	for i, want := range []float64{220, 140, 100} {
		if math.Abs(r.Levels[i]/want-1) > 0.01 {
			t.Errorf("level %d is %v, want %v", i, r.Levels[i], want)
		}
	}
}

// The start of a long series is found although it lies within its first block.
func TestAnalyzeLong(t *testing.T) {
	for _, start := range []int{40, 900, 50_000} {
		xs := noisy(uint64(start), 400_000, 0.01, func(i int) float64 { return 100 + 100*below(i, start) })
		r := Analyze(xs, Config{})
		if tolerance := max(10, float64(start)/50); r.Class != Warmup || math.Abs(float64(r.Start-start)) > tolerance {
			t.Errorf("%s from %d (%s), want warmup from %d", r.Class, r.Start, r.Reason, start)
		}
		check(t, "long", xs, r)
	}
}
