package reportx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// trialRuns are runs of BenchmarkA, which is slower by factor on that side, and of BenchmarkB.
func trialRuns(seed uint64, k int, factor float64) string {
	rng := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	for range k {
		fmt.Fprintf(&b, "BenchmarkA 100 %.4f p99-ns/op\n", 1000*factor*(1+0.01*rng.NormFloat64()))
		fmt.Fprintf(&b, "BenchmarkB 100 %.4f p99-ns/op\n", 1000*(1+0.01*rng.NormFloat64()))
	}
	return b.String()
}

// find is the change of the only statistic of a benchmark.
func find(t *testing.T, c *Comparison, name string) *Change {
	t.Helper()
	for _, d := range c.Differences {
		if d.Name == name {
			return d.Changes[0]
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// Ten pairs flag a change, and ten fresh ones of that benchmark decide about it.
func TestConfirm(t *testing.T) {
	only := func(name, text string) string {
		var b strings.Builder
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, name+" ") {
				b.WriteString(line)
			}
		}
		return b.String()
	}
	old, new := trialRuns(1, 10, 1), trialRuns(2, 10, 1.3)
	o := GateOptions{Pairing: PairByOrder}
	screened, err := Screen(resultSide("old", old), resultSide("new", new), o)
	if err != nil {
		t.Fatal(err)
	}
	if a := find(t, screened, "BenchmarkA"); a.Flagged != "worse" || a.Verdict != "unsure" || a.Confirmed || screened.Gate.Flagged != 1 || !screened.Gate.Passed {
		t.Errorf("screened: %+v", a)
	}
	if b := find(t, screened, "BenchmarkB"); b.Flagged != "" || b.Verdict != "same" {
		t.Errorf("screened: %+v", b)
	}
	for _, c := range []struct {
		name       string
		freshPairs int
		factor     float64 // of the fresh runs
		want, why  string
		confirmed  bool
	}{
		{"the change is there again", 10, 1.3, "worse", "", true},
		{"it was luck", 10, 1, "unsure", "seemed worse, which fresh pairs did not confirm", false},
		{"five pairs cannot be significant", 5, 1.3, "unsure", "undecidable: 5 pairs", false},
		{"no fresh pairs", 0, 1, "unsure", "no fresh pairs", false},
	} {
		moreOld, moreNew := only("BenchmarkA", trialRuns(3, c.freshPairs, 1)), only("BenchmarkA", trialRuns(4, c.freshPairs, c.factor))
		got, err := Confirm(resultSide("old", old+moreOld), resultSide("new", new+moreNew),
			[2]Side{resultSide("old", moreOld), resultSide("new", moreNew)}, screened, o)
		if err != nil {
			t.Fatal(err)
		}
		a := find(t, got, "BenchmarkA")
		if a.Verdict != c.want || !strings.Contains(a.Why, c.why) || a.Confirmed != c.confirmed || a.Flagged != "worse" || a.Runs != 10+c.freshPairs {
			t.Errorf("%s: %+v", c.name, a)
		}
		if got.Gate.Passed != (c.want != "worse") {
			t.Errorf("%s: passed %v", c.name, got.Gate.Passed)
		}
		if b := find(t, got, "BenchmarkB"); b.Verdict != "same" || b.Confirmed {
			t.Errorf("%s: %+v", c.name, b)
		}
		var text strings.Builder
		if err := got.WriteJSON(&text); err != nil || strings.Contains(text.String(), `"confirmed": true`) != c.confirmed {
			t.Errorf("%s: %v\n%s", c.name, err, text.String())
		}
	}
	none, err := Confirm(resultSide("old", old), resultSide("new", new), [2]Side{}, screened, o)
	if err != nil || find(t, none, "BenchmarkA").Verdict != "unsure" {
		t.Errorf("no fresh sides: %v", err)
	}
}

// Budgets are decided from all runs and need no fresh ones.
func TestConfirmBudget(t *testing.T) {
	limit, err := ParseLimit("BenchmarkA:p99=1us")
	if err != nil {
		t.Fatal(err)
	}
	old, new := resultSide("old", trialRuns(1, 10, 1)), resultSide("new", trialRuns(2, 10, 1.3))
	o := GateOptions{Limits: []Limit{limit}, NewOnly: true}
	screened, err := Screen(old, new, o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Confirm(old, new, [2]Side{}, screened, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Comparison{screened, got} {
		if a := find(t, c, "BenchmarkA"); a.Verdict != "worse" || a.Flagged != "" || c.Gate.Passed {
			t.Errorf("%+v", a)
		}
	}
}

// Fresh runs have to be pairs like the others.
func TestConfirmOrder(t *testing.T) {
	old, new := resultSide("old", trialRuns(1, 10, 1)), resultSide("new", trialRuns(2, 10, 1.3))
	screened, err := Screen(old, new, GateOptions{Pairing: PairByOrder})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range allRuns(old, new) {
		r.Pair = i%10 + 1
	}
	fresh := [2]Side{old, old}
	fresh[1].Results = resultSide("new", "").Results
	if _, err := Confirm(old, new, fresh, screened, GateOptions{Pairing: PairByNumber}); err != nil {
		t.Errorf("fresh runs without a benchmark in common: %v", err)
	}
	var order *OrderError
	if _, err := Screen(old, new, GateOptions{}); !errors.As(err, &order) {
		t.Errorf("runs whose order is not known: %v", err)
	}
}

// allRuns are the runs of the sides by benchmark.
func allRuns(sides ...Side) (runs []*Run) {
	for _, s := range sides {
		for _, b := range s.Results.Benchmarks {
			runs = append(runs, b.Runs...)
		}
	}
	return runs
}

// A run that is lost drops its pair, and no other.
func TestPairByNumber(t *testing.T) {
	old, new := resultSide("old", trialRuns(1, 10, 1)), resultSide("new", trialRuns(2, 10, 1))
	for i, r := range allRuns(old, new) {
		r.Pair = i%10 + 1
	}
	a := old.Results.Benchmarks[0]
	a.Runs = append(a.Runs[:3:3], a.Runs[4:]...) // pair 4
	new.Results.Benchmarks[0].Runs[7].Pair = 0   // pair 8
	c := compareSides(t, CompareOptions{Pairing: PairByNumber}, old, new)
	if got := find(t, c, "BenchmarkA"); got.Runs != 8 || got.runs[0][3] != a.Runs[3].Metrics[0].Value || got.runs[1][3] != new.Results.Benchmarks[0].Runs[4].Metrics[0].Value {
		t.Errorf("%+v", got)
	}
	if got := find(t, c, "BenchmarkB"); got.Runs != 10 {
		t.Errorf("%+v", got)
	}
}
