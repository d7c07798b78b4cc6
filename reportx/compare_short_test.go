package reportx

import (
	"fmt"
	"strings"
	"testing"
)

// cutShort are k runs of about level ns, of which the first few have a single sample: the machine stalled as they began.
func cutShort(name string, k, few int, level float64) Side {
	var b strings.Builder
	for run := range k {
		fmt.Fprintf(&b, `{"id": "BenchmarkX@%d", "ns": [`, run)
		if run < few {
			b.WriteString("125000000")
		} else {
			for i := range 2000 {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, "%.0f", level+float64((i*7919+run*31)%97))
			}
		}
		b.WriteString("]}\n")
	}
	return resultSide(name, b.String())
}

// A run in ten that was cut short keeps nothing from being decided, and more of them do.
func TestCompareRunsCutShort(t *testing.T) {
	for _, c := range []struct {
		why           string
		k, oldS, newS int
		factor        float64
		want          string
	}{
		{"none", 20, 0, 0, 8, "worse"},
		{"one of twenty", 20, 1, 0, 8, "worse"},
		{"two of twenty", 20, 2, 0, 8, "worse"},
		{"of the new side", 20, 0, 2, 8, "worse"},
		{"for the better", 20, 1, 1, 1. / 8, "better"},
		{"without a change", 20, 1, 0, 1, "same"},
		{"three of twenty", 20, 3, 0, 8, "unsure"},
		{"one of nine", 9, 1, 0, 8, "unsure"},
		{"one of ten", 10, 0, 1, 8, "worse"},
	} {
		old, new := cutShort("old", c.k, c.oldS, 8000), cutShort("new", c.k, c.newS, 8000*c.factor)
		d := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{99}}, old, new).Differences[0]
		if got := d.Changes[0]; got.Verdict != c.want {
			t.Errorf("%s: %s, want %s: %s", c.why, got.Verdict, c.want, got.Why)
		}
	}
}
