package runner

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrHelp is what ParseCommand returns when -h or -help is among the flags.
var ErrHelp = errors.New("help requested")

// A Command is the command line of go test, taken apart as far as running
// benchmarks needs it. What it does not know it passes on.
type Command struct {
	// Output is the file named by -o, "" without one. In plateau -o names the
	// result file; go test's own -o (keep the test binary) is not offered.
	Output string
	// Dir is the value of -C, "" without it.
	Dir string
	// Packages are the package arguments in order; none means the current
	// directory.
	Packages []string
	// Build holds the flags that decide which files belong to a package
	// (-tags, -mod and so on), as "-name=value", for go list.
	Build []string
	// Count is the value of -count, 1 without it or with one that go test
	// will refuse.
	Count int
	// CPUs is the number of entries in -cpu, 1 without it.
	CPUs int
	// Bench and Skip are the values of -bench ("." without it) and -skip.
	Bench, Skip string
	// Benchtime is the value of -benchtime, "" without it.
	Benchtime string
	// Timeout is the value of -timeout, "" without it.
	Timeout string
	// JSON and Verbose say that -json and -v were given and are on.
	JSON, Verbose bool
	// Auto says that -auto, which is plateau's own, was given: benchmarks are
	// measured without benchx in their source.
	Auto bool
	// Format is the value of -format, plateau's own too: how the report is written. "" without it.
	Format string
	// Overlay is a file for go test's -overlay that takes the place of one
	// that was given, "" for none. Vet is off then: it works in the
	// directories of packages, and those that an overlay adds have none.
	Overlay string

	args             []string // go test's arguments in order, without -o, -C, -overlay and -vet
	overlaid         []string // -overlay and -vet
	known            []flagValue
	own              []string // flags that go test does not know, with their values, and what follows -args
	unknown          []string // the names of those flags
	hasRun, hasBench bool
	hasVerbose       bool
	hasTimeout       bool
}

// valueFlags are the flags of go test whose value may be an argument of its
// own. True marks those that go list understands and needs in order to see
// the same files.
var valueFlags = map[string]bool{
	// build
	"C": false, "p": false, "asmflags": false, "buildmode": false,
	"compiler": true, "gcflags": false, "gccgoflags": false,
	"installsuffix": true, "ldflags": false, "mod": true, "modfile": true,
	"overlay": true, "pgo": false, "pkgdir": false, "tags": true,
	"toolexec": false, "covermode": false, "coverpkg": false,
	"debug-actiongraph": false, "debug-runtime-trace": false, "debug-trace": false,
	// go test
	"o": false, "format": false, "exec": false, "vet": false,
	// the test binary
	"bench": false, "benchtime": false, "blockprofile": false,
	"blockprofilerate": false, "count": false, "coverprofile": false,
	"cpu": false, "cpuprofile": false, "fuzz": false, "fuzzminimizetime": false,
	"fuzztime": false, "list": false, "memprofile": false,
	"memprofilerate": false, "mutexprofile": false,
	"mutexprofilefraction": false, "outputdir": false, "parallel": false,
	"run": false, "shuffle": false, "skip": false, "timeout": false,
	"trace": false,
}

// boolFlags are the flags of go test that take a value only after "=". True
// marks those that go list needs.
var boolFlags = map[string]bool{
	"a": false, "n": false, "x": false, "race": true, "msan": true,
	"asan": true, "work": false, "cover": false, "linkshared": false,
	"modcacherw": true, "trimpath": false, "buildvcs": false,
	"c": false, "i": false, "json": false, "v": false, "artifacts": false,
	"benchmem": false, "failfast": false, "fullpath": false, "short": false,
	// plateau
	"auto": false,
}

