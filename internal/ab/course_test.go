package ab

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// measured is a journal of a package whose pairs took two seconds each, half of it for each of two benchmarks.
func measured(blocks ...Block) *Journal {
	j := &Journal{Blocks: blocks}
	for _, b := range blocks {
		for pair := b.From; pair <= b.To; pair++ {
			for _, side := range Sides() {
				j.Processes = append(j.Processes, &Process{Pkg: "p", Pair: pair, Side: side, Seconds: 1, Outcome: Fine,
					Took: map[string]float64{"A-2": 0.5, "B-2": 0.5}})
			}
		}
	}
	return j
}

func TestRule(t *testing.T) {
	first := Block{From: 1, To: 10}
	flagged := map[string][]string{"p": {"A"}}
	for _, c := range []struct {
		name string
		rule Rule
		see  Opinion
		want Block
		over bool
		note string
	}{
		{"the beginning", Rule{Count: 10, Journal: measured()}, Opinion{}, first, false, ""},
		{"nothing to be done", Rule{Count: 10, Journal: measured(first)}, Opinion{}, Block{}, true, ""},
		{"no time was given for doubts", Rule{Count: 10, Journal: measured(first)},
			Opinion{Doubts: []Doubt{{"p", "A", 10, 12}}}, Block{}, true, ""},
		{"a doubt that fits: half a pair of 2s is 1s for one of two, 15 more and 10 that confirm, and a tenth to spare", Rule{Count: 10, Journal: measured(first), Limited: true, Left: 27501 * time.Millisecond},
			Opinion{Doubts: []Doubt{{"p", "A", 10, 25}}}, Block{From: 11, To: 20, Only: flagged}, false, "10 more pairs of A"},
		{"one that does not", Rule{Count: 10, Journal: measured(first), Limited: true, Left: 27499 * time.Millisecond},
			Opinion{Doubts: []Doubt{{"p", "A", 10, 25}}}, Block{}, true, "about 25 pairs would tell"},
		{"the one that fits of two", Rule{Count: 10, Journal: measured(first), Limited: true, Left: 20 * time.Second},
			Opinion{Doubts: []Doubt{{"p", "B", 10, 500}, {"p", "A", 10, 14}}}, Block{From: 11, To: 14, Only: flagged}, false, "B is left unsure"},
		{"no number of pairs is known", Rule{Count: 10, Journal: measured(first), Limited: true, Left: time.Hour},
			Opinion{Doubts: []Doubt{{"p", "A", 10, 0}}}, Block{}, true, "no number of pairs is known"},
		{"too few for an interval", Rule{Count: 2, Journal: measured(Block{From: 1, To: 2}), Limited: true, Left: time.Hour},
			Opinion{Doubts: []Doubt{{"p", "A", 2, 0}}}, Block{From: 3, To: 4, Only: flagged}, false, ""},
		{"one is flagged", Rule{Count: 10, Journal: measured(first)},
			Opinion{Flagged: flagged, Tests: 1}, Block{From: 11, To: 25, Fresh: true, Only: flagged}, false, "15 fresh pairs of A"},
		{"one is flagged, and time is short", Rule{Count: 10, Journal: measured(first), Limited: true, Left: 14 * time.Second},
			Opinion{Flagged: flagged, Tests: 1}, Block{From: 11, To: 20, Fresh: true, Only: flagged}, false, "10 fresh pairs of A"},
		{"so many that more pairs are needed", Rule{Count: 6, Journal: measured(Block{From: 1, To: 6})},
			Opinion{Flagged: flagged, Tests: 20}, Block{From: 7, To: 22, Fresh: true, Only: flagged}, false, "16 fresh pairs"},
		{"no time to confirm", Rule{Count: 10, Journal: measured(first), Limited: true, Left: 10900 * time.Millisecond},
			Opinion{Flagged: flagged, Tests: 1}, Block{}, true, "no time is left to confirm A"},
		{"doubts come before confirmation", Rule{Count: 10, Journal: measured(first), Limited: true, Left: time.Hour},
			Opinion{Flagged: flagged, Tests: 1, Doubts: []Doubt{{"p", "B", 10, 15}}}, Block{From: 11, To: 15, Only: map[string][]string{"p": {"B"}}}, false, ""},
		{"one look", Rule{Count: 10, Journal: measured(first, Block{From: 11, To: 20, Fresh: true, Only: flagged}), Limited: true, Left: time.Hour},
			Opinion{Flagged: flagged, Tests: 1}, Block{}, true, ""},
	} {
		got, notes, ok := c.rule.Next(c.see)
		if !reflect.DeepEqual(got, c.want) || ok == c.over {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, ok, c.want)
		}
		if !strings.Contains(strings.Join(notes, "\n"), c.note) {
			t.Errorf("%s: %q", c.name, notes)
		}
	}
}

