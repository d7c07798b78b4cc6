package reportx

import (
	"errors"
	"slices"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// Screen compares the pairs so far by what limits allow, and says which changes seem to be beyond
// theirs: those are Flagged, and only they are worth fresh pairs. Nothing that it says of them is final, so that
// it may be asked again while pairs are added. Budgets are decided as in NewGate, which also has the errors.
func Screen(old, new Side, o GateOptions) (*Comparison, error) {
	c, err := measureGate(old, new, o)
	if err != nil {
		return c, err
	}
	c.judgeLimits(verdict.Screen)
	return c, nil
}

// Confirm decides what Screen flagged. old and new hold all runs, the fresh ones included; fresh are
// the sides of the runs that were measured after screened, and for the benchmarks that it
// flagged: a number of pairs fixed before, looked at once. Sides without results are no fresh runs.
//
// A change fails the gate when it was flagged as worse, the fresh pairs alone are significant at 2.5% after
// Holm's adjustment over all that were flagged as worse, and the estimate over all pairs reaches the
// limit. The fresh pairs alone carry the error: of gates of a program with itself at most 2.5% fail, however
// often Screen looked before. What was flagged and has no fresh pairs stays unsure. Errors are
// those of NewGate, for the fresh runs too.
func Confirm(old, new Side, fresh [2]Side, screened *Comparison, o GateOptions) (*Comparison, error) {
	c, err := measureGate(old, new, o)
	if err != nil {
		return c, err
	}
	again, err := measureFresh(fresh, o)
	if err != nil {
		return c, err
	}
	c.confirm(screened, again)
	return c, nil
}

// confirm decides a gate by what was flagged and what fresh runs show of it.
func (c *Comparison) confirm(screened *Comparison, again map[changeKey]verdict.Change) {
	flagged := make(map[changeKey]verdict.Verdict)
	screened.each(func(d *Difference, ch *Change) { flagged[keyOf(d, ch)] = verdict.Verdict(ch.Flagged) })
	looks := make(map[*Change]verdict.Look)
	c.each(func(d *Difference, ch *Change) {
		key := keyOf(d, ch)
		looks[ch] = verdict.Look{Flagged: flagged[key], Fresh: again[key]}
	})
	c.judgeChanges(func(family []*Change) []verdict.Judgement {
		in := make([]verdict.Look, len(family))
		for i, ch := range family {
			in[i] = looks[ch]
		}
		return verdict.Confirm(tests(family), in)
	})
}

// A changeKey tells the changes of a gate apart.
type changeKey struct {
	pkg, name string
	procs     int
	statistic string
	budget    bool
}

func keyOf(d *Difference, ch *Change) changeKey {
	return changeKey{d.Pkg, d.Name, d.Procs, ch.Statistic(), ch.isBudget()}
}

// each calls yield with every change.
func (c *Comparison) each(yield func(*Difference, *Change)) {
	for _, d := range c.Differences {
		for _, ch := range d.Changes {
			yield(d, ch)
		}
	}
}

// measureFresh is what fresh runs show, of each change that they have.
func measureFresh(fresh [2]Side, o GateOptions) (map[changeKey]verdict.Change, error) {
	if slices.ContainsFunc(fresh[:], func(s Side) bool { return s.Results == nil }) {
		return nil, nil
	}
	c, err := measureSides(fresh[:], o.compared())
	if err != nil && !errors.Is(err, errNothing) {
		return nil, err
	}
	for _, d := range c.Differences {
		if !d.Paired && o.Pairing != NotPaired {
			return nil, &OrderError{Name: d.Name, Order: d.Order}
		}
	}
	again := make(map[changeKey]verdict.Change)
	c.each(func(d *Difference, ch *Change) { again[keyOf(d, ch)] = ch.test.Change })
	return again, nil
}
