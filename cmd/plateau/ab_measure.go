package main

import (
	"errors"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/runner"
	"github.com/plateau-bench/plateau/reportx"
)

// measure runs pairs until the trial is over, the time is up or a signal comes.
func (x *abRun) measure() error {
	x.screen = &runner.Screen{W: x.stderr, Terminal: isTerminal(x.stderr)}
	defer x.screen.Clear()
	x.trial.Progress = func(s ab.Status) {
		x.screen.Status(runner.Status{
			Name: s.Pkg, Rep: s.Pair - s.Block.From + 1, Reps: s.Block.To - s.Block.From + 1, Left: s.Left, Known: s.Left > 0,
		}, time.Now())
		x.screen.Flush()
	}
	for _, b := range slices.Clone(x.journal.Blocks) {
		if err := x.block(b); err != nil {
			return err
		}
	}
	for !x.journal.Over {
		b, ok, err := x.next()
		if err != nil {
			return err
		}
		if !ok {
			return x.journal.SetOver()
		}
		if err := x.journal.AddBlock(b); err != nil {
			return err
		}
		if err := x.block(b); err != nil {
			return err
		}
	}
	return nil
}

// block runs a block of pairs. The first pair shows whether there will be anything to compare.
func (x *abRun) block(b ab.Block) error {
	if b.From == 1 && !x.options.aa {
		if err := x.trial.Measure(b, 1); err != nil {
			return err
		}
		if err := x.firstLook(); err != nil {
			return err
		}
	}
	return x.trial.Measure(b, b.To)
}

// next is the block to be measured next, if there is one.
func (x *abRun) next() (b ab.Block, ok bool, err error) {
	r := ab.Rule{Count: x.journal.Config.Count, Journal: x.journal, Limited: x.options.maxTime > 0 && !x.options.aa}
	if r.Limited {
		r.Left = time.Until(x.deadline())
	}
	var o ab.Opinion
	if n := len(x.journal.Blocks); n > 0 && x.journal.Blocks[n-1].Fresh {
		return b, false, nil
	} else if n > 0 && !x.options.aa {
		x.screened, err = x.look()
		if hopeless := (*hopelessError)(nil); errors.As(err, &hopeless) {
			return b, false, nil // said with the result
		}
		if err != nil {
			return b, false, err
		}
		o = ab.NewOpinion(abFindings(x.screened), x.options.strict)
	}
	b, notes, ok := r.Next(o)
	for _, n := range notes {
		x.say("%s", n)
	}
	return b, ok, nil
}

func (x *abRun) gateOptions() reportx.GateOptions {
	o := reportx.GateOptions{Limits: x.limits, Pairing: reportx.PairByNumber, Strict: x.options.strict}
	if x.journal != nil {
		o.Harmed = x.harmed()
	}
	return o
}

// A hopelessError says why no number of runs would give an answer.
type hopelessError struct{ error }

func (e *hopelessError) Unwrap() error { return e.error }

// firstLook says after the first pair why more of them would be no use.
func (x *abRun) firstLook() error {
	if needSamples(x.limits) {
		if err := x.journal.Unsampled(x.options.auto); err != nil {
			return &hopelessError{err}
		}
	}
	for _, p := range x.journal.Current() {
		if p.Outcome != ab.Fine {
			return nil // what it lacks may come with the next pair
		}
	}
	if len(x.journal.Current()) == 0 {
		return nil
	}
	_, err := x.look()
	return err
}

// look screens the pairs so far. It is not asked any more when there are fresh ones. The error is a hopelessError if the runs
// are there and cannot be compared.
func (x *abRun) look() (*reportx.Comparison, error) {
	if err := x.readings.read(); err != nil {
		return nil, err
	}
	old, new := x.readings.sides(x.readings.all)
	c, err := reportx.Screen(old, new, x.gateOptions())
	if err != nil {
		return nil, &hopelessError{err}
	}
	return c, nil
}

// abFindings are what a screening says.
func abFindings(c *reportx.Comparison) (list []ab.Finding) {
	for _, d := range c.Differences {
		name := ab.WithoutProcs(d.Name, d.Procs)
		for _, ch := range d.Changes {
			list = append(list, ab.Finding{
				Pkg: d.Pkg, Name: name, Flagged: ch.Flagged != "", Budget: ch.Limit.Absolute(), Unsure: ch.Verdict == "unsure",
				Harmless: ch.Harmless, MoreHelp: ch.MorePairsHelp(), Pairs: ch.Runs, Needed: ch.Needed,
			})
		}
	}
	return list
}

// needSamples reports whether a limit is about samples, or percentiles of runs.
func needSamples(limits []reportx.Limit) bool {
	return len(limits) == 0 || slices.ContainsFunc(limits, func(l reportx.Limit) bool { return l.Percentile() > 0 })
}
