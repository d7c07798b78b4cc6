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
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	return out, nil
}

// A sampleDir is where the test binaries write their samples.
type sampleDir struct {
	dir  string          // absolute; "" when there is none
	temp string          // dir when it is ours to remove
	old  map[string]bool // what was there before
}

// newSampleDir makes a directory for the samples, or takes the one that the
// user has named: the files there stay, and only new ones are read.
func newSampleDir(env []string) (sampleDir, error) {
	if user := lookup(env, OutEnv); user != "" {
		dir, err := filepath.Abs(user)
		if err != nil {
			return sampleDir{}, err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return sampleDir{}, fmt.Errorf("%s: %w", OutEnv, err)
		}
		names, err := sampleNames(dir)
		if err != nil {
			return sampleDir{}, fmt.Errorf("%s: %w", OutEnv, err)
		}
		s := sampleDir{dir: dir, old: make(map[string]bool)}
		for _, n := range names {
			s.old[n] = true
		}
		return s, nil
	}
	dir, err := os.MkdirTemp("", "plateau-")
	if err != nil {
		return sampleDir{}, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return sampleDir{}, err
	}
	return sampleDir{dir: dir, temp: dir}, nil
}

// env returns the environment for the child.
func (s sampleDir) env(env []string) []string {
	out := slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, OutEnv+"=") })
	if s.dir != "" {
		out = append(out, OutEnv+"="+s.dir)
	}
	return out
}

// lookup returns a variable's value; the last of several counts.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// A watcher receives what the go command prints and tells the screen.
type watcher struct {
	mu         sync.Mutex // guards what is below: two streams, signals and a ticker come in
	over       bool       // go test has ended
	transcript Transcript
	progress   *Progress
	screen     Screen
	json       io.Writer

	stdout, stderr lineSplitter
}

func newWatcher(c Config) *watcher {
	w := &watcher{
		transcript: Transcript{Verbose: c.Command.Verbose || c.Command.JSON},
		screen:     Screen{W: c.Stderr, Terminal: c.Terminal},
		progress:   NewProgress(c.Command, MakePlan(c.Go, c.Env, c.Command)),
	}
	w.transcript.Show = w.screen.Text
	if c.Command.JSON {
		w.json = c.JSON
		w.transcript.Show = nil
	}
	w.transcript.Run = func(p *Package, l Line, done bool) {
		now := time.Now()
		if done {
			w.progress.Finished(p.Path, l.Name, l.Rep, now)
		} else {
			w.progress.Started(p.Path, l.Name, l.Rep, now)
		}
	}
	w.stdout.line = w.event
	w.stderr.line = w.text
	return w
}

// event takes a line of go test's standard output.
func (w *watcher) event(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.json != nil {
		w.json.Write(line)
	}
	e, ok := ParseEvent(line)
	if !ok {
		w.transcript.Text(string(line))
		return
	}
	if e.Action == "start" {
		w.progress.Package(e.Package, time.Now())
	}
	w.transcript.Event(e)
	w.status()
}

// text takes a line of go test's standard error.
func (w *watcher) text(line []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.screen.Text(string(line))
}

func (w *watcher) status() {
	now := time.Now()
	w.screen.Status(w.progress.Status(now), now)
}

// tick keeps the status up to date, once a second: often enough to be read,
// seldom enough not to be measured. It returns what ends it.
func (w *watcher) tick() (stop func()) {
	w.mu.Lock()
	w.status()
	w.mu.Unlock()
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				w.mu.Lock()
				w.status()
				w.screen.Flush()
				w.mu.Unlock()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); wg.Wait() }
}

// relay hands signals on and says so. Those that come when go test has ended
// are taken and forgotten: whoever pressed Ctrl-C twice wants to keep results.
func (w *watcher) relay(in <-chan os.Signal) <-chan os.Signal {
	if in == nil {
		return nil
	}
	out := make(chan os.Signal, 2)
	go func() {
		said := false
		for sig := range in {
			w.mu.Lock()
			if !said && !w.over {
				w.screen.Text("plateau: " + sig.String() + ": waiting for go test to end, what is complete is kept; once more to kill it\n")
			}
			said = true
			w.mu.Unlock()
			select {
			case out <- sig:
			default: // two are enough
			}
		}
	}()
	return out
}

// close takes what is left in the streams.
func (w *watcher) close() {
	if rest := w.stdout.rest(); len(rest) > 0 {
		w.event(append(slices.Clone(rest), '\n'))
	}
	if rest := w.stderr.rest(); len(rest) > 0 {
		w.text(append(slices.Clone(rest), '\n'))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.transcript.Close()
	w.screen.Clear()
}
