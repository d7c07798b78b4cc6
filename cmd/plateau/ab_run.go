package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/runner"
	"github.com/plateau-bench/plateau/reportx"
)

// An abRun is one plateau ab.
type abRun struct {
	streams
	options *abOptions
	signals chan os.Signal
	began   time.Time

	limits      []reportx.Limit
	dir         string // of the trial, absolute
	passing     bool   // dir is a temporary one
	release     func() // the lock on dir; nil before it is taken
	renewed     bool   // dir was named and holds a finished trial
	replaced    bool   // dir holds an interrupted trial, which ends with this one's beginning
	cwd         string // of the head
	repo        *ab.Repository
	worktree    *ab.Worktree
	config      ab.Config
	journal     *ab.Journal
	trial       *ab.Trial
	env         [2][]string
	lone        []ab.Lone // packages of one side
	dirs        [2]string // in which the go command runs
	readings    *abReadings
	environment ab.Environment
	screened    *reportx.Comparison // of all pairs before the fresh ones, nil when it is not known
	screen      *runner.Screen      // nil before the first run
	said        []string
}

// say tells the user something, once.
func (x *abRun) say(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(x.said, text) {
		x.said = append(x.said, text)
		if x.screen != nil {
			x.screen.Clear()
		}
		fmt.Fprintf(x.stderr, "plateau ab: %s\n", text)
	}
}

// failed ends a run that came to nothing.
func (x *abRun) failed(err error) int {
	left := "nothing was measured"
	if x.options.resume {
		left = "what was measured before is kept, for plateau ab -resume"
	}
	stopped := x.interrupted(err)
	if stopped != nil {
		x.say("%s: %s", stopped, left)
		return signalStatus(stopped.Signal)
	}
	if up := (*ab.TimeUp)(nil); errors.As(err, &up) {
		x.timeUp(up)
		x.say("%s; building is part of that time", left)
		return exitCannot
	}
	return fail(x.streams, "ab", err)
}

// interrupted is the signal that has brought an error about, if one has. A terminal sends it to git and go as well, whose failure may be
// known first.
func (x *abRun) interrupted(err error) (stopped *ab.Interrupted) {
	if errors.As(err, &stopped) {
		return stopped
	}
	select {
	case sig := <-x.signals:
		return &ab.Interrupted{Signal: sig}
	case <-time.After(signalDelay(err)):
		return nil
	}
}

// signalDelay is how long a signal may be on its way when a process that it ended is known to have: not at all but for
// such a process.
func signalDelay(err error) time.Duration {
	if errors.Is(err, ab.ErrKilled) {
		return time.Second
	}
	return 0
}

// deadline is when all has to be over, from the beginning on; zero for never.
func (x *abRun) deadline() time.Time {
	if x.options.maxTime == 0 {
		return time.Time{}
	}
	return x.began.Add(x.options.maxTime)
}

// unlock is the last thing done: until then the directory is ours.
func (x *abRun) unlock() {
	if x.release != nil {
		x.release()
	}
}

// close removes what is not to be kept.
func (x *abRun) close() {
	if x.journal != nil {
		x.journal.Close()
	}
	if x.release != nil && (x.journal == nil && !x.options.resume || x.journal != nil && x.journal.Over) {
		if err := ab.RemoveBin(x.dir); err != nil {
			x.say("%v", err)
		}
	}
	if x.passing {
		os.RemoveAll(x.dir)
	}
	x.removeWorktree()
}

// removeWorktree removes the base version, if it is there.
func (x *abRun) removeWorktree() {
	if x.worktree == nil {
		return
	}
	if err := x.worktree.Remove(); err != nil {
		x.say("%v", err)
	}
	x.worktree = nil
}
