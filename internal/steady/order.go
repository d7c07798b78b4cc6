package steady

import "math"

// An ordinal is a number in the order of the float64 that it stands for. The least and the greatest of two integers cost a
// fraction of those of two floats, which have to mind NaN and the sign of zero, and no branch that cannot be predicted.
type ordinal int64

// ordinalOf is the ordinal of x, which is not NaN. That of -0 is below that of 0.
func ordinalOf(x float64) ordinal { return ordinal(math.Float64bits(x)).flip() }

func (o ordinal) float() float64 { return math.Float64frombits(uint64(o.flip())) }

// flip turns the magnitude around where the sign is set; it is its own inverse.
func (o ordinal) flip() ordinal { return o ^ ordinal(uint64(o>>63)>>1) }

// median5 is the median of five values, none of them NaN.
func median5(v *[5]float64) float64 {
	v0, v1, v2, v3 := ordinalOf(v[0]), ordinalOf(v[1]), ordinalOf(v[2]), ordinalOf(v[3])
	a, b := min(v0, v1), max(v0, v1)
	c, d := min(v2, v3), max(v2, v3)
	// Neither the least nor the greatest of the four is the median: it is that of the other two and the fifth.
	lo, hi := max(a, c), min(b, d)
	return median3(lo, hi, ordinalOf(v[4])).float()
}

func median3(a, b, c ordinal) ordinal {
	return max(min(a, b), min(max(a, b), c))
}

// medianOfThree replaces each inner value by the median of it and its neighbours: a single odd entry is no change of level.
func medianOfThree(ys []float64) {
	if len(ys) < 3 {
		return
	}
	a, b := ordinalOf(ys[0]), ordinalOf(ys[1])
	for i, y := range ys[2:] {
		c := ordinalOf(y)
		ys[i+1] = median3(a, b, c).float()
		a, b = b, c
	}
}
