package runner

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A flagValue is a flag that go test knows, by its name without dashes or "test.".
type flagValue struct{ name, value string }

// binaryFlags are the flags of go test that are the test binary's own, there with "test." before
// them. All others are about building.
var binaryFlags = []string{
	"bench", "benchmem", "benchtime", "cpu", "failfast", "fullpath", "parallel", "run", "short", "shuffle", "skip", "v",
}

// apartFlags are those that make no sense, or need more care, where a test binary is built once and
// run by itself many times. The text says why.
var apartFlags = map[string]string{
	"exec": "the test binaries run by themselves", "c": "the test binaries are built anyway", "list": "nothing would be measured",
	"json": "-format json is the result as JSON", "fuzz": "fuzzing is no benchmark", "n": "nothing would be built", "i": "go test has it no more",
	"blockprofile": profiles, "coverprofile": profiles, "cpuprofile": profiles, "memprofile": profiles, "mutexprofile": profiles, "trace": profiles,
	"artifacts": profiles,
}

const profiles = "each of many processes would overwrite the file of the one before; profile one side with go test"

// Apart says why a command cannot be run as a test binary built before, nil if it can.
func (c Command) Apart() error {
	for _, f := range c.known {
		why, ok := apartFlags[f.name]
		if ok && f.value != "false" {
			return fmt.Errorf("-%s: %s", f.name, why)
		}
	}
	return errors.Join(checkPattern("bench", c.Bench), checkPattern("skip", c.Skip), c.swallowed())
}

// checkPattern says why testing would not take a pattern.
func checkPattern(flag, pattern string) error {
	for _, alt := range splitPattern(pattern, '|') {
		for _, elem := range splitPattern(alt, '/') {
			if _, err := regexp.Compile(elem); err != nil {
				return fmt.Errorf("-%s %s: %w", flag, pattern, err)
			}
		}
	}
	return nil
}

// swallowed says that what looks like packages would be the value of a flag that go test does not know.
func (c Command) swallowed() error {
	if len(c.Packages) > 0 {
		return nil
	}
	for i, arg := range c.own {
		if i > 0 && strings.HasPrefix(c.own[i-1], "-") && (strings.HasPrefix(arg, "./") || strings.HasPrefix(arg, "../") || strings.HasSuffix(arg, "...")) {
			return fmt.Errorf("unknown flag %s, which would take %s for its value: name packages before the flags of the test binary", c.own[i-1], arg)
		}
	}
	return nil
}

// handledFlags are those that whoever runs the test binary sees to.
var handledFlags = []string{"o", "format", "auto", "C", "count", "timeout", "vet", "outputdir"}

// BuildFlags are the flags for go test -c: -tags, -race, -ldflags and the like, in order. An Overlay comes in place of one that was given.
func (c Command) BuildFlags() (flags []string) {
	if c.Overlay != "" {
		flags = append(flags, "-vet=off", "-overlay="+c.Overlay)
	}
	for _, f := range c.known {
		_, apart := apartFlags[f.name]
		apart = apart || f.name == "overlay" && c.Overlay != ""
		if !apart && !slices.Contains(handledFlags, f.name) && !slices.Contains(binaryFlags, f.name) && !c.profiling(f.name) {
			flags = append(flags, "-"+f.name+"="+f.value)
		}
	}
	return flags
}

// profiling reports whether a flag sets the rate of a profile.
func (c Command) profiling(name string) bool {
	return strings.HasSuffix(name, "profilerate") || strings.HasSuffix(name, "profilefraction") || strings.HasPrefix(name, "fuzz")
}

// BinaryFlags are the arguments of a test binary that runs the benchmarks which match the pattern bench and
// not skip, once and without tests unless -run was given; "" for either is the command's own. There is no limit of
// time: testing's does not cover benchmarks.
func (c Command) BinaryFlags(bench, skip string) []string {
	args := []string{"-test.paniconexit0", "-test.timeout=0"}
	if !c.hasRun {
		args = append(args, "-test.run=^$")
	}
	for _, f := range c.known {
		if slices.Contains(binaryFlags, f.name) && f.name != "bench" && f.name != "skip" {
			args = append(args, "-test."+f.name+"="+f.value)
		}
	}
	if bench == "" {
		bench = c.Bench
	}
	args = append(args, "-test.bench="+bench)
	if c.Skip != "" && skip != "" {
		skip = c.Skip + "|" + skip
	} else if skip == "" {
		skip = c.Skip
	}
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	return append(append(args, "-test.count=1"), c.own...)
}

// TakeFlags parts the flags of a command that are named in own, with their values, from those of go test. own
// says of each whether it stands alone, as a bool does. Behind -args nothing is taken.
func TakeFlags(args []string, own map[string]bool) (taken, rest []string) {
	for len(args) > 0 {
		arg := args[0]
		if arg == "--" || arg == "-args" || arg == "--args" {
			break
		}
		n := 1
		if len(arg) > 1 && arg[0] == '-' {
			name, _, hasValue := splitFlag(arg)
			_, known := valueFlags[name]
			alone, ours := own[strings.TrimLeft(strings.SplitN(arg, "=", 2)[0], "-")]
			if (known && !ours || ours && !alone) && !hasValue && len(args) > 1 {
				n = 2
			}
			if ours {
				taken, args = append(taken, args[:n]...), args[n:]
				continue
			}
		}
		rest, args = append(rest, args[:n]...), args[n:]
	}
	return taken, append(rest, args...)
}

// Procs is the value of -cpu if that is one number, "" otherwise. testing sets GOMAXPROCS only after the first run of a benchmark
// over b.Loop (golang/go#49980): whoever runs the binary has to set it for that one.
func (c Command) Procs() string {
	procs := ""
	for _, f := range c.known {
		if f.name == "cpu" {
			procs = f.value
		}
	}
	if n, err := strconv.Atoi(procs); err != nil || n < 1 {
		return ""
	}
	return procs
}
