package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// limitsFile is where limits are kept, unless -limits names another file.
const limitsFile = "plateau.limits"

func gateCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau gate", flag.ContinueOnError)
	var limits limitFlag
	f.Var(&limits, "max", "`[pattern:]statistic=limit`, repeatable: p99=+10% (the default), 'BenchmarkHTTP.*:p99.9=+20%',\np99=5ms, B/op=+0%")
	file := f.String("limits", limitsFile, "`file` with such limits, one a line; -max comes after it")
	update := f.Bool("update", false, "write budgets for what NEW shows to the file of limits instead of deciding")
	strict := f.Bool("strict", false, "exit with 3 where the runs cannot tell, and with 2 where a -max is about nothing")
	format := f.String("format", "text", "how to write it: "+strings.Join(reportx.CompareFormats(), ", "))
	warmup := f.String("warmup", "off", sidesWarmupUsage)
	pairs := pairingFlags(f)
	f.Usage = commandUsage(f, "gate", "Gate decides whether NEW is worse than OLD beyond a limit. The runs must have been\n"+
		"interleaved, each in a fresh process: plateau ab -base REV builds two versions, runs them\n"+
		"so, and decides. Budgets alone (p99=5ms) need no OLD. A side is a file, several with\n"+
		"commas between them, or a directory of *.bench files. By hand:\n\n"+reportx.Interleaving+"\n"+
		"Exit status: 0 passed, 1 worse, 2 wrong usage or data, 3 unsure (with -strict).")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	pairing, err := pairs()
	if err == nil {
		err = errors.Join(checkChoice("format", *format, reportx.CompareFormats()), checkChoice("warmup", *warmup, []string{"auto", "off"}))
	}
	if err != nil {
		return usageError(s, f, err)
	}
	read := reportx.ReadOptions{KeepWarmup: *warmup == "off"}
	if *update {
		return updateLimits(s, f, *file, read)
	}
	kept, err := readLimits(*file)
	if err != nil {
		return fail(s, "gate", err)
	}
	all := append(kept, limits...)
	args = f.Args()
	newOnly := len(args) == 1 && budgetsOnly(all)
	if newOnly {
		args = append(args, args[0])
	}
	if hint := globHint("gate", args); hint != "" {
		return usageError(s, f, errors.New(hint))
	}
	if len(args) != 2 {
		return usageError(s, f, fmt.Errorf("%s: name OLD and NEW, each a file, several with commas between them, or a directory; NEW alone will do where all limits are budgets, as p99=5ms is one", sidesOf(len(args))))
	}
	return gate(s, args, read, *format, reportx.GateOptions{Limits: all, NewOnly: newOnly, Pairing: pairing, Strict: *strict})
}

func gate(s streams, args []string, read reportx.ReadOptions, format string, o reportx.GateOptions) int {
	sides, status := readSides(s, "gate", args, read)
	c, err := reportx.NewGate(sides[0], sides[1], o)
	for _, f := range c.Failed {
		status = fail(s, "gate", fmt.Errorf("%s failed in %s: what is left of it decides nothing", f.Name, f.Side))
	}
	if err != nil {
		return fail(s, "gate", err)
	}
	if err := writeComparison(s, c, format); err != nil {
		return fail(s, "gate", err)
	}
	return gateStatus(s, "gate", status, c.Gate)
}

// gateStatus is the exit status of a gate's answer, given that of reading its input: what could not be decided comes before what was.
func gateStatus(s streams, command string, status int, g *reportx.GateResult) int {
	switch {
	case status != exitFine:
		return status
	case g.Worse > 0:
		return exitFailed
	case len(g.Gone) > 0:
		return fail(s, command, fmt.Errorf("%s is gone from the new side, and a limit names it", g.Gone[0]))
	case len(g.Lapsed()) > 0:
		o := g.Lapsed()[0]
		return fail(s, command, fmt.Errorf("%s: only %s has samples, and a limit is about its percentiles: measure it on both sides", o.Name, o.Side))
	case g.Strict && len(g.Idle) > 0:
		return fail(s, command, fmt.Errorf("-max %s is about nothing: no benchmark on both sides has it", g.Idle[0]))
	case !g.Passed:
		return exitUnsure
	}
	return exitFine
}

func budgetsOnly(limits []reportx.Limit) bool {
	for _, l := range limits {
		if !l.Absolute() {
			return false
		}
	}
	return len(limits) > 0
}

// readLimits reads the file of limits. That of the usual name need not exist.
func readLimits(name string) ([]reportx.Limit, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) && name == limitsFile {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	defer f.Close()
	return reportx.ReadLimits(name, f)
}

// updateLimits writes budgets to the file of limits, which is replaced as a whole or not at all.
func updateLimits(s streams, f *flag.FlagSet, name string, read reportx.ReadOptions) int {
	if f.NArg() < 1 || f.NArg() > 2 {
		return usageError(s, f, fmt.Errorf("%s: -update wants NEW, the files to make budgets of", sidesOf(f.NArg())))
	}
	rs, status := readFiles(s, "gate", sideFiles(f.Arg(f.NArg()-1)), read)
	if status != exitFine {
		return status
	}
	kept, err := readLimits(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail(s, "gate", err)
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail(s, "gate", err)
	}
	rep, err := reportx.NewReport(rs, reportx.Options{Percentiles: reportx.BudgetPercentiles(kept)})
	if err != nil {
		return fail(s, "gate", err)
	}
	var text bytes.Buffer
	if err := reportx.UpdateBudgets(&text, string(old), rep); err != nil {
		return fail(s, "gate", err)
	}
	if err := replaceFile(name, text.Bytes()); err != nil {
		return fail(s, "gate", err)
	}
	fmt.Fprintf(s.stdout, "wrote %s\n", name)
	return exitFine
}

// replaceFile writes a file beside the old one and puts it in its place, with its permissions; a link stays one. A file
// that may not be written is left as it is.
func replaceFile(name string, data []byte) error {
	mode := fs.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
		old, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		info, err := old.Stat()
		if err = errors.Join(err, old.Close()); err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails once it was renamed
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Close())
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(tmp.Name(), name)
}

// limitFlag is -max.
type limitFlag []reportx.Limit

func (l *limitFlag) String() string { return "" }

func (l *limitFlag) Set(s string) error {
	limit, err := reportx.ParseLimit(s)
	if err != nil {
		return err
	}
	*l = append(*l, limit)
	return nil
}
