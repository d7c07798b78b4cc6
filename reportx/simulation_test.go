package reportx

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// The simulations compare sides whose truth is known, through all that a comparison of files goes through but
// the reading. Asked for by name and with -v, as in
//
//	go test ./reportx -run Simulation -v
//
// they make as many comparisons as the tables of docs/comparing.md have, which takes minutes; otherwise
// they are brief and guard against what would be wrong by far.

// effort is how many comparisons are made.
func effort(tables, brief int) int {
	asked := flag.Lookup("test.run")
	if testing.Verbose() && asked != nil && strings.Contains(asked.Value.String(), "Simulation") {
		return tables
	}
	return brief
}

// simulate is effort for a test that takes long with so many, and then goes on beside others.
func simulate(t *testing.T, tables, brief int) int {
	t.Helper()
	n := effort(tables, brief)
	if n == tables {
		t.Parallel()
	}
	return n
}

// inMemory is samples in ns.
type inMemory []int64

func (m inMemory) blocks(yield func([]int64, float64) bool) error {
	var buf [4096]int64
	for rest := m; len(rest) > 0; {
		n := copy(buf[:], rest)
		if rest = rest[n:]; !yield(buf[:n], 1000) {
			break
		}
	}
	return nil
}

// pairsOf are two sides of a benchmark whose runs were interleaved in fresh processes; of pair i the old
// run came first where oldFirst says so.
type pairsOf struct {
	old, new []inMemory
	oldFirst []bool
}

// and is the pairs followed by others.
func (p pairsOf) and(q pairsOf) pairsOf {
	join := func(a, b []inMemory) []inMemory { return append(append([]inMemory(nil), a...), b...) }
	return pairsOf{join(p.old, q.old), join(p.new, q.new), append(append([]bool(nil), p.oldFirst...), q.oldFirst...)}
}

// addTo makes the runs a benchmark of the sides.
func (p pairsOf) addTo(name string, sides *[2]Side) {
	start := time.Unix(1_700_000_000, 0)
	for s, runs := range [2][]inMemory{p.old, p.new} {
		b := sides[s].Results.benchmark("", name)
		for i, samples := range runs {
			turn := s
			if !p.oldFirst[i] {
				turn = 1 - s
			}
			b.Runs = append(b.Runs, &Run{
				Process: fmt.Sprint(name, " ", i, " ", s), Start: start.Add(time.Duration(2*i+turn) * time.Second),
				Series: []*Series{{Batch: 1, Samples: Samples{n: int64(len(samples)), from: samples}}},
			})
		}
	}
}

func emptySides() [2]Side {
	return [2]Side{{"old", NewResults(ReadOptions{})}, {"new", NewResults(ReadOptions{})}}
}

// sides are those with one benchmark.
func (p pairsOf) sides() [2]Side {
	s := emptySides()
	p.addTo("BenchmarkX", &s)
	return s
}

// only is the change of a comparison that has one.
func only(t *testing.T, c *Comparison, err error) *Change {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Differences) != 1 || len(c.Differences[0].Changes) != 1 {
		t.Fatalf("%d differences", len(c.Differences))
	}
	return c.Differences[0].Changes[0]
}

// gated is the answer of a gate.
func (p pairsOf) gated(t *testing.T, o GateOptions) *Change {
	t.Helper()
	s := p.sides()
	c, err := NewGate(s[0], s[1], o)
	return only(t, c, err)
}

// confirmed is that of pairs in which fresh ones decide about what is flagged.
func (p pairsOf) confirmed(t *testing.T, fresh pairsOf, o GateOptions) *Change {
	t.Helper()
	s := p.sides()
	screened, err := Screen(s[0], s[1], o)
	ch := only(t, screened, err)
	if ch.Flagged == "" {
		return ch
	}
	all := p.and(fresh).sides()
	c, err := Confirm(all[0], all[1], fresh.sides(), screened, o)
	return only(t, c, err)
}

// limitOf is a gate with one limit.
func limitOf(t *testing.T, text string) GateOptions {
	t.Helper()
	l, err := ParseLimit(text)
	if err != nil {
		t.Fatal(err)
	}
	return GateOptions{Limits: []Limit{l}}
}

// answers counts answers.
type answers struct{ n, same, better, worse, unsure, flagged int }

func (c *answers) add(ch *Change) {
	c.n++
	switch verdict.Verdict(ch.Verdict) {
	case verdict.Same:
		c.same++
	case verdict.Better:
		c.better++
	case verdict.Worse:
		c.worse++
	case verdict.Unsure:
		c.unsure++
	}
	if ch.Flagged == "worse" {
		c.flagged++
	}
}

// false is the percentage of changes for the worse where there is none. Those for the better are changes for
// the worse with the sides swapped, and as likely.
func (c *answers) false() float64 { return percent(c.worse+c.better, 2*c.n) }

func percent(x, n int) float64 { return 100 * float64(x) / float64(n) }

// atMost and atLeast allow for three standard errors of n independent comparisons.
func atMost(t *testing.T, what string, got, want float64, n int) {
	t.Helper()
	if got > want+slack(want, n) {
		t.Errorf("%s: %.2f%%, want at most %v%%", what, got, want)
	}
}

func atLeast(t *testing.T, what string, got, want float64, n int) {
	t.Helper()
	if got < want-slack(want, n) {
		t.Errorf("%s: %.2f%%, want at least %v%%", what, got, want)
	}
}

func slack(want float64, n int) float64 { return 3 * math.Sqrt(want*(100-want)/float64(n)) }
