package reportx

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
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
		{"onoonno", Interleaved, [][2]int{{2, 1}, {3, 2}}, "the first pair lost its new run, or the second"},
		{"noononoon", Interleaved, [][2]int{{0, 0}, {4, 3}}, "the second pair lost a run, or the third, or the fourth"},
		{"onnoonnoono", Interleaved, [][2]int{{0, 0}, {1, 1}, {2, 2}, {3, 3}}, "one of the last two pairs lost a run"},
		{"noonnnonoon", Interleaved, [][2]int{{0, 0}, {1, 1}, {2, 3}, {3, 4}, {4, 5}}, "the third pair lost its old run"},
		{"nonononon", FixedOrder, [][2]int{{0, 0}, {1, 1}, {2, 2}, {3, 3}}, "old always first, and the first one lost: nothing was drawn"},
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

// What is certain is what all choices of as many pairs have in common: by trying them all.
func TestMatching(t *testing.T) {
	for n := range 11 {
		for bits := range 1 << n {
			runs := make([]timedRun, n)
			for i := range runs {
				runs[i] = timedRun{&Run{}, bits >> i & 1, i}
			}
			all := choices(runs, 0)
			most, certain := 0, []int(nil)
			for _, c := range all {
				most = max(most, len(c))
			}
			for i := range n {
				in := 0
				for _, c := range all {
					if len(c) == most && !slices.Contains(c, i) {
						in--
					}
				}
				if in == 0 && most > 0 {
					certain = append(certain, i)
				}
			}
			got := matching(runs)
			if len(got.most) != most || !slices.Equal(got.certain, certain) {
				t.Fatalf("%0*b from the right: %+v, want %d pairs, %v for certain", n, bits, got, most, certain)
			}
		}
	}
}

// choices are all sets of pairs of neighbours, by their first runs, of those from i on.
func choices(runs []timedRun, i int) [][]int {
	if i+1 >= len(runs) {
		return [][]int{nil}
	}
	all := choices(runs, i+1)
	if runs[i].side != runs[i+1].side {
		for _, c := range choices(runs, i+2) {
			all = append(all, append([]int{i}, c...))
		}
	}
	return all
}

// The files of plateau ab say which runs belong together, where a lost run leaves it open.
func TestArrangeNamed(t *testing.T) {
	named := func(format string, old, new []int) ([]*Run, []*Run) {
		a, b := lay("noononoon") // the third pair has lost its new run
		for side, runs := range [][]*Run{a, b} {
			for i, r := range runs {
				r.File = fmt.Sprintf(format, [][]int{old, new}[side][i])
			}
		}
		return a, b
	}
	for _, c := range []struct {
		why, format string
		old, new    []int
		want        [][2]int
	}{
		{"ab", "x/%04d-00-store.bench", []int{1, 2, 3, 4, 5}, []int{1, 2, 4, 5}, [][2]int{{0, 0}, {1, 1}, {3, 2}, {4, 3}}},
		{"other names", "x/%d.bench", []int{1, 2, 3, 4, 5}, []int{1, 2, 4, 5}, [][2]int{{0, 0}, {4, 3}}},
		{"runs of a number that are no neighbours", "x/%04d-00-store.bench", []int{1, 2, 3, 4, 5}, []int{2, 1, 4, 5}, [][2]int{{0, 0}, {4, 3}}},
		{"a number twice on a side", "x/%04d-00-store.bench", []int{1, 2, 3, 4, 4}, []int{1, 2, 5, 6}, [][2]int{{0, 0}, {4, 3}}},
	} {
		old, new := named(c.format, c.old, c.new)
		order, pairs := arrange(old, new)
		if order != Interleaved || !cmp.Equal(pairs, c.want) {
			t.Errorf("%s: %s, %v, want %v", c.why, order, pairs, c.want)
		}
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

// What is left out is said.
func TestArrangeNote(t *testing.T) {
	service := newService(3, 1000, 0.01)
	sides := service.pairs(10, 1).sides()
	b := sides[1].Results.Benchmarks[0]
	b.Runs = append(b.Runs[:4:4], b.Runs[5:]...)
	c := compareSides(t, CompareOptions{}, sides[:]...)
	const want = "no certain neighbour on the other side"
	if d := c.Differences[0]; d.Order != Interleaved || !slices.ContainsFunc(d.Notes, func(n string) bool { return strings.Contains(n, want) }) {
		t.Errorf("%s, %q", d.Order, d.Notes)
	}
}
