package quantile

import "math"

// studentT is the 97.5% quantile of Student's t distribution with df degrees
// of freedom, the factor of a two-sided 95% interval: 12.706 for 1, 2.262 for
// 9, falling to 1.960. It is NaN when df is below 1. The relative error is below 1e-10.
//
// The distribution function is the finite trigonometric series of Abramowitz
// and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4, solved by
// bisection. Beyond 500 degrees the expansion 26.7.5 is nearer than the
// series is cheap.
func studentT(df int) float64 {
	const normal = 1.959963984540054 // 97.5% quantile of the normal distribution
	switch {
	case df < 1:
		return math.NaN()
	case df > 500:
		return studentExpansion(normal, float64(df))
	}
	low, high := normal, 13.0 // 12.706 is the largest
	for range 60 {
		middle := (low + high) / 2
		if studentCentral(middle, df) < 0.95 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// studentCentral is the probability that |T| <= t for t >= 0, A(t|df) in 26.7.3
// and 26.7.4.
func studentCentral(t float64, df int) float64 {
	theta := math.Atan(t / math.Sqrt(float64(df)))
	sin, cos := math.Sincos(theta)
	if df == 1 {
		return 2 * theta / math.Pi
	}
	if df%2 == 1 {
		term, sum := cos, cos
		for i := 3; i <= df-2; i += 2 {
			term *= cos * cos * float64(i-1) / float64(i)
			sum += term
		}
		return 2 / math.Pi * (theta + sin*sum)
	}
	term, sum := 1.0, 1.0
	for i := 2; i <= df-2; i += 2 {
		term *= cos * cos * float64(i-1) / float64(i)
		sum += term
	}
	return sin * sum
}

// studentExpansion is the quantile of the t distribution from that of the
// normal one, 26.7.5.
func studentExpansion(x, df float64) float64 {
	x2 := x * x
	g1 := x * (x2 + 1) / 4
	g2 := x * ((5*x2+16)*x2 + 3) / 96
	g3 := x * (((3*x2+19)*x2+17)*x2 - 15) / 384
	g4 := x * ((((79*x2+776)*x2+1482)*x2-1920)*x2 - 945) / 92160
	return x + (g1+(g2+(g3+g4/df)/df)/df)/df
}
