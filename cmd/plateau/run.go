package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/plateau-bench/plateau/internal/quantity"
	"github.com/plateau-bench/plateau/internal/runner"
	"github.com/plateau-bench/plateau/reportx"
)

const runUsage = `Usage: plateau run [-auto] [-count N] [-o FILE] [-format FORMAT] [go test flags] [packages]

Runs go test -bench, with -bench=. and -run=^$ unless given, and prints the
report of what the benchmarks measured. All flags of go test are passed on to
it, and so is -args with what follows; -o, -auto and -format alone are plateau's own.

  -auto      measure benchmarks that do not use benchx, as they are: their loops
             are found, and measured in copies of their files that only the
             compiler sees (a build overlay). Nothing in the checkout changes,
             go.mod and go.sum included. Which loops could not be measured is
             said first, with the reason; they run as before. See also
             plateau instrument, which does the same for good.
  -count N   run each benchmark N times: intervals need several runs
  -o FILE    write results and samples to FILE, a Go benchmark file that
             plateau report and benchstat read. An existing file is replaced
             if it holds benchmark results. - is standard output: the report
             goes to standard error then. Without -o the samples are gone when
             the report is printed.
  -format FORMAT
             how to write the report: text, markdown, json, bench or html, which
             is one file for a browser: plateau run -format html >report.html

Standard output has the report alone. Everything that go test prints, result
lines included, goes to standard error as it comes, with the progress. With
-json it is the other way round: go test's events go to standard output
unchanged, and the report to standard error.

The summary among a benchmark's --- BENCH: lines is what benchx logs under any
go test -bench, when that benchmark is done; the report at the end has all of
them.

Benchmarks run as under a plain go test -bench; with -v or -json they run
verbosely, and see it in testing.Verbose.

Without -timeout and -run there is no time limit: go test would end a package's
benchmarks after eleven minutes.

Ctrl-C ends the run: what is complete is kept, written and reported. A second
one kills go test. Where PLATEAU_OUT names a directory, the sample files stay
there as well.

The exit status is that of go test; 130 after Ctrl-C; 2 if FILE could not be
written or the report not be made.
`

// runCommand is plateau run.
func runCommand(s streams, args []string) int {
	cmd, err := runner.ParseCommand(args)
	if errors.Is(err, runner.ErrHelp) {
		io.WriteString(s.stdout, runUsage)
		return exitFine
	}
	if err != nil {
		fmt.Fprintf(s.stderr, "plateau run: %v\n", err)
		return exitCannot
	}
	format := cmp.Or(cmd.Format, "text")
	if err := checkChoice("format", format, reportFormats()); err != nil {
		fmt.Fprintf(s.stderr, "plateau run: %v\n", err)
		return exitCannot
	}
	file, err := openResultFile(s, cmd.Output, cmd.JSON)
	if err != nil {
		fmt.Fprintf(s.stderr, "plateau run: -o: %v\n", err)
		return exitCannot
	}
	for _, n := range cmd.Mistyped() {
		fmt.Fprintf(s.stderr, "plateau run: %s\n", n)
	}
	ctx, stop := untilSignal()
	defer stop()
	signals := make(chan os.Signal, 2)
	notify(signals)
	defer close(signals)
	defer signal.Stop(signals)
	var ends chan<- os.Signal
	if cmd.Output == "" { // nothing is kept, and nobody would see anything more
		ends = signals
	}
	defer outlivePipes(ends)()

	if cmd.Auto {
		overlay, err := overlayFor(ctx, s.stderr, &cmd)
		if err == nil {
			defer overlay.Close()
		}
		switch {
		case ctx.Err() != nil:
			return signalStatus(<-signals) // what has ended ctx is in there too
		case err != nil:
			fmt.Fprintf(s.stderr, "plateau run: -auto: %v\n", err)
			return exitCannot
		}
	}
	out, err := runner.Run(runner.Config{
		Command: cmd, Stderr: s.stderr, Terminal: isTerminal(s.stderr), JSON: s.stdout, Signals: signals,
	})
	if err != nil {
		fmt.Fprintf(s.stderr, "plateau run: %v\n", err)
		return exitCannot
	}
	defer out.Close()
	for _, n := range out.Notes {
		fmt.Fprintf(s.stderr, "plateau: %s\n", n)
	}
	if !cmd.Auto {
		hintAuto(s.stderr, out.Joined)
	}
	return runStatus(out.Exit, conclude(file.reportStreams(s, cmd.JSON), format, file, out.Joined, func() { signal.Stop(signals) }))
}

// conclude writes the file and prints the report in a format. It returns an exit status.
// written is called in between: from then on nothing is lost by a signal.
func conclude(s streams, format string, file resultFile, j *runner.Joined, written func()) int {
	if j.Runs == 0 {
		fmt.Fprintln(s.stderr, "plateau: no benchmark has a result, there is nothing to report")
		return exitFine
	}
	if file.path == "" {
		written()
		if j.Sampled > 0 {
			fmt.Fprintln(s.stderr, "plateau: results and samples are not kept; -o FILE keeps them")
		}
		return reportJoined(s, format, j)
	}
	err := file.write(j)
	written()
	if errors.Is(err, syscall.EPIPE) {
		return fail(s, "run", err)
	}
	if err != nil {
		fmt.Fprintf(s.stderr, "plateau: %s was not written: %v\n", file.path, err)
		reportJoined(s, format, j)
		return exitCannot
	}
	fmt.Fprintf(s.stderr, "plateau: %s has the results of %s, %d with samples\n", file.path, quantity.Of(j.Runs, "run"), j.Sampled)
	if !file.readable() {
		return reportJoined(s, format, j) // a pipe cannot be read again
	}
	return report(s, format, []string{file.path})
}

// reportJoined prints the report of results that are in no file.
func reportJoined(s streams, format string, j *runner.Joined) int {
	r, w := io.Pipe()
	go func() {
		_, err := j.WriteTo(w)
		w.CloseWithError(err)
	}()
	defer r.Close()
	s.stdin = r
	return reportWith(s, format, []string{"-"}, reportOptions{read: reportx.ReadOptions{StdinName: "the output of go test"}})
}

// runStatus is the exit status of a run whose file and report came to after.
func runStatus(exit runner.Exit, after int) int {
	switch {
	case exit.Signal != nil:
		return signalStatus(exit.Signal)
	case exit.Status != 0:
		return exit.Status
	}
	return after
}

// isTerminal reports whether w is a terminal that understands escape
// sequences.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	if runtime.GOOS == "windows" && os.Getenv("WT_SESSION") == "" {
		return false // a console may show them as they are
	}
	fi, err := f.Stat()
	return err == nil && fi.Mode()&os.ModeCharDevice != 0
}
