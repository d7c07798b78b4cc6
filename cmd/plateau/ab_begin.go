package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/quantity"
	"github.com/plateau-bench/plateau/internal/runner"
	"github.com/plateau-bench/plateau/reportx"
)

// begin writes the beginning of the journal, or checks that a trial can go on.
func (x *abRun) begin(before *ab.Journal) (err error) {
	for _, s := range x.config.Subjects {
		var pair [2]string
		for _, side := range ab.Sides() {
			if pair[side], err = ab.Hash(s.Bins[side]); err != nil {
				return err
			}
		}
		x.config.Hashes = append(x.config.Hashes, pair)
	}
	if err := x.identicalBinaries(); err != nil {
		return err
	}
	if before != nil {
		err = x.goOn(before)
	} else {
		err = x.beginJournal()
	}
	if err != nil {
		return err
	}
	if err := x.journal.SetLimits(limitTexts(x.limits)); err != nil {
		return err
	}
	if err := x.likeGoTest(); err != nil {
		return err
	}
	x.readings = newReadings(x)
	limit, _ := x.options.timeout()
	x.trial = &ab.Trial{
		Dir: x.dir, Journal: x.journal, Command: x.options.command, Env: x.env, Signals: x.signals, Limit: limit, Deadline: x.deadline(),
	}
	x.announce()
	return nil
}

// goOn takes the journal of a trial that goes on, if the program and its environment are what they were.
func (x *abRun) goOn(before *ab.Journal) error {
	if !slices.Equal(x.config.Hashes, before.Config.Hashes) {
		return errors.New("the program has changed since the trial was begun: its test binaries differ; begin another one without -resume")
	}
	if now := ab.RuntimeSettings(os.Environ()); !slices.Equal(now, before.Config.Runtime) {
		return fmt.Errorf("the trial was begun with %s in the environment, now it is %s: set it as it was, or begin another one without -resume",
			settings(before.Config.Runtime), settings(now))
	}
	x.journal = before
	return before.Reopen(x.dir)
}

// beginJournal begins the journal of a new trial.
func (x *abRun) beginJournal() (err error) {
	x.config.Dir, x.config.Count, x.config.Seed, x.config.Args = x.cwd, x.options.count, x.options.seed, journalArgs(x.options.args)
	x.config.Runtime = ab.RuntimeSettings(os.Environ())
	if _, given := x.options.given["seed"]; !given {
		x.config.Seed = uint64(rand.Uint32())
	}
	if x.replaced {
		x.say("an interrupted trial is replaced")
	}
	if x.renewed {
		x.say("the finished trial in %s is replaced", x.options.command.Output)
	}
	x.journal, err = ab.NewJournal(x.dir, x.config)
	return err
}

func settings(variables []string) string {
	if len(variables) == 0 {
		return "neither GOGC nor the like"
	}
	return strings.Join(variables, " ")
}

// limitTexts are limits as they were written, the default ones where there are none.
func limitTexts(limits []reportx.Limit) (texts []string) {
	if len(limits) == 0 {
		limits = []reportx.Limit{reportx.DefaultLimit()}
	}
	for _, l := range limits {
		texts = append(texts, l.String())
	}
	return texts
}

// journalArgs is a command line without what is about this run of it alone.
func journalArgs(args []string) []string {
	_, rest := runner.TakeFlags(args, map[string]bool{"resume": true, "o": false})
	return rest
}

// announce says what is measured, and where.
func (x *abRun) announce() {
	c := x.journal.Config
	if c.Same {
		x.say("%s against itself", c.Names[ab.Head])
	} else {
		x.say("base is %s, head is %s", c.Names[ab.Base], c.Names[ab.Head])
	}
	e := &x.environment
	*e = ab.Look()
	for _, side := range ab.Sides() {
		if info, err := buildinfo.ReadFile(c.Subjects[0].Bins[side]); err == nil {
			e.Go[side] = info.GoVersion
		}
	}
	x.say("environment: %s", e)
	for _, d := range e.Doubts() {
		x.say("%s", d)
	}
	for _, s := range c.Subjects {
		for _, l := range s.Lone() {
			x.say("%s: %s is only in %s", l.Pkg, l.Name, l.On)
		}
	}
	if n := x.options.command.CPUs; n > 1 {
		x.say("-cpu has %d values: of a benchmark over b.Loop only that counts which GOMAXPROCS has anyway, as testing sets it too late; give one value at a time", n)
	}
	x.say("%d pairs of runs of %s in random order, -seed %d", c.Count, quantity.Of(len(c.Subjects), "package"), c.Seed)
}
