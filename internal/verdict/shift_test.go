package verdict

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSignedCritical has the critical values of the signed-rank sum at 2.5% a side from
// Wilcoxon and Wilcox, Some Rapid Approximate Statistical Procedures, Lederle
// Laboratories, 1964, table 2, as corrected to exact tails by McCornack, "Extended tables
// of the Wilcoxon matched pair signed rank statistic", JASA 60, 1965. Below 6 there is none.
func TestSignedCritical(t *testing.T) {
	published := []int{
		6: 0, 7: 2, 8: 3, 9: 5, 10: 8, 11: 10, 12: 13, 13: 17, 14: 21, 15: 25, 16: 29, 17: 34, 18: 40,
		19: 46, 20: 52, 21: 58, 22: 65, 23: 73, 24: 81, 25: 89, 26: 98, 27: 107, 28: 116, 29: 126, 30: 137,
	}
	for n, want := range published {
		if n < 6 {
			want = -1
		}
		if got := signedCritical(n); got != want {
			t.Errorf("critical value of %d differences %d, want %d", n, got, want)
		}
	}
}

// The approximation follows where enumeration ends.
func TestSignedCriticalMany(t *testing.T) {
	before, after := signedCritical(exactPairs), signedCritical(exactPairs+1)
	step := before - signedCritical(exactPairs-1)
	if got := after - before; got < step-2 || got > step+2 {
		t.Errorf("critical values %d and %d, the step before was %d", before, after, step)
	}
}

// TestShiftPublished has the estimate and 96% interval of Hollander and Wolfe,
// 1973, examples 3.3 and 3.4: 0.46 and 0.010 to 0.786, theirs with the signs changed.
func TestShiftPublished(t *testing.T) {
	got := Shift(depression())
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"estimate", got.Estimate, 0.46}, {"lower end", got.Lo, 0.010}, {"upper end", got.Hi, 0.786}} {
		if math.Abs(c.got-c.want) > 0.0005 {
			t.Errorf("%s %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestShiftFew(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		d        []float64
		estimate float64
		lo, hi   float64
	}{
		{"none", nil, nan, nan, nan},
		{"not a number", []float64{nan}, nan, nan, nan},
		{"one", []float64{3}, 3, nan, nan},
		{"two", []float64{1, 4}, 2.5, nan, nan},
		{"five", []float64{1, 2, 3, 4, 5}, 3, nan, nan},
		{"six: from least to greatest", []float64{6, 1, 2, 3, 4, 5}, 3.5, 1, 6},
		{"six alike", []float64{2, 2, 2, 2, 2, 2}, 2, 2, 2},
		{"six zeros", make([]float64, 6), 0, 0, 0},
		{"six and one that is none", []float64{6, nan, 1, 2, 3, 4, 5}, 3.5, 1, 6},
		{"one infinite", []float64{inf, 1, 2, 3, 4, 5}, 3.5, 1, inf},
		{"opposite infinities", []float64{inf, -inf}, 0, nan, nan},
		{"all infinite", []float64{inf, inf, inf, inf, inf, inf}, inf, inf, inf},
		{"huge", []float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64, nan, nan},
	} {
		before := slices.Clone(c.d)
		got := Shift(c.d)
		if !sameFloat(got.Estimate, c.estimate) || !sameFloat(got.Lo, c.lo) || !sameFloat(got.Hi, c.hi) || got.Interval != !math.IsNaN(c.lo) {
			t.Errorf("%s: %+v, want %v in %v to %v", c.name, got, c.estimate, c.lo, c.hi)
		}
		if !sameBits(before, c.d) {
			t.Errorf("%s: input changed", c.name)
		}
	}
}

func sameFloat(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// TestShiftInverts checks the interval against its definition: the shifts that enumerated
// tests do not reject on either side.
func TestShiftInverts(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for k := 6; k <= 10; k++ {
		d := make([]float64, k)
		for i := range d {
			d[i] = r.NormFloat64()
		}
		got := Shift(d)
		var ends []float64
		for i, x := range d {
			for _, y := range d[i:] {
				ends = append(ends, (x+y)/2)
			}
		}
		slices.Sort(ends)
		for i := range ends[1:] {
			theta := (ends[i] + ends[i+1]) / 2
			moved := make([]float64, k)
			for j, x := range d {
				moved[j] = x - theta
			}
			up, down := enumerateSigns(moved)
			kept := up > 0.025 && down > 0.025
			if inside := got.Lo < theta && theta < got.Hi; inside != kept {
				t.Errorf("%d differences: shift %v has p %v and %v, the interval is %v to %v", k, theta, up, down, got.Lo, got.Hi)
			}
		}
	}
}

func TestShiftMirror(t *testing.T) {
	for k := range 40 {
		for i, d := range hardDifferences(k) {
			flipped := slices.Clone(d)
			for j := range d {
				flipped[j] = -d[j]
			}
			a, b := Shift(d), Shift(flipped)
			if !sameFloat(a.Estimate, -b.Estimate) || !sameFloat(a.Lo, -b.Hi) || !sameFloat(a.Hi, -b.Lo) {
				t.Errorf("shape %d of %d: %+v, with all signs changed %+v", i, k, a, b)
			}
			if a.Interval && !(a.Lo <= a.Estimate && a.Estimate <= a.Hi) {
				t.Errorf("shape %d of %d: %+v is not in order", i, k, a)
			}
		}
	}
}
