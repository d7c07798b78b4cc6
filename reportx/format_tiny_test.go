package reportx

import "testing"

// Numbers next to nothing are written with an exponent, and not with hundreds of zeros.
func TestFormatTiny(t *testing.T) {
	for x, want := range map[float64]string{1e-320: "1e-320", 5e-324: "4.941e-324", -1.23456e-10: "-1.235e-10", 1e-9: "0.000000001", 0: "0"} {
		if got := significant(x, 4); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
	for _, c := range []struct{ got, want string }{
		{formatMetric(1e-320, "ns/op"), "1e-320ns"}, {formatMetric(1e-320, "B/op"), "1e-320"}, {formatMetric(1e-320, "x"), "1e-320"}, {formatMetric(0, "B/op"), "0"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
