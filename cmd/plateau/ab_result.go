package main

import (
	"errors"
	"os/signal"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/reportx"
)

// conclude prints what the trial shows, whatever ended it, and returns the exit status.
func (x *abRun) conclude(ended error) int {
	status := exitFine
	x.removeWorktree()
	signal.Stop(x.signals) // all is kept: another one ends the process
	var stopped *ab.Interrupted
	var up *ab.TimeUp
	var hopeless *hopelessError
	var refused *ab.RefusedError
	switch {
	case ended == nil:
	case errors.As(ended, &up):
		x.timeUp(up)
	case errors.As(ended, &refused):
		return fail(x.streams, "ab", errors.Join(refused, x.journal.SetOver()))
	case errors.As(ended, &stopped):
		x.say("%s: what is complete is kept", stopped)
	case errors.As(ended, &hopeless):
		status = fail(x.streams, "ab", ended)
		if err := x.journal.SetOver(); err != nil { // more of them would be no better
			status = fail(x.streams, "ab", err)
		}
		x.accounts()
		return status
	default:
		status = fail(x.streams, "ab", ended)
	}
	if len(x.journal.Current()) == 0 {
		x.say("no pair was measured to its end: there is nothing to compare")
		if stopped == nil {
			return exitCannot
		}
		return signalStatus(stopped.Signal)
	}
	if x.options.aa {
		status = max(status, x.concludeSame())
	} else {
		status = x.decide(status)
	}
	x.accounts()
	if stopped != nil {
		return signalStatus(stopped.Signal)
	}
	return status
}

// timeUp says that the time is up, and what that has ended.
func (x *abRun) timeUp(up *ab.TimeUp) {
	during := up.During
	if during != "" {
		during = ": " + during
	}
	x.say("the time of -max-time %s is up%s", x.options.maxTime, during)
}

// decide prints the comparison. It returns the exit status, or cannot for exitCannot.
func (x *abRun) decide(status int) int {
	c, err := x.compare()
	x.troubles(&status)
	if err != nil {
		return fail(x.streams, "ab", err)
	}
	for _, l := range x.lone {
		c.Only = append(c.Only, reportx.OnlyOn{Pkg: l.Pkg, On: c.Sides[l.On], Not: c.Sides[1-l.On]})
	}
	by := "measured by plateau ab"
	if x.options.auto {
		by += " -auto"
	}
	c.Gate.Notes = append(c.Gate.Notes, by+": "+x.journal.Course()+"; "+x.environment.String())
	if err := writeComparison(x.streams, c, x.options.format); err != nil {
		return fail(x.streams, "ab", err)
	}
	return gateStatus(x.streams, "ab", status, c.Gate)
}

// compare decides what the pairs show, the fresh ones if they are complete.
func (x *abRun) compare() (*reportx.Comparison, error) {
	if err := x.readings.read(); err != nil {
		return nil, err
	}
	screened, err := x.screened, error(nil)
	if screened == nil {
		if screened, err = x.screenEarly(); err != nil {
			return screened, err
		}
	}
	old, new := x.readings.sides(x.readings.all)
	var fresh [2]reportx.Side
	if x.journal.Over && x.readings.fresh[ab.Base] != nil && x.readings.fresh[ab.Head] != nil {
		fresh[0], fresh[1] = x.readings.sides(x.readings.fresh)
	}
	return reportx.Confirm(old, new, fresh, screened, x.gateOptions())
}

// screenEarly looks at the pairs before those that confirm.
func (x *abRun) screenEarly() (*reportx.Comparison, error) {
	early := newReadings(x)
	for _, p := range x.journal.Current() {
		if p.File != "" && !x.journal.Fresh(p.Pair) {
			if err := early.add(early.all[p.Side], p); err != nil {
				return nil, err
			}
		}
	}
	old, new := early.sides(early.all)
	return reportx.Screen(old, new, x.gateOptions())
}

// troubles says what hung, failed or crashed, and sets the status for what cannot be decided.
func (x *abRun) troubles(status *int) {
	limit, _ := x.options.timeout()
	for _, t := range x.journal.Troubles(x.dir, limit) {
		x.say("%s", t.Text)
		if t.Undecided {
			*status = exitCannot
		}
	}
}

// accounts says what measuring cost, and where it is kept.
func (x *abRun) accounts() {
	processes, all := x.trial.Cost()
	if processes > 0 {
		x.say("the runs took %.1fs, with all between them %.1fs (%.2fx); load now %s", processes.Seconds(), all.Seconds(), all.Seconds()/processes.Seconds(), ab.Load())
	}
	if len(x.journal.Processes) == 0 {
		return
	}
	place := x.dir
	if rel, err := filepath.Rel(x.cwd, x.dir); err == nil && len(rel) < len(place) {
		place = rel
	}
	if !x.journal.Over {
		x.passing = false
		o := ""
		if x.options.command.Output != "" || x.repo == nil {
			o = " -o " + place
		}
		x.say("go on with plateau ab -resume%s", o)
	}
	if !x.passing {
		x.say("kept: plateau compare %s%s %s%s", x.pairedFlag(), filepath.Join(place, "base"), filepath.Join(place, "head"), x.plainly())
	}
}

// plainly is what a comparison of the kept files does not know of.
func (x *abRun) plainly() string {
	if len(x.journal.Blocks) < 2 {
		return ""
	}
	return ", which takes all pairs alike: it does not know which were screened and which confirm"
}

// pairedFlag is what a comparison of the kept files needs where they do not say when runs began.
func (x *abRun) pairedFlag() string {
	if x.journal.Sampled() {
		return ""
	}
	return "-paired "
}
