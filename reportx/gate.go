package reportx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// GateOptions say what a gate allows.
type GateOptions struct {
	// Limits apply in order: of several changes allowed of the same statistic the last one
	// counts, and of several budgets the last. Where none is about changes DefaultLimit
	// stands beside the budgets.
	Limits []Limit
	// NewOnly is whether there is no old side, so that budgets alone are decided: both sides are
	// then the new one.
	NewOnly bool
	Pairing Pairing
	// Harmed are benchmarks of which whoever ran them knows that they did not come to their end. Those that the results say failed are
	// added. With any a gate answers even where there is nothing else to compare, and does not pass.
	Harmed []Harm
	// Strict makes a gate fail that is unsure, or has a limit that is about nothing.
	Strict bool
}

// A GateResult is the answer of a gate.
type GateResult struct {
	Passed   bool
	Worse    int  // changes beyond their limit
	Unsure   int  // changes of which that could not be told
	Flagged  int  // changes that Screen suspects, for the better too
	Strict   bool // as asked for
	Advisory bool // the runs were not compared in pairs
	// Idle are limits that no benchmark on both sides has, a misspelt pattern say, as they were written; those of files do not
	// count, which may be about benchmarks that were not run. A strict gate does not pass with any.
	Idle []string
	// Gone are the benchmarks of the old side that the new one lacks although a limit names them by its pattern, in the
	// order of the old results. A gate does not pass with any: what nobody measured keeps no limit.
	Gone []string
	// Uncovered are the benchmarks of both sides about which nothing is decided, in the order of the old results.
	Uncovered []Uncovered
	// OneSided are the benchmarks with a limit of a percentile that only one side has samples of, in the order of the old results.
	// Nothing can be told of them. A gate does not pass where the new side is the one without, see Lapsed; where it is the one with
	// samples, as in the change that adds benchx, they are like a new benchmark.
	OneSided []OneSided
	Notes    []string

	newOnly bool // there is no old side
	same    bool // there was nothing to measure
}

// SameProgram is the answer of a gate whose sides, by these names, are known to be one program, so that nothing was measured: it passed.
func SameProgram(old, new string, o GateOptions) *Comparison {
	return &Comparison{Sides: []string{old, new}, Gate: &GateResult{Passed: true, Strict: o.Strict, same: true,
		Notes: []string{sameProgram + ": nothing was measured"}}}
}

const sameProgram = "both sides are the same program"

// NewGate compares two sides by what limits allow. All limits of changes are decided together: at most
// 2.5% of gates of a program with itself fail if its runs were interleaved in
// random order. A budget is exceeded when the whole 95% interval of the new percentile lies
// above it, and kept when all of it lies below.
//
// Limits of changes need runs in pairs. Without them, and without leave by
// Pairing, the error is an *OrderError. Other errors are those of
// NewComparison, a limit that cannot apply to what it is about, and limits all of which are about nothing. Where
// some are, the result says so, and what no limit is about.
func NewGate(old, new Side, o GateOptions) (*Comparison, error) {
	c, err := measureGate(old, new, o)
	if err != nil {
		return c, err
	}
	c.judgeLimits(verdict.Judge)
	return c, nil
}

// limits are those asked for, and the default where they say nothing of changes.
func (o GateOptions) limits() []Limit {
	if o.NewOnly || slices.ContainsFunc(o.Limits, func(l Limit) bool { return !l.Absolute() }) {
		return o.Limits
	}
	l := DefaultLimit()
	l.kept = len(o.Limits) > 0 // nobody asked for it, so that it may be about nothing
	return append([]Limit{l}, o.Limits...)
}

// origin says where limits come from, "" where the tables show it.
func (o GateOptions) origin() string {
	var from []string
	for _, l := range o.Limits {
		name := printable(l.file)
		if l.file == "" {
			name = "-max"
		}
		if !slices.Contains(from, name) {
			from = append(from, name)
		}
	}
	if len(from) == 0 || len(o.limits()) == len(o.Limits) && slices.Equal(from, []string{"-max"}) {
		return ""
	}
	if len(o.limits()) > len(o.Limits) {
		from = append(from, "the default "+DefaultLimit().String())
	}
	return "limits: " + strings.Join(from, " and ")
}

