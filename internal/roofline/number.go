package roofline

import "math"

// known says that a quantity is a positive number: 0 stands for what is unknown, and what is negative, infinite or no
// number is taken as unknown too.
func known(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// ratio is a/b, or 0 where one of them or the result is unknown or beyond what a float64 holds.
func ratio(a, b float64) float64 {
	if !known(a) || !known(b) {
		return 0
	}
	if q := a / b; known(q) {
		return q
	}
	return 0
}
