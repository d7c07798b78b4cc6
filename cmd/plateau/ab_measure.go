package main

import (
	"errors"
	"fmt"
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
		o = x.opinion(x.screened)
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
	if err := x.comparable(); err != nil {
		return &hopelessError{err}
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

// opinion is what a screening says, as far as it decides what to measure next.
func (x *abRun) opinion(c *reportx.Comparison) ab.Opinion {
	o := ab.Opinion{Flagged: make(map[string][]string)}
	for _, d := range c.Differences {
		name := ab.WithoutProcs(d.Name, d.Procs)
		var doubt *ab.Doubt
		for _, ch := range d.Changes {
			switch {
			case ch.Flagged != "":
				o.Tests++
				if !slices.Contains(o.Flagged[d.Pkg], name) {
					o.Flagged[d.Pkg] = append(o.Flagged[d.Pkg], name)
				}
			case ch.Limit.Absolute(): // no fresh pairs confirm it, so its answer must not decide how many pairs there are
			case ch.Verdict == "unsure" && (!ch.Harmless || x.options.strict) && ch.MorePairsHelp():
				if doubt == nil {
					doubt = &ab.Doubt{Pkg: d.Pkg, Name: name, Pairs: ch.Runs}
				}
				doubt.Needed = max(doubt.Needed, ch.Needed)
			}
		}
		if doubt != nil {
			o.Doubts = append(o.Doubts, *doubt)
		}
	}
	return o
}

// errNoSamples is what a version lacks that was made before its benchmarks took samples.
var errNoSamples = errors.New("no samples")

// comparable says why the runs of the first pair cannot be compared by what the limits are about.
func (x *abRun) comparable() error {
	var runs, recorded [2]int
	for _, p := range x.journal.Current() {
		runs[p.Side] += p.Runs
		recorded[p.Side] += p.Recorded
	}
	if runs[ab.Base] == 0 || runs[ab.Head] == 0 || !needSamples(x.limits) {
		return nil
	}
	names := x.journal.Config.Names
	const instead = "or limit what plain benchmarks have, as in -max ns/op=+10%"
	switch {
	case recorded[ab.Base] == 0 && recorded[ab.Head] == 0:
		return fmt.Errorf("%w: the benchmarks of neither side call benchx.Start; add s := benchx.Start(b) and s.Lap() to both, %s", errNoSamples, instead)
	case recorded[ab.Base] == 0:
		return fmt.Errorf("%w in base, %s: its benchmarks do not call benchx.Start yet. "+
			"Commit the two lines alone on top of it and compare with that:\n\n"+
			"\tgit switch -c with-benchx %.10s\n\t(add s := benchx.Start(b) and s.Lap() to its benchmarks, and commit)\n\tplateau ab -base with-benchx\n\n%s",
			errNoSamples, names[ab.Base], x.journal.Config.Base.Commit, instead)
	case recorded[ab.Head] == 0:
		return fmt.Errorf("%w in head, %s: its benchmarks do not call benchx.Start; add the two lines, %s", errNoSamples, names[ab.Head], instead)
	}
	return nil
}

// needSamples reports whether a limit is about samples, or percentiles of runs.
func needSamples(limits []reportx.Limit) bool {
	return len(limits) == 0 || slices.ContainsFunc(limits, func(l reportx.Limit) bool { return l.Percentile() > 0 })
}
