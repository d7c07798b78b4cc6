package verdict

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/quantity"
)

// Verdict is the answer about one [Test].
type Verdict string

const (
	Same   Verdict = "same"   // any change is smaller than the limit: the interval lies within
	Better Verdict = "better" // significant, and the estimates reach the limit
	Worse  Verdict = "worse"  // likewise
	Unsure Verdict = "unsure" // none of these: the runs are too few or too noisy to say
)

// Judgement is a verdict and its grounds.
type Judgement struct {
	Verdict Verdict

	// Flagged is the direction in which screening suspects a change, Worse or
	// Better; "" for none. Only those are worth fresh pairs.
	Flagged Verdict
	// Confirmed is whether fresh pairs were significant in that direction.
	Confirmed bool

	// P is the one-sided p-value in the direction of the estimate, Adjusted the same
	// after Holm's adjustment over its family, the one that decides. After
	// confirmation both are those of the fresh pairs; Adjusted is 1 for what is in no family.
	P, Adjusted float64

	// Detectable is the smallest change, as a ratio above 1, that this noise can tell from none, NaN when unknown, and Needed
	// about how many runs a side would show one of the limit, 0 when unknown.
	Detectable float64
	Needed     int

	// Harmless is whether the interval excludes a change for the worse of the
	// limit or more, or with a limit of 1 any at all. It is true of many that are unsure only about the better.
	Harmless bool

	// Undecidable is whether so few runs cannot be significant, in either direction and whatever they
	// show, beside what the other tests show: not even the least p-value they can have passes its step of Holm's.
	Undecidable bool

	// Why says why the verdict is Unsure, "" if it is not.
	Why string
}

// Judge decides tests from their runs alone, two files say: the verdict is Worse when
// the p-value for the worse is at most 2.5% after Holm's adjustment over all
// tests that can be decided, and the estimates reach the limit: that of the runs, and the
// pooled one unless the whole interval of the runs lies beyond the limit. Better
// is the mirror image, with 2.5% of its own. Otherwise it is Same when the interval excludes changes
// of the limit in both directions, else Unsure. With a limit of 1 nothing lies within, and it is
// Same when the interval holds nothing but no change, which takes pairs of equal values.
//
// Of all tests of a program with itself in one call, any is Worse in at most
// 2.5% of calls, if the order of the runs of a pair was random. The judgements are in the order of
// the tests.
func Judge(tests []Test) []Judgement {
	judgements, gated := describe(tests)
	leasts := make([]float64, len(gated))
	for j, i := range gated {
		leasts[j] = tests[i].Change.Least
		judgements[i].Undecidable = true
	}
	for d := toWorse; d <= toBetter; d++ {
		ps := make([]float64, len(gated))
		for j, i := range gated {
			ps[j] = tests[i].facing(tests[i].Change, d).Up
		}
		for j, can := range reachable(ps, leasts, familyError) {
			g := &judgements[gated[j]]
			g.Undecidable = g.Undecidable && !can
		}
		for j, adjusted := range Holm(ps) {
			i := gated[j]
			t, g := &tests[i], &judgements[i]
			if t.leans(d) {
				g.P, g.Adjusted = ps[j], adjusted
			}
			if adjusted <= familyError && t.reaches(d) {
				g.Verdict = d.verdict()
			}
		}
	}
	for _, i := range gated {
		t, g := &tests[i], &judgements[i]
		if g.Undecidable {
			g.Why = t.Change.undecidable(len(gated))
		}
		t.settle(g, true)
	}
	return judgements
}

// leans reports whether the estimate lies in the direction; none is taken for worse.
func (t *Test) leans(d direction) bool {
	x := t.facing(t.Change, d).shift.Estimate
	return x > 0 || x == 0 && d == toWorse
}

// describe makes judgements without a verdict, and lists the tests that can be decided.
func describe(tests []Test) (judgements []Judgement, gated []int) {
	judgements = make([]Judgement, len(tests))
	for i := range tests {
		t, g := &tests[i], &judgements[i]
		g.P, g.Adjusted = 1, 1
		g.Detectable = t.Change.Detectable()
		g.Needed = t.Change.Needed(math.Exp(t.limit()))
		if g.Why = t.undecided(); g.Why != "" {
			g.Verdict = Unsure
			continue
		}
		g.Harmless = t.below(t.harm(t.Change))
		gated = append(gated, i)
	}
	return judgements, gated
}

// settle gives a verdict to what is neither worse nor better, and takes one
// back that a single suspect pair decides.
func (t *Test) settle(g *Judgement, pooled bool) {
	if t.hinges(pooled) {
		g.Verdict, g.Why = Unsure, "a suspect run decides: without it the change lies on the other side of the limit"
		return
	}
	if g.Verdict != "" {
		g.Why = ""
		return
	}
	if t.below(t.Change) && t.below(t.Change.inverted()) {
		g.Verdict, g.Why, g.Undecidable = Same, "", false
		return
	}
	g.Verdict = Unsure
	if g.Why == "" {
		g.Why = t.noise(g)
	}
}

// noise says what so noisy runs can show.
func (t *Test) noise(g *Judgement) string {
	c, limit := t.Change, 100*(math.Exp(t.limit())-1)
	switch {
	case !c.Interval:
		return fmt.Sprintf("%d %s give no interval", c.Runs, c.unit())
	case limit == 0:
		return fmt.Sprintf("the %s differ in no certain direction, and a limit of +0%% leaves no room for that", c.unit())
	case g.Needed == 0:
		return fmt.Sprintf("no certain change with %d %s of this noise", c.Runs, c.unit())
	case !(c.halfWidth() <= t.limit()):
		return fmt.Sprintf("%d %s of this noise show changes from %.2g%% on; about %d would show %.3g%%",
			c.Runs, c.unit(), 100*(g.Detectable-1), g.Needed, limit)
	case math.Abs(c.shift.Estimate) < t.limit():
		return fmt.Sprintf("the change may lie on either side of the limit of %.3g%%", limit)
	case !t.reaches(toWorse) && !t.reaches(toBetter):
		return fmt.Sprintf("the %s reach the limit of %.3g%%, all samples together do not", c.unit(), limit)
	}
	return fmt.Sprintf("the change reaches the limit of %.3g%%, but is not significant", limit)
}

func (c Change) unit() string {
	if c.Unpaired {
		return "runs a side"
	}
	return "pairs"
}

// undecidable says how many runs m tests would need.
func (c Change) undecidable(m int) string {
	if c.Unpaired {
		return fmt.Sprintf("undecidable: %s a side cannot be significant among %s; use -count %d", quantity.Of(c.Runs, "run"), quantity.Of(m, "test"), LeastRuns(m))
	}
	if c.Zeros > 0 && c.Runs >= LeastPairs(m) {
		return fmt.Sprintf("undecidable: only %d of %d pairs differ at all, and %d must", c.Runs-c.Zeros, c.Runs, LeastPairs(m))
	}
	return fmt.Sprintf("undecidable: %s cannot be significant among %s; use -count %d", quantity.Of(c.Runs, "pair"), quantity.Of(m, "test"), LeastPairs(m))
}
