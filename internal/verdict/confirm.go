package verdict

import (
	"fmt"
	"math"
)

// Screen looks at the pairs so far and flags the tests that seem to have changed: the p-value is at most
// 5%, unadjusted, and the estimates reach the limit as in [Judge]. It may be repeated while pairs are
// added, as nothing it says is final: no verdict is Worse or Better. What is flagged is
// Unsure until [Confirm] has fresh pairs. The judgements are in the order of the tests.
func Screen(tests []Test) []Judgement {
	judgements, gated := describe(tests)
	for _, i := range gated {
		t, g := &tests[i], &judgements[i]
		for d := toWorse; d <= toBetter; d++ {
			p := t.facing(t.Change, d).Up
			if t.leans(d) {
				g.P = p
			}
			if p <= screenError && t.reaches(d) {
				g.Flagged = d.verdict()
			}
		}
		t.settle(g, true)
		if g.Flagged != "" {
			g.Verdict, g.Why = Unsure, "seems "+string(g.Flagged)+", not confirmed"
		}
	}
	return judgements
}

// Look is what became of a test between [Screen] and [Confirm].
type Look struct {
	Flagged Verdict // as in the last Screen
	Fresh   Change  // of pairs measured after it and for it, a number fixed before; the zero value for none
}

// Confirm decides tests of which some were flagged in screening and measured again. tests
// are over all pairs, the fresh ones included, and looks[i] belongs to tests[i]. A verdict is Worse when
// the test was flagged as worse, its fresh pairs alone are significant at
// 2.5% after Holm's adjustment over all that were flagged as worse, and the estimate over all pairs
// reaches the limit; Better is the mirror image. The rest is Same or Unsure as in [Judge].
//
// The fresh pairs alone carry the error, so that of the tests of a program with itself any is Worse in
// at most 2.5% of calls however often was looked at before. They may be looked at once. A
// flagged test without fresh pairs counts in the adjustment and stays Unsure.
func Confirm(tests []Test, looks []Look) []Judgement {
	judgements, gated := describe(tests)
	for i := range looks {
		judgements[i].Flagged = looks[i].Flagged
	}
	for d := toWorse; d <= toBetter; d++ {
		confirm(tests, looks, judgements, d)
	}
	for _, i := range gated {
		t, g := &tests[i], &judgements[i]
		if g.Flagged == "" {
			g.P = t.Change.p(t)
		}
		t.settle(g, g.Flagged == "")
	}
	return judgements
}

// confirm decides the tests flagged in one direction.
func confirm(tests []Test, looks []Look, judgements []Judgement, d direction) {
	var flagged []int
	var ps, leasts []float64
	for i := range looks {
		if looks[i].Flagged != d.verdict() {
			continue
		}
		p, least := 1.0, 1.0
		if looks[i].Fresh.Runs > 0 {
			p, least = tests[i].facing(looks[i].Fresh, d).Up, looks[i].Fresh.Least
		}
		flagged, ps, leasts = append(flagged, i), append(ps, p), append(leasts, least)
	}
	can := reachable(ps, leasts, familyError)
	for j, adjusted := range Holm(ps) {
		i := flagged[j]
		t, g, fresh := &tests[i], &judgements[i], looks[i].Fresh
		g.P, g.Adjusted = ps[j], adjusted
		g.Confirmed = adjusted <= familyError
		g.Undecidable = fresh.Runs > 0 && !can[j]
		switch {
		case fresh.Runs == 0:
			g.because("seems " + string(g.Flagged) + ", not confirmed: no fresh pairs")
		case g.Undecidable:
			g.because(fresh.undecidable(len(flagged)))
		case !g.Confirmed:
			g.because("seemed " + string(g.Flagged) + ", which fresh pairs did not confirm: " + fresh.shown())
		}
		if g.Confirmed && g.Verdict == "" && t.facing(t.Change, d).shift.Estimate >= t.limit() {
			g.Verdict = d.verdict()
		}
	}
}

// shown is what pairs gave by themselves.
func (c Change) shown() string {
	percent := func(x float64) string {
		if math.IsInf(x, 1) {
			return "no bound"
		}
		return fmt.Sprintf("%+.1f%%", 100*math.Expm1(x))
	}
	text := fmt.Sprintf("%d of them gave %s", c.Runs, percent(c.shift.Estimate))
	if c.Interval {
		text += ", " + percent(c.shift.Lo) + ".." + percent(c.shift.Hi)
	}
	return text
}

// because gives a reason unless there is one.
func (g *Judgement) because(why string) {
	if g.Why == "" {
		g.Why = why
	}
}

// p is the p-value in the direction of the estimate.
func (c Change) p(t *Test) float64 {
	if t.leans(toWorse) {
		return t.facing(c, toWorse).Up
	}
	return t.facing(c, toBetter).Up
}
