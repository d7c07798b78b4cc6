package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantity"
	"github.com/plateau-bench/plateau/reportx"
)

func compareCommand(s streams, args []string) int {
	f := flag.NewFlagSet("plateau compare", flag.ContinueOnError)
	format := f.String("format", "text", "how to write it: "+strings.Join(reportx.CompareFormats(), ", "))
	var percentiles percentileFlag
	f.Var(&percentiles, "percentiles", "which `percentiles`, in percent (default 50,95,99,99.9)")
	warmup := f.String("warmup", "off", sidesWarmupUsage)
	pairs := pairingFlags(f)
	f.Usage = commandUsage(f, "compare", "Compare says how each benchmark of OLD changed in NEW. A side may be several files,\n"+
		"with commas between them, or a directory of *.bench files. It always answers, and\n"+
		"says how far to trust it.")
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	pairing, err := pairs()
	if err == nil {
		err = errors.Join(checkChoice("format", *format, reportx.CompareFormats()), checkChoice("warmup", *warmup, []string{"auto", "off"}))
	}
	if err == nil && f.NArg() < 2 {
		err = fmt.Errorf("%s: name the old and the new files, several of a side as OLD1,OLD2", sidesOf(f.NArg()))
	}
	if err != nil {
		return usageError(s, f, err)
	}
	if hint := globHint("compare", f.Args()); hint != "" {
		fmt.Fprintln(s.stderr, "plateau compare: "+hint)
	}
	sides, status := readSides(s, "compare", f.Args(), reportx.ReadOptions{KeepWarmup: *warmup == "off"})
	c, err := reportx.NewComparison(sides, reportx.CompareOptions{Percentiles: percentiles, Pairing: pairing})
	if err != nil {
		status = fail(s, "compare", err)
	}
	if c.Empty() && *format != "json" {
		return exitCannot
	}
	if err := writeComparison(s, c, *format); err != nil {
		return fail(s, "compare", err)
	}
	return status
}

// sidesWarmupUsage says why the default is not that of report: on recorded noise what is found in one
// run and not in its neighbour hides most changes (docs/comparing.md).
const sidesWarmupUsage = "of raw series: off takes all as steady, auto leaves out what is not yet steady in\neach run, which hides changes where the runs are short or noisy"

// pairingFlags adds -paired and -unpaired, and returns what they say once they are parsed.
func pairingFlags(f *flag.FlagSet) func() (reportx.Pairing, error) {
	paired := f.Bool("paired", false, "run i of OLD and run i of NEW were neighbours")
	unpaired := f.Bool("unpaired", false, "compare all runs of one side with all of the other: advice only")
	return func() (reportx.Pairing, error) {
		switch {
		case *paired && *unpaired:
			return 0, errors.New("-paired and -unpaired exclude each other")
		case *paired:
			return reportx.PairByOrder, nil
		case *unpaired:
			return reportx.NotPaired, nil
		}
		return reportx.PairByTime, nil
	}
}

// readSides reads the files of each side, and says on s.stderr what is to be said about them.
func readSides(s streams, command string, args []string, o reportx.ReadOptions) (sides []reportx.Side, status int) {
	for _, arg := range args {
		rs, bad := readFiles(s, command, sideFiles(arg), o)
		status = max(status, bad)
		sides = append(sides, reportx.Side{Name: sideName(arg, sides), Results: rs})
	}
	return sides, status
}

// sidesOf is "1 side" or "2 sides".
func sidesOf(n int) string { return quantity.Of(n, "side") }

// globHint says how to compare two directories, where a shell has made sides of all their files: "" where it does not
// look so.
func globHint(command string, args []string) string {
	var dirs []string
	files := make(map[string]int)
	for _, arg := range args {
		dir := filepath.Dir(arg)
		if files[dir]++; files[dir] == 1 {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) != 2 || files[dirs[0]] < 2 || files[dirs[1]] < 2 {
		return ""
	}
	return fmt.Sprintf("each of the %d files is a side of its own; for all of %[2]s against all of %[3]s: plateau %[4]s %[2]s %[3]s", len(args), dirs[0], dirs[1], command)
}

// sideName is what a side is called: its argument, short where that names many files, unless
// another side is called so.
func sideName(arg string, others []reportx.Side) string {
	if _, err := os.Stat(arg); err == nil {
		return arg
	}
	files := strings.Split(arg, ",")
	short := fmt.Sprintf("%s and %d more", files[0], len(files)-1)
	if len(files) < 3 || slices.ContainsFunc(others, func(s reportx.Side) bool { return s.Name == short }) {
		return arg
	}
	return short
}

// sideFiles are the files of a side: what stands between commas, unless there is a file
// whose name has them. A directory stands for the sample files in it.
func sideFiles(arg string) (files []string) {
	if _, err := os.Stat(arg); err == nil {
		return benchFiles(arg)
	}
	for _, file := range strings.Split(arg, ",") {
		files = append(files, benchFiles(file)...)
	}
	return files
}

// benchFiles are the files *.bench of a directory, sorted, and path itself if it is none
// or holds none.
func benchFiles(path string) (files []string) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return []string{path}
	}
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".bench" {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	if files == nil {
		return []string{path}
	}
	return files
}

func writeComparison(s streams, c *reportx.Comparison, format string) error {
	if format == "text" {
		return c.WriteText(s.stdout, textOptions(s.stdout))
	}
	return c.Write(s.stdout, format)
}