// ParseCommand takes go test's arguments apart by go test's own rules: flags
// may stand before and after the packages, the package list ends at the first
// flag that go test does not know, -args passes on all that follows, and an
// argument behind an unknown flag is taken for its value. Values are not
// checked; go test does that better.
func ParseCommand(args []string) (Command, error) {
	c := Command{Count: 1, CPUs: 1, Bench: "."}
	inList, listDone, afterUnknown := false, false, false
	for len(args) > 0 {
		arg := args[0]
		wasAfterUnknown := afterUnknown
		afterUnknown = false
		if arg == "--" {
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			if listDone && !inList {
				if !wasAfterUnknown {
					break // a positional argument of the test binary, and so is the rest
				}
				c.args, c.own = append(c.args, arg), append(c.own, arg)
			} else {
				inList, listDone = true, true
				c.Packages = append(c.Packages, arg)
				c.args = append(c.args, arg)
			}
			args = args[1:]
			continue
		}
		inList = false
		if arg == "-args" || arg == "--args" {
			break
		}
		name, value, hasValue := splitFlag(arg)
		if name == "h" || name == "help" {
			return Command{}, ErrHelp
		}
		_, isValue := valueFlags[name]
		_, isBool := boolFlags[name]
		if !isValue && !isBool {
			listDone = true
			afterUnknown = !hasValue
			c.unknown = append(c.unknown, name)
			c.args, c.own = append(c.args, arg), append(c.own, arg)
			args = args[1:]
			continue
		}
		used := 1
		if isValue && !hasValue {
			if len(args) < 2 {
				return Command{}, fmt.Errorf("flag needs an argument: %s", arg)
			}
			value, used = args[1], 2
		}
		if isBool && !hasValue {
			value = "true"
		}
		c.known = append(c.known, flagValue{name, value})
		if c.note(name, value) {
			c.args = append(c.args, args[:used]...)
		}
		args = args[used:]
	}
	c.args = append(c.args, args...)
	if len(args) > 0 && (strings.TrimLeft(args[0], "-") == "args" || args[0] == "--") {
		args = args[1:]
	}
	c.own = append(c.own, args...)
	return c, nil
}

// splitFlag splits "--name=value" and drops the optional prefix of the test
// binary's own flags.
func splitFlag(arg string) (name, value string, hasValue bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	name, value, hasValue = strings.Cut(name, "=")
	return strings.TrimPrefix(name, "test."), value, hasValue
}

// note records a flag that go test knows and says whether it is passed on
// where it stands.
func (c *Command) note(name, value string) bool {
	on, err := strconv.ParseBool(value)
	on = on && err == nil
	switch name {
	case "o":
		c.Output = value
		return false
	case "format":
		c.Format = value
		return false
	case "C":
		c.Dir = value
		return false
	case "auto":
		c.Auto = on
		return false
	case "overlay", "vet":
		c.overlaid = append(c.overlaid, "-"+name+"="+value)
		if name == "overlay" {
			c.Build = append(c.Build, "-overlay="+value)
		}
		return false
	case "count":
		c.Count = 1
		if n, err := strconv.Atoi(value); err == nil && n > 0 {
			c.Count = n
		}
	case "cpu":
		c.CPUs = 1 + strings.Count(strings.Trim(value, ","), ",")
	case "bench":
		c.Bench, c.hasBench = value, true
	case "run":
		c.hasRun = true
	case "timeout":
		c.Timeout, c.hasTimeout = value, true
	case "skip":
		c.Skip = value
	case "benchtime":
		c.Benchtime = value
	case "json":
		c.JSON = on
		return on // the -json of GoArgs stays in force
	case "v":
		// -v=test2json is on as well, in its own way.
		c.Verbose, c.hasVerbose = on || value == "test2json", true
	}
	if valueFlags[name] || boolFlags[name] {
		c.Build = append(c.Build, "-"+name+"="+value)
	}
	return true
}

// GoArgs returns the arguments for the go command, "test" first.
//
// go test always runs with -json underneath: its events say which package a
// line belongs to and arrive as they happen. But -json also puts the test
// binary into verbose mode, and programs look at testing.Verbose: one that
// silences its logger unless verbose would be measured with its logging on.
// So -v=false goes with it unless -v or -json was asked for, and benchmarks
// run as they do under a plain go test -bench.
//
// Without -timeout go test kills a package's benchmarks after eleven minutes,
// with all the runs that were still to come (testing itself exempts them from
// its timeout of ten). As long as no tests are run the limit is lifted.
func (c Command) GoArgs() []string {
	args := []string{"test"}
	if c.Dir != "" {
		args = append(args, "-C", c.Dir) // go wants it first
	}
	if !c.JSON {
		args = append(args, "-json")
		if !c.hasVerbose {
			args = append(args, "-v=false")
		}
	}
	if !c.hasRun {
		args = append(args, "-run=^$")
		if !c.hasTimeout {
			args = append(args, "-timeout=0")
		}
	}
	if !c.hasBench {
		args = append(args, "-bench=.")
	}
	if c.Overlay != "" {
		args = append(args, "-vet=off", "-overlay="+c.Overlay)
	} else {
		args = append(args, c.overlaid...)
	}
	return append(args, c.args...)
}

// ListArgs returns the arguments of the go list command that names the test
// files of the same packages.
func (c Command) ListArgs() []string {
	args := []string{"list"}
	if c.Dir != "" {
		args = append(args, "-C", c.Dir)
	}
	args = append(args, "-e", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles")
	args = append(args, c.Build...)
	return append(append(args, "--"), c.Packages...)
}
