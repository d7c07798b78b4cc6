package reportx

import (
	"fmt"
	"strings"
	"testing"
)

// drifting are runs of both sides whose values rise from pair to pair, so that pairs which are shifted by one seem changed.
func drifting(k int, line func(run int, value float64) string) (lines []string) {
	value := 1000.0
	for i := range k {
		lines = append(lines, line(i, value))
		value *= 1.3
	}
	return lines
}

// A run that cannot be read takes its neighbour with it.
func TestPairsOfLostRuns(t *testing.T) {
	result := func(_ int, v float64) string { return fmt.Sprintf("BenchmarkX-2 100 %.0f ns/op", v) }
	series := func(i int, v float64) string {
		return fmt.Sprintf(`{"id":"x@%d","ns":[%s%.0f]}`, i, strings.Repeat(fmt.Sprintf("%.0f,", v), 1999), v)
	}
	numbers := func(_ int, v float64) string { return strings.Repeat(fmt.Sprintf("%.0f\n", v), 2000) }
	for _, c := range []struct {
		name string
		line func(int, float64) string
		lost string // in the place of the third run of the new side
	}{
		{"NaN", result, "BenchmarkX-2 100 NaN ns/op"},
		{"negative", result, "BenchmarkX-2 100 -5 ns/op"},
		{"no iterations", result, "BenchmarkX-2 0 5 ns/op"},
		{"cut off", result, "BenchmarkX-2 100 5"},
		{"something printed", result, "BenchmarkX-2 hello\t100 5 ns/op"},
		{"negative series", series, `{"id":"x@2","ns":[1,-1]}`},
		{"NaN in a series", series, `{"id":"x@2","ns":[1,NaN]}`},
		{"empty series", series, `{"id":"x@2","ns":[]}`},
		{"numbers that are none", numbers, "NaN\n"},
	} {
		old, new := drifting(10, c.line), drifting(10, c.line)
		new[2] = c.lost
		sides := [2]Side{resultSide("x", strings.Join(old, "\n")+"\n"), resultSide("x", strings.Join(new, "\n")+"\n")}
		got := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{50}}, sides[0], sides[1])
		d := got.Differences[0]
		if len(d.Changes) != 1 || d.Changes[0].Runs != 9 || d.Changes[0].Verdict != "same" || d.Changes[0].Ratio != 1 {
			t.Errorf("%s: %+v %+v", c.name, d.Notes, d.Changes)
		}
		if !strings.Contains(strings.Join(d.Notes, "\n"), "1 of 19 runs left out") {
			t.Errorf("%s: %q", c.name, d.Notes)
		}
	}
}

// Which of ten runs five were neighbours of nobody knows.
func TestPairsOfUnequalSides(t *testing.T) {
	old, new := resultSide("old", linesOf(10, 100, "ns/op")), resultSide("new", linesOf(5, 150, "ns/op"))
	const want = "10 runs of old and 5 of new: which of them were neighbours is not known"
	c := compareSides(t, CompareOptions{Pairing: PairByOrder}, old, new)
	if d := c.Differences[0]; d.Paired || !strings.Contains(strings.Join(d.Notes, "\n"), want) {
		t.Errorf("%+v", d)
	}
	o := limitOf(t, "ns/op=+10%")
	o.Pairing = PairByOrder
	if _, err := NewGate(old, new, o); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v", err)
	}
	o = limitOf(t, "ns/op=1ms") // does not depend on pairs
	o.Pairing = PairByOrder
	if _, err := NewGate(old, new, o); err != nil {
		t.Error(err)
	}
}
