package reportx

import (
	"slices"
	"strings"
	"testing"
)

// What cannot be in a ratio is said, and so is a clock that stood still.
func TestCompareOddValues(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"negative", "BenchmarkX 1 -5 delta/op\nBenchmarkX 1 5 delta/op\n", "2 negative values of delta/op take no part"},
		{"all zero", "0\n0\n0\n", "no time was measured: every sample is 0"},
	} {
		d := compareSides(t, CompareOptions{}, resultSide("in", c.in), resultSide("in", c.in)).Differences[0]
		if !slices.ContainsFunc(d.Notes, func(n string) bool { return strings.Contains(n, c.want) }) {
			t.Errorf("%s: notes %q, want %q", c.name, d.Notes, c.want)
		}
	}
}
