package steady

import (
	"math"
	"slices"
	"testing"
)

// Ordinals lie in the order of their numbers, and give them back.
func TestOrdinal(t *testing.T) {
	xs := []float64{
		math.Inf(-1), -math.MaxFloat64, -1e150, math.Nextafter(-1, -2), -1, -math.SmallestNonzeroFloat64, math.Copysign(0, -1),
		0, math.SmallestNonzeroFloat64, 1, math.Nextafter(1, 2), 1e150, math.MaxFloat64, math.Inf(1),
	}
	for i, x := range xs {
		if got := ordinalOf(x).float(); math.Float64bits(got) != math.Float64bits(x) {
			t.Errorf("%v came back as %v", x, got)
		}
		if i > 0 && ordinalOf(xs[i-1]) >= ordinalOf(x) {
			t.Errorf("the ordinal of %v is not below that of %v", xs[i-1], x)
		}
	}
}

func TestMedianOfThree(t *testing.T) {
	for _, c := range []struct{ ys, want []float64 }{
		{nil, nil},
		{[]float64{1}, []float64{1}},
		{[]float64{2, 1}, []float64{2, 1}},
		{[]float64{3, -1, 2}, []float64{3, 2, 2}},
		{[]float64{0, 9, 0, 0, -9, -9, 0}, []float64{0, 0, 0, 0, -9, -9, 0}}, // one odd value goes, two in a row stay
	} {
		got := slices.Clone(c.ys)
		medianOfThree(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v became %v, want %v", c.ys, got, c.want)
		}
	}
}