// compared is what limits are about.
func (o GateOptions) compared() CompareOptions {
	c := CompareOptions{Pairing: o.Pairing}
	for _, l := range o.limits() {
		switch {
		case l.p == 0:
			c.units = append(c.units, l.Statistic)
		case !slices.Contains(c.Percentiles, l.p):
			c.Percentiles = append(c.Percentiles, l.p)
		}
	}
	slices.Sort(c.Percentiles)
	return c
}

// measureGate is a gate before anything is decided.
func measureGate(old, new Side, o GateOptions) (*Comparison, error) {
	limits := o.limits()
	c, err := measureSides([]Side{old, new}, o.compared())
	c.setHarmed(o)
	if err != nil && !(errors.Is(err, errNothing) && len(c.Harmed) > 0) {
		return c, err
	}
	c.Gate = &GateResult{Strict: o.Strict, newOnly: o.NewOnly}
	if from := o.origin(); from != "" {
		c.Gate.Notes = append(c.Gate.Notes, from)
	}
	if err := c.keepLimited(limits); err != nil {
		return c, err
	}
	for _, d := range c.Differences {
		if slices.ContainsFunc(d.Changes, (*Change).compares) && !d.Paired {
			if d.uneven != "" {
				return c, fmt.Errorf("%s: %s; make as many runs of one side as of the other, or compare all with all, which is only advice: -unpaired", d.Name, d.uneven)
			}
			if o.Pairing != NotPaired {
				return c, &OrderError{d.Name, d.Order, len(limits) > len(o.Limits) && len(o.Limits) > 0}
			}
			c.Gate.Advisory = true
		}
	}
	return c, nil
}

// suits says why a limit cannot apply to what it is about.
func (l *Limit) suits(c *Change) error {
	switch {
	case l.Falls && !c.HigherBetter:
		return fmt.Errorf("limit %s: a fall of %s is for the better; write +10%% for what may rise by 10%%", l, c.Unit)
	case l.Absolute() && c.HigherBetter:
		return fmt.Errorf("limit %s: more %s is better, and a budget bounds from above; write a limit as in %s=-10%%", l, c.Unit, c.Unit)
	}
	return nil
}

// judgeLimits decides limits of changes together, and each budget by itself.
func (c *Comparison) judgeLimits(judge func([]verdict.Test) []verdict.Judgement) {
	c.judgeChanges(func(family []*Change) []verdict.Judgement { return judge(tests(family)) })
}

// judgeChanges is judgeLimits where the changes matter beside their tests.
func (c *Comparison) judgeChanges(judge func(family []*Change) []verdict.Judgement) {
	var family []*Change
	for _, d := range c.Differences {
		for _, ch := range d.Changes {
			if ch.Limit.Absolute() {
				ch.test.Limit = 0
				judgeFamily([]*Change{ch})
				ch.judgeBudget()
				continue
			}
			family = append(family, ch)
		}
	}
	for i, g := range judge(family) {
		family[i].settle(g)
	}
	c.addEndless()
	c.findOneSided()
	c.each(func(_ *Difference, ch *Change) {
		switch ch.Verdict {
		case string(verdict.Worse):
			c.Gate.Worse++
		case string(verdict.Unsure):
			c.Gate.Unsure++
		}
		if ch.Flagged != "" {
			c.Gate.Flagged++
		}
	})
	doubt := c.Gate.Unsure > 0 || len(c.Gate.Idle) > 0
	c.Gate.Passed = c.Gate.Worse == 0 && len(c.Gate.Gone) == 0 && len(c.Gate.Lapsed()) == 0 && len(c.untold()) == 0 && !(doubt && c.Gate.Strict)
}
