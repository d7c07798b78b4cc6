package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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
	replaced    bool   // dir holds an interrupted trial, which ends with this one's beginning
	cwd         string // of the head
	repo        *ab.Repository
	worktree    *ab.Worktree
	config      ab.Config
	journal     *ab.Journal
	trial       *ab.Trial
	env         [2][]string
	dirs        [2]string // in which the go command runs
	readings    *abReadings
	environment ab.Environment
	screened    *reportx.Comparison // of all pairs before the fresh ones, nil when it is not known
	screen      *runner.Screen      // nil before the first run
	said        []string
	told        map[[3]string]bool // benchmarks of which something was said, and what
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

// prepare makes everything ready for the first pair, or the next one of a trial that goes on.
func (x *abRun) prepare() (err error) {
	if x.cwd, err = os.Getwd(); err != nil {
		return err
	}
	x.cwd, err = filepath.EvalSymlinks(filepath.Join(x.cwd, x.options.command.Dir))
	if err != nil {
		return err
	}
	x.repo, err = ab.Open(x.cwd)
	if err != nil && x.options.baseBin == "" && !x.options.aa && !x.options.resume {
		return err
	}
	if err := x.choosePlace(); err != nil {
		return err
	}
	if _, err := os.Stat(x.dir); err != nil && x.options.resume {
		return fmt.Errorf("nothing to go on with: %w", err)
	}
	if x.release, err = ab.Lock(x.dir); err != nil {
		return err
	}
	var before *ab.Journal
	if x.options.resume {
		if before, err = ab.ReadJournal(x.dir); err != nil {
			return fmt.Errorf("nothing to go on with: %w", err)
		}
		o, err := x.options.resumed(x.streams, before)
		if err != nil {
			return err
		}
		x.options = o
		if before.Config.Dir != x.cwd {
			return fmt.Errorf("the trial was begun in %s: go there to go on with it", before.Config.Dir)
		}
	} else if err := x.checkRoom(); err != nil {
		return err
	}
	if err := x.readLimits(); err != nil {
		return err
	}
	if err := x.build(before); err != nil {
		return err
	}
	return x.begin(before)
}

func (x *abRun) readLimits() error {
	kept, err := readLimits(x.options.limitsFile)
	x.limits = append(kept, x.options.limits...)
	return err
}

// choosePlace finds the directory of the trial: that of -o, or one in the git directory, where it makes no
// tree dirty, or a temporary one.
func (x *abRun) choosePlace() (err error) {
	switch out := x.options.command.Output; {
	case out != "":
		x.dir, err = filepath.Abs(out)
		if fi, e := os.Stat(x.dir); e == nil && !fi.IsDir() {
			return fmt.Errorf("-o %s is a file: name a directory for the sample files of both sides", out)
		}
	case x.repo != nil:
		x.dir = filepath.Join(x.repo.GitDir, "plateau-ab")
	case x.options.resume:
		return errors.New("name the directory of the trial to go on with by -o")
	default:
		x.passing = true
		x.dir, err = os.MkdirTemp("", "plateau-trial-")
	}
	return err
}

// checkRoom reports why a trial cannot take the directory. One that was named and holds an unfinished trial is left alone. An
// earlier trial stays until there is something to take its place, as a mistake in the command line is none.
func (x *abRun) checkRoom() error {
	old, err := ab.ReadJournal(x.dir)
	if err == nil && !old.Over && len(old.Processes) > 0 {
		if x.options.command.Output != "" {
			return fmt.Errorf("%s holds a trial that was interrupted: go on with it by -resume, or remove the directory", x.dir)
		}
		x.replaced = true
	}
	return ab.CheckRoom(x.dir)
}

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
	if before != nil {
		if !slices.Equal(x.config.Hashes, before.Config.Hashes) {
			return errors.New("the program has changed since the trial was begun: its test binaries differ; begin another one without -resume")
		}
		if now := ab.RuntimeSettings(os.Environ()); !slices.Equal(now, before.Config.Runtime) {
			return fmt.Errorf("the trial was begun with %s in the environment, now it is %s: set it as it was, or begin another one without -resume",
				settings(before.Config.Runtime), settings(now))
		}
		x.journal = before
		if err := before.Reopen(x.dir); err != nil {
			return err
		}
	} else {
		x.config.Dir, x.config.Count, x.config.Seed, x.config.Args = x.cwd, x.options.count, x.options.seed, journalArgs(x.options.args)
		x.config.Runtime = ab.RuntimeSettings(os.Environ())
		if _, given := x.options.given["seed"]; !given {
			x.config.Seed = uint64(rand.Uint32())
		}
		if x.replaced {
			x.say("an interrupted trial is replaced")
		}
		if x.journal, err = ab.NewJournal(x.dir, x.config); err != nil {
			return err
		}
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
	packages := "1 package"
	if n := len(c.Subjects); n != 1 {
		packages = fmt.Sprintf("%d packages", n)
	}
	x.say("%d pairs of runs of %s in random order, -seed %d", c.Count, packages, c.Seed)
}

// likeGoTest puts the toolchain of each side first in its PATH, so that a benchmark that runs the go command runs
// the one that built it.
func (x *abRun) likeGoTest() error {
	if x.options.baseBin != "" {
		return nil
	}
	for _, side := range ab.Sides() {
		values, err := goEnv(x.dirs[side], x.env[side], "GOROOT")
		if err != nil {
			return err
		}
		path := filepath.Join(values["GOROOT"], "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
		x.env[side] = append(x.env[side], "PATH="+path)
	}
	return nil
}

// goEnv are variables as the go command sees them in a directory and an environment.
func goEnv(dir string, env []string, names ...string) (map[string]string, error) {
	cmd := exec.Command("go", append([]string{"env", "-json"}, names...)...)
	cmd.Dir, cmd.Env = dir, append(env[:len(env):len(env)], "PWD="+dir)
	var diagnosis bytes.Buffer
	cmd.Stderr = &diagnosis
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("the go command was not found: install Go (https://go.dev/dl) or add its bin directory to PATH")
	}
	if err != nil {
		return nil, fmt.Errorf("asking go env: %w: %s", err, strings.TrimSpace(diagnosis.String()))
	}
	values := make(map[string]string)
	return values, json.Unmarshal(out, &values)
}
