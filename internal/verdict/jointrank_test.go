package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// enumerateSwaps is the one-sided p-values from all swaps of pairs: of the sum of the new
// midranks among all values of pairs that differ or not.
func enumerateSwaps(old, new []float64) (up, down float64) {
	rank := func(x float64) float64 {
		r := 0.5
		for _, y := range slices.Concat(old, new) {
			switch {
			case y < x:
				r++
			case y == x:
				r += 0.5
			}
		}
		return r
	}
	sum := func(swaps int) (sum float64) {
		for i := range old {
			if swaps>>i&1 == 1 {
				sum += rank(old[i])
			} else {
				sum += rank(new[i])
			}
		}
		return sum
	}
	observed := sum(0)
	for swaps := range 1 << len(old) {
		s := sum(swaps)
		if s >= observed {
			up++
		}
		if s <= observed {
			down++
		}
	}
	all := float64(int(1) << len(old))
	return up / all, down / all
}

func TestJointRankEnumerated(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for range 300 {
		k := r.IntN(10)
		levels := 1 + r.IntN(30)
		old, new := make([]float64, k), make([]float64, k)
		for i := range old {
			old[i], new[i] = float64(r.IntN(levels)), float64(r.IntN(levels)+r.IntN(4))
			if r.IntN(10) == 0 {
				new[i] = inf
			}
		}
		beforeOld, beforeNew := slices.Clone(old), slices.Clone(new)
		got := JointRank(old, new)
		up, down := enumerateSwaps(old, new)
		if math.Abs(got.Up-up) > 1e-13 || math.Abs(got.Down-down) > 1e-13 || got.N+got.Zeros != k || got.Least != math.Ldexp(1, -got.N) {
			t.Errorf("%v against %v: %+v, enumerated %v and %v", new, old, got, up, down)
		}
		if mirror := JointRank(new, old); mirror.Up != got.Down || mirror.Down != got.Up {
			t.Errorf("%v against %v: %+v, swapped %+v", new, old, got, mirror)
		}
		if !slices.Equal(old, beforeOld) || !slices.Equal(new, beforeNew) {
			t.Error("input was changed")
		}
	}
}

func TestJointRankFew(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, new []float64
		want     Signed
	}{
		{"none", nil, nil, Signed{0, 0, 1, 1, 1}},
		{"one", []float64{1}, []float64{2}, Signed{1, 0, 0.5, 1, 0.5}},
		{"alike", []float64{1, 2}, []float64{1, 2}, Signed{0, 2, 1, 1, 1}},
		{"not a number, and one too many", []float64{1, math.NaN(), 3, 4}, []float64{2, 5, 9}, Signed{2, 0, 0.25, 1, 0.25}},
		// A drift that parts the pairs leaves a difference of one rank in each: the sign test, of 9 in 10.
		{"drift", []float64{0, 10, 20, 30, 40, 50, 60, 70, 80, 90}, []float64{1, 15, 21, 38, 41, 51, 65, 71, 81, 89}, Signed{10, 0, 11.0 / 1024, 1023.0 / 1024, 1.0 / 1024}},
	} {
		if got := JointRank(c.old, c.new); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// Any increasing function of the values leaves the test alone.
func TestJointRankMonotone(t *testing.T) {
	s := noisy(20, 3)
	var old, new []float64
	for i := range s.Old {
		old, new = append(old, math.Exp(s.Old[i]/10)), append(new, math.Exp(s.New[i]/10))
	}
	if a, b := JointRank(s.Old, s.New), JointRank(old, new); a != b {
		t.Errorf("%+v, transformed %+v", a, b)
	}
}

// TestJointShiftInverts checks the interval against its definition by enumeration.
func TestJointShiftInverts(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 14))
	for k := 6; k <= 9; k++ {
		old, new := make([]float64, k), make([]float64, k)
		for i := range old {
			old[i], new[i] = r.NormFloat64(), r.NormFloat64()+0.3
		}
		all := across(old, new, difference)
		got := jointShift(old, new, slices.Clone(all))
		slices.Sort(all)
		for i := range all[1:] {
			theta := (all[i] + all[i+1]) / 2
			moved := make([]float64, k)
			for j, y := range new {
				moved[j] = y - theta
			}
			up, down := enumerateSwaps(old, moved)
			kept := up > 0.025 && down > 0.025
			if inside := got.Lo < theta && theta < got.Hi; inside != kept {
				t.Errorf("%d pairs: shift %v has p %v and %v, the interval is %v to %v", k, theta, up, down, got.Lo, got.Hi)
			}
		}
	}
}

func TestPairedJointly(t *testing.T) {
	for _, c := range []struct {
		name          string
		old, new      []float64
		ratio, lo, hi float64
	}{
		{"six alike", repeat(1, 6), repeat(1.1, 6), 1.1, 1.1, 1.1},
		{"no difference", repeat(7, 6), repeat(7, 6), 1, 1, 1},
		{"six: the extremes", []float64{1, 2, 4, 8, 16, 32}, []float64{2048, 1024, 512, 256, 128, 64}, 64, 2, 2048},
		{"time-outs only", repeat(1, 6), repeat(inf, 6), inf, inf, inf},
		{"old ones only", repeat(inf, 6), repeat(1, 6), 0, 0, 0},
		{"one time-out", repeat(1, 8), append(repeat(1.5, 7), inf), 1.5, 1.5, 1.5},
		{"five", repeat(1, 5), repeat(2, 5), 2, math.NaN(), math.NaN()},
		{"none", nil, nil, math.NaN(), math.NaN(), math.NaN()},
	} {
		got := PairedJointly(Sides{Old: c.old, New: c.new})
		if !near(got.Ratio, c.ratio) || !near(got.Lo, c.lo) || !near(got.Hi, c.hi) || got.Interval != !math.IsNaN(c.lo) {
			t.Errorf("%s: %+v, want %v in %v to %v", c.name, got, c.ratio, c.lo, c.hi)
		}
	}
}
