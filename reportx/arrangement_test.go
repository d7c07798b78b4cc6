package reportx

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// lay makes runs of two sides from their order in time: o old, n new, a capital letter in the process
// of the run before it.
func lay(order string) (old, new []*Run) {
	process := 0
	for i, c := range order {
		if c == 'o' || c == 'n' {
			process++
		}
		r := &Run{Process: strconv.Itoa(process), Start: time.Unix(int64(1000+i), 0)}
		if c == 'o' || c == 'O' {
			old = append(old, r)
		} else {
			new = append(new, r)
		}
	}
	return old, new
}

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		runs  string
		want  Order
		pairs [][2]int
		why   string
	}{
		{"", Sequential, nil, "nothing"},
		{"on", Interleaved, [][2]int{{0, 0}}, "one pair has no order to speak of"},
		{"onno", Interleaved, [][2]int{{0, 0}, {1, 1}}, "either side first"},
		{"onon", FixedOrder, [][2]int{{0, 0}, {1, 1}}, "old always first"},
		{"nonono", FixedOrder, [][2]int{{0, 0}, {1, 1}, {2, 2}}, "new always first"},
		{"oonn", Sequential, nil, "one after the other, the two in the middle apart"},
		{"ooooonnnnn", Sequential, nil, "one after the other"},
		{"oooonnnnoooonnnn", Sequential, nil, "in blocks"},
		{"onoonno", Interleaved, [][2]int{{0, 0}, {2, 1}, {3, 2}}, "the second pair lost its new run"},
		{"oooo", Sequential, nil, "one side only"},
		{"oNno", SameRuns, nil, "two sides in a process"},
		{"oOnN", SharedProcess, nil, "-count 2"},
	} {
		old, new := lay(c.runs)
		got, pairs := arrange(old, new)
		if got != c.want {
			t.Errorf("%s (%s): %s, want %s", c.runs, c.why, got, c.want)
		}
		if d := cmp.Diff(c.pairs, pairs); d != "" {
			t.Errorf("%s (%s): pairs (-want +got)\n%s", c.runs, c.why, d)
		}
	}
	old, new := lay("onno")
	if got, _ := arrange(old, old); got != SameRuns {
		t.Errorf("a side with itself: %s", got)
	}
	new[1].Start = time.Time{}
	if got, _ := arrange(old, new); got != UnknownOrder {
		t.Errorf("a run without a start: %s", got)
	}
}

// Runs are put in the order of their starts, whatever the order of reading.
func TestArrangeAnyOrder(t *testing.T) {
	old, new := lay("onnoon")
	new[0], new[2] = new[2], new[0]
	_, pairs := arrange(old, new)
	if d := cmp.Diff([][2]int{{0, 2}, {1, 1}, {2, 0}}, pairs); d != "" {
		t.Error(d)
	}
}
