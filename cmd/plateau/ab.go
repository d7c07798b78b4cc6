package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/instrument"
	"github.com/plateau-bench/plateau/internal/runner"
	"github.com/plateau-bench/plateau/reportx"
)

// abOptions are the flags of plateau ab, its own and go test's.
type abOptions struct {
	base             string
	count            int
	limits           limitFlag
	limitsFile       string
	maxTime          time.Duration
	seed             uint64
	format           string
	resume, aa, auto bool
	baseBin, headBin string
	strict           bool

	command runner.Command
	given   map[string]string // own flags that were given
	args    []string          // all, in the order in which the journal has them
	rest    []string          // go test's
}

// abResumable are the flags that may differ when a trial goes on: they change nothing about what is measured.
var abResumable = []string{"resume", "format", "max-time", "strict", "max", "limits"}

func (o *abOptions) flags() *flag.FlagSet {
	f := flag.NewFlagSet("plateau ab", flag.ContinueOnError)
	f.StringVar(&o.base, "base", "", "git `revision` to compare with, as it was committed")
	f.IntVar(&o.count, "count", 10, "number of `pairs` of runs before more are decided on")
	f.Var(&o.limits, "max", "`[pattern:]statistic=limit`, repeatable, as of gate: p99=+10% (the default)")
	f.StringVar(&o.limitsFile, "limits", limitsFile, "`file` with such limits, one a line; -max comes after it")
	f.DurationVar(&o.maxTime, "max-time", 0, "take so long at most, building included, and add pairs meanwhile where the answer is unsure")
	f.Uint64Var(&o.seed, "seed", 0, "`number` that the order of the runs is drawn from (default a random one, which is printed)")
	f.StringVar(&o.format, "format", "text", "how to write it: "+strings.Join(reportx.CompareFormats(), ", "))
	f.BoolVar(&o.resume, "resume", false, "go on with a trial that was interrupted")
	f.BoolVar(&o.aa, "aa", false, "measure the working tree against itself: what this machine makes of no change")
	f.BoolVar(&o.auto, "auto", false, "measure benchmarks that do not use benchx as they are, on both sides alike, as run -auto does")
	f.StringVar(&o.baseBin, "base-bin", "", "test `binary` of the base, built by go test -c, instead of -base")
	f.StringVar(&o.headBin, "head-bin", "", "test `binary` of the head")
	f.BoolVar(&o.strict, "strict", false, "exit with 3 where the runs cannot tell")
	f.String("o", "", "`directory` for the sample files of both sides and the journal; without it in the git directory")
	f.Usage = commandUsage(f, "ab", abAbout)
	return f
}

const abAbout = `Ab builds the test binaries of two versions, the revision that -base names and the
working tree as it is, runs them in turns, each run in a fresh process, and decides
as gate does whether the second is worse. Flags of go test select packages and
benchmarks and are passed on; -timeout bounds each process, for benchmarks too. What
seems to have changed is measured again, and only what these fresh pairs
confirm fails.

Exit status: 0 passed, 1 worse, 2 it could not be told for want of good data, 3 unsure
(with -strict), 130 after Ctrl-C.`

// parseAB takes a command line apart.
func parseAB(s streams, args []string) (o *abOptions, status int, ok bool) {
	o = &abOptions{given: make(map[string]string)}
	f := o.flags()
	own := make(map[string]bool)
	f.VisitAll(func(fl *flag.Flag) {
		b, isBool := fl.Value.(interface{ IsBoolFlag() bool })
		own[fl.Name] = isBool && b.IsBoolFlag()
	})
	delete(own, "o")
	taken, rest := runner.TakeFlags(args, own)
	command, err := runner.ParseCommand(rest)
	if errors.Is(err, runner.ErrHelp) {
		f.SetOutput(s.stdout)
		f.Usage()
		return nil, exitFine, false
	}
	if status, ok := parseFlags(f, s, taken); !ok {
		return nil, status, false
	}
	f.Visit(func(fl *flag.Flag) { o.given[fl.Name] = fl.Value.String() })
	o.command, o.args, o.rest = command, args, rest
	for _, n := range command.Mistyped(slices.Collect(maps.Keys(own))...) {
		fmt.Fprintf(s.stderr, "plateau ab: %s\n", n)
	}
	if err == nil {
		err = o.check()
	}
	if err != nil {
		return nil, usageError(s, f, err), false
	}
	return o, exitFine, true
}

