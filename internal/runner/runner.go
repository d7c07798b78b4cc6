// Package runner runs go test benchmarks as child processes and joins what
// they print with the samples they record.
//
// A run goes through four pieces that know nothing of each other. A Process
// runs the go command and passes signals on. A Transcript turns the events of
// go test -json back into lines and keeps the result lines. Samples index the
// files that the test binaries wrote. Join puts the two together into one
// Go benchmark file. Progress and Screen show meanwhile how it goes.
package runner

import (
	"fmt"
	"io"
	"os"
	"time"
)

// OutEnv is the environment variable that tells a test binary where to write
// its sample file.
const OutEnv = "PLATEAU_OUT"

// A Config says what to run and whom to tell. Zero values are fine except for
// Command and Stderr.
type Config struct {
	Go      string // the go command; "" is the go in PATH
	Command Command
	Env     []string // of the go command, nil for this process's

	// Stderr receives all that go test would print itself, as it comes, and
	// the progress. When the command has -json it gets the progress alone.
	Stderr   io.Writer
	Terminal bool // Stderr is a terminal
	// JSON receives go test's events unchanged when the command has -json.
	JSON io.Writer

	// Signals are passed on to go test; see Process.Run. They are read until
	// the channel is closed, also when go test has ended.
	Signals <-chan os.Signal
	Grace   time.Duration // see Process
}

// An Outcome is what a run has led to. Close it when the file is written: the
// samples lie in temporary files until then.
type Outcome struct {
	Exit   Exit
	Joined *Joined
	// Notes are what the user should know about results and samples that
	// were left out.
	Notes []string

	temp string
}

// Close removes the temporary files.
func (o *Outcome) Close() error {
	if o.temp == "" {
		return nil
	}
	return os.RemoveAll(o.temp)
}

// Run runs go test to its end, or to its end after a signal. The error says
// that it could not be run. A go test that fails is no error: what was whole
// is in the outcome.
func Run(c Config) (*Outcome, error) {
	if c.Go == "" {
		c.Go = "go"
	}
	if c.Env == nil {
		c.Env = os.Environ()
	}
	out := new(Outcome)
	place, err := newSampleDir(c.Env)
	if err != nil {
		out.Notes = append(out.Notes, fmt.Sprintf("no samples will be kept: %v", err))
	}
	out.temp = place.temp
	if n := abandonedNote(os.TempDir()); n != "" {
		fmt.Fprintf(c.Stderr, "plateau: %s\n", n)
	}

	w := newWatcher(c)
	stop := w.tick()
	p := Process{
		Path: c.Go, Args: c.Command.GoArgs(), Env: place.env(c.Env), Grace: c.Grace,
		Stdout: &w.stdout, Stderr: &w.stderr,
	}
	out.Exit, err = p.Run(w.relay(c.Signals))
	stop()
	w.close()
	if err != nil {
		out.Close()
		return nil, err
	}
	samples := &Samples{}
	if place.dir != "" {
		samples = ReadSamples(place.dir, place.old)
	}
	out.Joined = Join(w.transcript.Packages, samples)
	out.Notes = append(out.Notes, w.transcript.Notes...)
	out.Notes = append(out.Notes, samples.Notes...)
	out.Notes = append(out.Notes, out.Joined.Notes...)
	if n := unsampledNote(out.Joined, w.transcript.Losses, samples, place); n != "" {
		out.Notes = append(out.Notes, n)
	}
	return out, nil
}
