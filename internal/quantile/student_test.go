package quantile

import (
	"math"
	"testing"
)

// TestStudentT compares with the table of the NIST/SEMATECH e-Handbook of
// Statistical Methods, 1.3.6.7.2, column 0.975, printed to three decimals.
func TestStudentT(t *testing.T) {
	for df, want := range map[int]float64{
		1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228,
		11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 16: 2.120, 17: 2.110, 18: 2.101, 19: 2.093, 20: 2.086,
		21: 2.080, 22: 2.074, 23: 2.069, 24: 2.064, 25: 2.060, 26: 2.056, 27: 2.052, 28: 2.048, 29: 2.045, 30: 2.042,
		40: 2.021, 50: 2.009, 60: 2.000, 70: 1.994, 80: 1.990, 90: 1.987, 100: 1.984, 100_000_000: 1.960,
	} {
		if got := studentT(df); math.Abs(got-want) > 0.0005 {
			t.Errorf("t[%d] = %.6f, want %.3f", df, got, want)
		}
	}
	for _, df := range []int{0, -1} {
		if got := studentT(df); !math.IsNaN(got) {
			t.Errorf("t[%d] = %v, want NaN", df, got)
		}
	}
}

// TestStudentTClosed has the two distributions with a closed inverse for witness.
func TestStudentTClosed(t *testing.T) {
	for df, want := range map[int]float64{
		1: math.Tan(0.475 * math.Pi),
		2: 0.95 * math.Sqrt(2/(1-0.95*0.95)),
	} {
		if got := studentT(df); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("t[%d] = %.15f, want %.15f", df, got, want)
		}
	}
}

// TestStudentTJoint is where the series hands over to the expansion.
func TestStudentTJoint(t *testing.T) {
	expansion, series := studentExpansion(1.959963984540054, 500), studentT(500)
	if math.Abs(expansion/series-1) > 1e-10 {
		t.Errorf("t[500] = %.15f by expansion, %.15f by series", expansion, series)
	}
	for df := 2; df < 1000; df++ {
		if studentT(df) >= studentT(df-1) {
			t.Fatalf("t[%d] = %v is not below t[%d] = %v", df, studentT(df), df-1, studentT(df-1))
		}
	}
}