func (o *abOptions) check() error {
	prebuilt := o.baseBin != "" || o.headBin != ""
	switch {
	case o.count < 1:
		return fmt.Errorf("-count %d: at least one pair is needed, and 6 for an interval", o.count)
	case prebuilt && (o.base != "" || o.aa):
		return errors.New("-base-bin and -head-bin are both sides: leave out -base and -aa")
	case prebuilt && (o.baseBin == "" || o.headBin == ""):
		return errors.New("name both binaries, -base-bin and -head-bin")
	case prebuilt && (len(o.command.Packages) > 0 || len(o.command.BuildFlags()) > 0):
		return errors.New("packages and build flags are nothing to binaries that were built before")
	case prebuilt && o.auto:
		return errors.New("-auto changes how binaries are built, and these were built before: leave it out, or let -base name the version to be built")
	case o.aa && o.base != "":
		return errors.New("-aa compares the working tree with itself: leave out -base")
	case !prebuilt && !o.aa && o.base == "" && !o.resume:
		return errors.New("name the version to compare with: -base main, say")
	case o.maxTime < 0:
		return fmt.Errorf("-max-time %s is negative", o.maxTime)
	}
	if _, err := o.timeout(); err != nil {
		return err
	}
	if _, others := instrument.Coverage(o.command.BuildFlags()); o.auto && others {
		return instrument.ErrCoverPackages
	}
	formats := reportx.CompareFormats()
	if o.aa {
		formats = reportx.PlaceboFormats()
	}
	return errors.Join(o.command.Apart(), checkChoice("format", o.format, formats))
}

// timeout is the value of -timeout, 0 without it.
func (o *abOptions) timeout() (time.Duration, error) {
	if o.command.Timeout == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(o.command.Timeout)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("-timeout %s is no duration, as 30s is one", o.command.Timeout)
	}
	return d, nil
}

// measured is what the options say about what is measured, "" when they say nothing.
func (o *abOptions) measured() string {
	var words []string
	for name, value := range o.given {
		if !slices.Contains(abResumable, name) {
			words = append(words, "-"+name+"="+value)
		}
	}
	slices.Sort(words)
	return strings.Join(append(words, withoutOutput(o.rest)...), " ")
}

// withoutOutput are go test's flags without -o.
func withoutOutput(args []string) []string {
	_, rest := runner.TakeFlags(args, map[string]bool{"o": false})
	return rest
}

// resumed is the options of a trial that goes on: those of the journal, with what was given now.
func (o *abOptions) resumed(s streams, j *ab.Journal) (*abOptions, error) {
	before, _, ok := parseAB(streams{s.stdin, io.Discard, io.Discard}, j.Config.Args)
	if !ok {
		return nil, errors.New("the journal's command line cannot be read: it is of another version of plateau")
	}
	if now := o.measured(); now != "" && now != before.measured() {
		return nil, fmt.Errorf("the trial was begun with %q, not with %q: with -resume alone it goes on as it was begun", before.measured(), now)
	}
	before.resume, before.command.Output = true, o.command.Output
	for name := range o.given {
		switch name {
		case "format":
			before.format = o.format
		case "max-time":
			before.maxTime = o.maxTime
		case "strict":
			before.strict = o.strict
		case "max":
			before.limits = o.limits
		case "limits":
			before.limitsFile = o.limitsFile
		}
	}
	return before, nil
}

// abCommand is plateau ab.
func abCommand(s streams, args []string) int {
	o, status, ok := parseAB(s, args)
	if !ok {
		return status
	}
	signals := make(chan os.Signal, 2)
	notify(signals)
	defer signal.Stop(signals)
	defer outlivePipes(nil)()
	x := &abRun{streams: s, options: o, signals: signals, began: time.Now()}
	defer x.unlock()
	defer x.close()
	err := x.prepare()
	if errors.Is(err, errIdentical) {
		return x.concludeIdentical()
	}
	if err != nil {
		return x.failed(err)
	}
	return x.conclude(x.measure())
}
