package ab

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// An Outcome is how a process ended.
type Outcome string

const (
	Fine    Outcome = "fine"
	Failed  Outcome = "failed"  // benchmarks failed, and the others were run
	Crashed Outcome = "crashed" // it panicked, or exited as testing does not
	Hung    Outcome = "hung"    // it did not end within its limit and was killed
)

// A Process is one run of a test binary that is over, as the journal keeps it.
type Process struct {
	Pair    int     `json:"pair"` // from 1
	Pkg     string  `json:"pkg"`
	Side    Side    `json:"side"` // 0 is base
	Seconds float64 `json:"seconds"`
	// Took has the seconds of each benchmark that printed a result, by its printed name; of several runs all together.
	Took    map[string]float64 `json:"took,omitempty"`
	Outcome Outcome            `json:"outcome"`
	// File has the results and samples, relative to the trial's directory; "" when there are none.
	File string `json:"file,omitempty"`
	// Stuck is the top-level benchmark that hung or crashed, "" when that is not known.
	Stuck string `json:"stuck,omitempty"`
	// Failed are the benchmarks that failed by themselves, as printed.
	Failed []string `json:"failed,omitempty"`
	// Log has what the process printed, relative to the trial's directory; "" for one that ended well.
	Log string `json:"log,omitempty"`

	Runs     int `json:"runs"`     // result lines
	Recorded int `json:"recorded"` // of them those of benchmarks that take samples
	Sampled  int `json:"sampled"`  // of them those whose samples are kept

	refused string // what the test binary said of its command line, if it did not take it
}

// A job is a process to be run.
type job struct {
	subject   *Subject
	number    int // of the subject
	pair      int
	side      Side
	benchmark string // pattern, "" for all
	skip      string
	order     []string // top-level benchmarks that it runs
	limit     time.Duration
	last      bool // no more time than the limit is left for the trial
}

// name is what the files of a job are called: they sort by pair.
func (j job) name() string {
	return fmt.Sprintf("%04d-%02d-%s", j.pair, j.number, filepath.Base(j.subject.Pkg))
}

// run runs a job to its end and keeps what it measured. An error says that this could not be done: the test
// binary did not start, its samples could not be written, or an Interrupted.
func (t *Trial) run(j job) (*Process, error) {
	raw, err := os.MkdirTemp(t.Dir, rawPrefix)
	if err != nil {
		return nil, fmt.Errorf("making a directory for samples: %w", err)
	}
	defer os.RemoveAll(raw)
	out := newOutput(j.subject.Pkg)
	env := append(inDir(t.Env[j.side], j.subject.Dirs[j.side]), runner.OutEnv+"="+raw)
	if procs := t.Command.Procs(); procs != "" {
		env = append(env, "GOMAXPROCS="+procs)
	}
	p := runner.Process{
		Path: j.subject.Bins[j.side], Args: t.Command.BinaryFlags(j.benchmark, j.skip), Dir: j.subject.Dirs[j.side], Env: env,
		Stdout: out, Stderr: out.stderr(), Limit: j.limit, Grace: killGrace, NoInput: true, Alone: true,
	}
	began := time.Now()
	exit, err := p.Run(t.Signals)
	took := time.Since(began)
	t.spend(began, took)
	if exit.Signal != nil {
		return nil, &Interrupted{exit.Signal}
	}
	if err != nil {
		return nil, err
	}
	if exit.TimedOut && j.last {
		return nil, &TimeUp{fmt.Sprintf("%s of %s was ended after %s, in pair %d", j.subject.Pkg, j.side, rounded(took), j.pair)}
	}
	done := &Process{Pair: j.pair, Pkg: j.subject.Pkg, Side: j.side, Seconds: took.Seconds(), Took: out.took}
	out.transcript.Close()
	if done.Outcome = outcome(exit, out); done.Outcome != Fine {
		done.Failed = out.failed
		if done.Outcome != Failed {
			done.Stuck = out.stuck(j.order)
		}
		if done.Outcome == Crashed && len(out.seen) == 0 {
			if done.refused = refusal(out.stack.String()); done.refused == "" && done.Stuck == "" && len(j.order) > 0 {
				starts, err := t.starts(j, env)
				if err != nil {
					return nil, err
				}
				if starts {
					done.Stuck = j.order[0]
				}
			}
		}
		done.Log = filepath.Join("logs", j.name()+"-"+j.side.String()+".txt")
		if err := t.writeLog(done.Log, out, exit); err != nil {
			return nil, err
		}
	}
	return done, t.keep(j, done, out, raw)
}

// outcome tells how a process ended. testing exits with 1 when a benchmark has failed, and says which.
func outcome(exit runner.Exit, out *output) Outcome {
	switch {
	case exit.TimedOut:
		return Hung
	case exit.Status == 0:
		return Fine
	case exit.Status == 1 && len(out.failed) > 0:
		return Failed
	}
	return Crashed
}

// rawPrefix begins the name of a directory into which a process writes its samples.
const rawPrefix = "raw-"

// killGrace is how long a process that hangs may take to say where.
const killGrace = 3 * time.Second

// keep joins what a process printed with the samples that it wrote, into one file of its side.
func (t *Trial) keep(j job, done *Process, out *output, raw string) error {
	joined := runner.Join(out.transcript.Packages, runner.ReadSamples(raw, nil))
	done.Runs, done.Sampled, done.Recorded = joined.Runs, joined.Sampled, joined.Recorded
	if len(out.transcript.Losses) > 0 {
		return fmt.Errorf("samples were lost: %s", strings.Join(out.transcript.Losses, "; "))
	}
	if joined.Runs == 0 && len(out.failed) == 0 {
		return nil
	}
	done.File = filepath.Join(j.side.String(), j.name()+".bench")
	if err := os.MkdirAll(filepath.Join(t.Dir, j.side.String()), 0o777); err != nil {
		return err
	}
	if err := runner.WriteFile(filepath.Join(t.Dir, done.File), results{joined, done.Failed}); err != nil {
		return fmt.Errorf("keeping the results: %w", err)
	}
	return nil
}

// writeLog keeps what a process printed for people to read, its stacks last.
func (t *Trial) writeLog(name string, out *output, exit runner.Exit) error {
	name = filepath.Join(t.Dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	text := out.text.String() + out.stack.String() + fmt.Sprintf("exit status %d\n", exit.Status)
	return os.WriteFile(name, []byte(text), 0o666)
}

// results are what a file of a side holds: results and samples, and which benchmarks failed, as testing says it.
type results struct {
	joined *runner.Joined
	failed []string
}

// WriteTo implements [io.WriterTo].
func (r results) WriteTo(w io.Writer) (int64, error) {
	n, err := r.joined.WriteTo(w)
	for _, name := range r.failed {
		if err == nil {
			var m int
			m, err = fmt.Fprintf(w, "--- FAIL: %s\n", name)
			n += int64(m)
		}
	}
	return n, err
}
