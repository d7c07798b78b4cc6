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

// The levels before a start within the first block of a long series are found in smaller blocks.
func TestAnalyzeLongLevels(t *testing.T) {
	xs := noisy(71, 400_000, 0.01, func(i int) float64 { return 100 + 30*below(i, 100) + 20*below(i, 300) })
	r := Analyze(xs, Config{})
	if r.Class != Warmup || len(r.Changepoints) != 2 || math.Abs(float64(r.Changepoints[0]-100)) > 5 || math.Abs(float64(r.Changepoints[1]-300)) > 5 {
		t.Fatalf("%+v, want changes at 100 and 300", r)
	}
	for i, want := range []float64{150, 120, 100} {
		if math.Abs(r.Levels[i]/want-1) > 0.01 {
			t.Errorf("level %d is %v, want %v", i, r.Levels[i], want)
		}
	}
	check(t, "long levels", xs, r)
}

// A warm-up that fades has no last change of level; its start is where the curve is within 1% of its end.
func TestAnalyzeFading(t *testing.T) {
	for _, c := range []struct {
		name  string
		level func(i int) float64
		start float64
		class Class
	}{
		{"exponential", func(i int) float64 { return 100 * (1 + 0.8*math.Exp(-float64(i)/150)) }, 150 * math.Log(80), Warmup},
		{"exponential, from below", func(i int) float64 { return 100 * (1 - 0.5*math.Exp(-float64(i)/150)) }, 150 * math.Log(50), Slowdown},
		{"power", func(i int) float64 { return 100 * (1 + 3*math.Pow(1+float64(i)/10, -1.5)) }, 10 * (math.Pow(300, 1/1.5) - 1), Warmup},
		{"ramp", func(i int) float64 { return 100 * (1 + 0.3*max(0, 1-float64(i)/900)) }, 900 * (1 - 0.01/0.3), Warmup},
		{"stretched", func(i int) float64 { return 100 * (1 + 2*math.Exp(-math.Pow(float64(i)/30, 0.6))) }, 30 * math.Pow(math.Log(200), 1/0.6), Warmup},
	} {
		xs := noisy(81, 3000, 0.02, c.level)
		r := Analyze(xs, Config{})
		if r.Class != c.class || math.Abs(float64(r.Start)-c.start) > c.start/10 {
			t.Errorf("%s: %s from %d (%s), want %s from %.0f", c.name, r.Class, r.Start, r.Reason, c.class, c.start)
		}
		check(t, c.name, xs, r)
	}
}

// Values that spread more at first are warm-up even if their level is right.
func TestAnalyzeSpread(t *testing.T) {
	xs := noisy(91, 3000, 0.005, func(int) float64 { return 100 })
	for i := range xs[:500] {
		xs[i] = 100 + 10*(xs[i]-100)
	}
	if r := Analyze(xs, Config{}); r.Class != Warmup || math.Abs(float64(r.Start-500)) > 20 {
		t.Errorf("%s from %d (%s), want warmup from 500", r.Class, r.Start, r.Reason)
	}
}
