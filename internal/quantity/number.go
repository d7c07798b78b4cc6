package quantity

import (
	"math"
	"strconv"
	"strings"
)

// Significant writes x with so many significant digits, 1 or more, with more where it has more
// before the point, and without trailing zeros: 0.25, 12345, 0 also for -0. It has an exponent from 1e15 on and below 1e-9.
func Significant(x float64, digits int) string {
	switch {
	case x == 0:
		return "0"
	case !plain(x):
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	s := strconv.FormatFloat(x, 'f', decimals(x, digits), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// plain reports whether a number is written without an exponent.
func plain(x float64) bool { return x == 0 || math.Abs(x) < 1e15 && math.Abs(x) >= 1e-9 }

// decimals is how many digits stand behind the point where there are so many significant ones in all.
func decimals(x float64, digits int) int { return max(0, digits-1-exponent(x, digits)) }

// exponent is the decimal exponent of a finite number that is rounded to so many digits: 9.9999 has that of 10.
func exponent(x float64, digits int) int {
	e := strconv.FormatFloat(x, 'e', digits-1, 64)
	n, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	return n
}

// Of is a number of things, without commas: 1 run, 2 runs. The plural of a thing is its name with an s.
func Of[N int | int64](n N, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.FormatInt(int64(n), 10) + " " + thing + "s"
}

// Count writes an integer with a comma before each group of three digits: 1,234,567.
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
