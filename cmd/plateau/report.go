package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/plateau-bench/plateau/reportx"
)

func reportCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau report", flag.ContinueOnError)
	format := f.String("format", "text", "how to write it: "+strings.Join(reportFormats(), ", "))
	var percentiles percentileFlag
	f.Var(&percentiles, "percentiles", "which `percentiles`, in percent (default 50,95,99,99.9)")
	warmup := f.String("warmup", "auto", warmupUsage)
	f.Usage = commandUsage(f, "report", "Report reads the files together and reports each benchmark over all its runs.")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	if err := checkChoice("warmup", *warmup, []string{"auto", "off"}); err != nil {
		return usageError(s, f, err)
	}
	if err := checkChoice("format", *format, reportFormats()); err != nil {
		return usageError(s, f, err)
	}
	return reportWith(s, *format, f.Args(), reportOptions{
		read:   reportx.ReadOptions{KeepWarmup: *warmup == "off"},
		report: reportx.Options{Percentiles: percentiles},
	})
}

const warmupUsage = "of raw series: auto finds what is not yet steady, off takes all as steady"

func reportFormats() (names []string) {
	for _, f := range reportx.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// report is reportWith the usual options.
func report(s streams, format string, files []string) int {
	return reportWith(s, format, files, reportOptions{})
}

type reportOptions struct {
	read   reportx.ReadOptions
	report reportx.Options
}

// reportWith prints the report of files to s.stdout in one of reportFormats
// and returns the exit status. What is whole is reported in any case; what is
// not is on s.stderr, and the status says so.
func reportWith(s streams, format string, files []string, o reportOptions) int {
	rs, status := readFiles(s, "report", files, o.read)
	if rs == nil {
		return status
	}
	rep, err := reportx.NewReport(rs, o.report)
	if err != nil {
		status = fail(s, "report", err)
	}
	if len(rep.Benchmarks) == 0 && (format != "json" || len(files) == 0) {
		return exitCannot
	}
	if err := writeReport(s, rep, format); err != nil {
		return fail(s, "report", err)
	}
	return status
}

func writeReport(s streams, rep *reportx.Report, format string) error {
	if format == "text" {
		return rep.WriteText(s.stdout, textOptions(s.stdout))
	}
	return rep.Write(s.stdout, format)
}

// readFiles reads files and says on s.stderr what is to be said about them. No
// results at all mean that the command cannot go on.
func readFiles(s streams, command string, files []string, o reportx.ReadOptions) (rs *reportx.Results, status int) {
	if len(files) == 0 {
		fail(s, command, errors.New("no files: name some, or - for standard input"))
		return nil, exitCannot
	}
	rs = reportx.ReadFiles(files, s.stdin, o)
	for _, n := range rs.Notes {
		fmt.Fprintf(s.stderr, "plateau %s: note: %s\n", command, n)
	}
	for _, p := range rs.Problems {
		status = fail(s, command, p)
	}
	return rs, status
}

// fail says what went wrong. That nobody reads on, see outlivePipes, is nothing to be told of.
func fail(s streams, command string, err error) int {
	if errors.Is(err, syscall.EPIPE) {
		return signalStatus(syscall.SIGPIPE)
	}
	fmt.Fprintf(s.stderr, "plateau %s: %v\n", command, err)
	return exitCannot
}

// usageError says what is wrong with the flags.
func usageError(s streams, f *flag.FlagSet, err error) int {
	fmt.Fprintf(s.stderr, "%s: %v\nrun '%s -h' for usage\n", f.Name(), err, f.Name())
	return exitCannot
}

func checkChoice(name, value string, choices []string) error {
	for _, c := range choices {
		if c == value {
			return nil
		}
	}
	return fmt.Errorf("-%s is one of %s, not %q", name, strings.Join(choices, ", "), value)
}

// commandUsage is the help of a subcommand.
func commandUsage(f *flag.FlagSet, name, about string) func() {
	return func() {
		for _, c := range commands() {
			if c.name == name {
				fmt.Fprintf(f.Output(), "usage: plateau %s %s\n\n%s\n\n", c.name, c.args, about)
			}
		}
		f.PrintDefaults()
	}
}

// percentileFlag is a list of percentiles in percent, separated by commas.
type percentileFlag []float64

func (p *percentileFlag) String() string {
	var words []string
	for _, x := range *p {
		words = append(words, strconv.FormatFloat(x, 'f', -1, 64))
	}
	return strings.Join(words, ",")
}

func (p *percentileFlag) Set(s string) error {
	*p = nil
	for _, word := range strings.Split(s, ",") {
		x, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(word), "p"), 64)
		if err != nil || !(x > 0 && x < 100) {
			return fmt.Errorf("%q is no percentile between 0 and 100", word)
		}
		*p = append(*p, x)
	}
	return nil
}
