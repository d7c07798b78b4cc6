package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

// Exit statuses of every subcommand.
const (
	exitFine   = 0 // done
	exitFailed = 1 // what was checked did not pass
	exitCannot = 2 // it could not be done: bad usage or bad data
	exitUnsure = 3 // what was checked could not be told (gate -strict)
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams are what a subcommand reads from and writes to. Tests put their own
// in place of the process's.
type streams struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// A command is one subcommand of plateau.
type command struct {
	name    string
	args    string // what follows the name in the usage line
	summary string
	// run does the work; args are those after the subcommand's name. It
	// returns an exit status and never exits itself.
	run func(s streams, args []string) int
}

// commands lists the subcommands in the order in which help shows them.
func commands() []command {
	return []command{
		{"run", "[-auto] [-count N] [-o FILE] [-format FORMAT] [go test flags] [packages]", "run go test -bench, keep the samples, print the report", runCommand},
		{"report", "[-format text|markdown|json|bench|html] FILE...", "percentiles of each benchmark, pooled over its runs", reportCommand},
		{"compare", "[-format text|markdown|json|bench|html] OLD NEW...", "what changed between two versions, tails first", compareCommand},
		{"gate", "[-max p99=+10%]... [-strict] OLD NEW", "fail where NEW is worse than OLD beyond a limit", gateCommand},
		{"ab", "-base REV [-auto] [-count N] [-max p99=+10%]... [go test flags] [packages]", "build two versions, run them in turns, decide whether the second is worse", abCommand},
		{"instrument", "[-d] [-w] [-undo] [build flags] [packages]", "add to benchmarks what measures every iteration, or take it out", instrumentCommand},
		{"steady", "[-online] [-format text|json] FILE...", "where each series becomes steady, if ever", steadyCommand},
		{"counters", "[-format text|json] [EVENT...]", "what can be counted on this machine, and what keeps the rest from it", countersCommand},
		{"export", "[-format csv|hlog|hgrm] FILE...", "samples or their histogram for other tools", exportCommand},
	}
}

// run is the whole program: it picks the subcommand and returns its status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{stdin, stdout, stderr}
	if len(args) == 0 {
		usage(stderr)
		return exitCannot
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		usage(stdout)
		return exitFine
	case "version", "-version", "--version":
		fmt.Fprintln(stdout, "plateau "+version())
		return exitFine
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(s, args[1:])
		}
	}
	fmt.Fprintf(stderr, "plateau: no command %q; plateau help lists them\n", args[0])
	return exitCannot
}

// version is that of the module, as far as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

func usage(w io.Writer) {
	fmt.Fprint(w, "plateau reports the tail latency of Go benchmarks.\n\nUsage:\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "\tplateau %s %s\n\t\t%s\n", c.name, c.args, c.summary)
	}
	fmt.Fprint(w, "\nA FILE is a sample file, go test -bench output (-json too), a raw series, or the\n"+
		"JSON of JMH, pyperf, hyperfine, google/benchmark or Criterion.rs; \"-\" is standard\n"+
		"input. plateau COMMAND -h explains a command; plateau version\nprints the version.\n")
}

// parseFlags parses args into f. When it returns false the subcommand is
// over: help was asked for, or the flags are wrong and stderr says how.
func parseFlags(f *flag.FlagSet, s streams, args []string) (status int, ok bool) {
	f.SetOutput(s.stderr)
	for _, a := range args {
		if a == "--" {
			break
		}
		if a == "-h" || a == "-help" || a == "--help" {
			f.SetOutput(s.stdout) // help that was asked for is the result
		}
	}
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitFine, false
	case err != nil:
		return exitCannot, false
	}
	if a := lateFlag(f, args); a != "" {
		fmt.Fprintf(s.stderr, "%s: %s comes after a file: flags come before files\n", f.Name(), a)
		return exitCannot, false
	}
	return exitFine, true
}

// lateFlag is the first flag behind a file, where package flag no longer looks, "" without one.
// What follows -- is meant as it stands.
func lateFlag(f *flag.FlagSet, args []string) string {
	if slices.Contains(args, "--") {
		return ""
	}
	for _, a := range f.Args() {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if strings.HasPrefix(a, "-") && f.Lookup(name) != nil {
			return a
		}
	}
	return ""
}