func TestLimit(t *testing.T) {
	s := &Subject{Pkg: "p", Benchmarks: [2][]string{{"A", "B"}, {"A"}}}
	trial := &Trial{Journal: new(Journal)}
	trial.Command.CPUs = 1
	check := func(what string, want time.Duration) {
		t.Helper()
		if got := trial.limit(s); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	check("nothing is known", 10*time.Minute)
	trial.Command.Benchtime = "1m"
	check("two benchmarks of a minute", 40*time.Minute)
	trial.Journal.Processes = []*Process{
		{Pkg: "p", Side: Base, Seconds: 0.1, Outcome: Crashed}, {Pkg: "p", Side: Head, Seconds: 0.2, Outcome: Failed},
	}
	check("what broke off says nothing of how long it takes", 40*time.Minute)
	trial.Journal.Processes = []*Process{
		{Pkg: "p", Side: Base, Seconds: 30, Outcome: Fine}, {Pkg: "p", Side: Head, Seconds: 600, Outcome: Hung},
		{Pkg: "q", Side: Base, Seconds: 900, Outcome: Fine}, {Pkg: "q", Side: Head, Seconds: 900, Outcome: Fine},
		{Pkg: "p", Pair: 1, Side: Head, Seconds: 900, Outcome: Fine}, // half of a pair
	}
	check("ten times the longest that ended", 5*time.Minute)
	trial.Journal.Processes[0].Seconds = 0.1
	check("not less than a minute", time.Minute)
	trial.Limit = time.Second
	check("as told", time.Second)
}

// A pair of some benchmarks takes what they take and what every process does, however many limits there are and however many pairs
// were of few benchmarks.
func TestTypical(t *testing.T) {
	pair := func(number int, seconds float64, outcome Outcome, took map[string]float64) (ps []*Process) {
		for _, side := range Sides() {
			ps = append(ps, &Process{Pkg: "p", Pair: number, Side: side, Seconds: seconds, Outcome: outcome, Took: took})
		}
		return ps
	}
	all := map[string]float64{"BenchmarkA-2": 1, "BenchmarkB/x-10-2": 2, "BenchmarkC-2": 6.5}
	j := &Journal{Processes: slices.Concat(
		pair(1, 10, Fine, all), pair(2, 10, Failed, all),
		pair(3, 600, Hung, map[string]float64{"BenchmarkA-2": 1}), pair(4, 0.1, Crashed, nil),
		pair(5, 1.5, Fine, map[string]float64{"BenchmarkA-2": 1}),
		pair(6, 1.5, Fine, map[string]float64{"BenchmarkA-2": 1})[:1], // half of a pair
	)}
	for _, c := range []struct {
		names []string
		want  time.Duration
	}{
		{nil, 20 * time.Second},
		{[]string{"BenchmarkA"}, 3 * time.Second},
		{[]string{"BenchmarkB/x-10"}, 5 * time.Second},
		{[]string{"BenchmarkB/x"}, time.Second}, // another one
		{[]string{"BenchmarkA", "BenchmarkC"}, 16 * time.Second},
	} {
		if got := j.typical("p", c.names); (got - c.want).Abs() > time.Microsecond {
			t.Errorf("%v: %s, want %s", c.names, got, c.want)
		}
	}
	if got := j.typical("q", nil); got != 0 {
		t.Errorf("of another package %s is known", got)
	}
}

func TestOutputTook(t *testing.T) {
	o, now := newOutput("p"), time.Unix(1e9, 0)
	for _, e := range []struct {
		name  string
		done  bool
		after time.Duration
	}{
		{"A-2", false, 5 * time.Second}, // starting is no benchmark's
		{"A-2", true, time.Second},
		{"B-2", false, time.Second}, // what lies between belongs to the next
		{"B-2", true, 2 * time.Second},
		{"A-2", true, time.Second},
	} {
		now = now.Add(e.after)
		o.time(e.name, e.done, now)
	}
	if want := map[string]float64{"A-2": 2, "B-2": 3}; !maps.Equal(o.took, want) {
		t.Errorf("%v, want %v", o.took, want)
	}
}
