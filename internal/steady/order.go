package steady

import "math"

// An ordinal is a number in the order of the float64 that it stands for. The least and the greatest of two integers cost a
// fraction of those of two floats, which have to mind NaN and the sign of zero, and no branch that cannot be predicted.
type ordinal int64

// ordinalOf is the ordinal of x, which is not NaN. That of -0 is below that of 0.
func ordinalOf(x float64) ordinal { return bitsOf(x).flip() }

// bitsOf is the ordinal of an x without a sign.
func bitsOf(x float64) ordinal { return ordinal(math.Float64bits(x)) }

func (o ordinal) float() float64 { return math.Float64frombits(uint64(o.flip())) }

// flip turns the magnitude around where the sign is set; it is its own inverse.
func (o ordinal) flip() ordinal { return o ^ ordinal(uint64(o>>63)>>1) }

// median5 is the median of five values, none of them NaN.
func median5(v *[5]float64) float64 {
	v0, v1, v2, v3, v4 := bitsOf(v[0]), bitsOf(v[1]), bitsOf(v[2]), bitsOf(v[3]), bitsOf(v[4])
	if v0|v1|v2|v3|v4 < 0 {
		v0, v1, v2, v3, v4 = v0.flip(), v1.flip(), v2.flip(), v3.flip(), v4.flip()
	}
	a, b := min(v0, v1), max(v0, v1)
	c, d := min(v2, v3), max(v2, v3)
	// Neither the least nor the greatest of the four is the median: it is that of the other two and the fifth.
	return median3(max(a, c), min(b, d), v4).float()
}

func median3(a, b, c ordinal) ordinal {
	return max(min(a, b), min(max(a, b), c))
}

// medianOfThree replaces each inner value, all of which are positive, by the median of it and its neighbours: a single odd entry is
// no change of level.
func medianOfThree(ys []float64) {
	if len(ys) < 3 {
		return
	}
	a, b := bitsOf(ys[0]), bitsOf(ys[1])
	for i, y := range ys[2:] {
		c := bitsOf(y)
		ys[i+1] = math.Float64frombits(uint64(median3(a, b, c)))
		a, b = b, c
	}
}
