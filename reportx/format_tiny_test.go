package reportx

import "testing"

// Numbers next to nothing are written with an exponent, and not with hundreds of zeros.
func TestFormatTiny(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{formatMetric(1e-320, "ns/op"), "1e-320ns"}, {formatMetric(1e-320, "B/op"), "1e-320"}, {formatMetric(1e-320, "x"), "1e-320"}, {formatMetric(0, "B/op"), "0"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}
