package runner

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// A Process is a child process to be run in a process group of its own, so
// that a signal reaches it and all its children, and reaches them once: a
// terminal sends Ctrl-C to the whole foreground group.
type Process struct {
	Path           string
	Args           []string // without the program's name
	Dir            string   // "" is this process's directory
	Env            []string // nil is this process's environment
	Stdout, Stderr io.Writer
	// Grace is how long the group may take to end after the first signal
	// before it is killed. 0 is DefaultGrace.
	Grace time.Duration
	// Drain is how long output is awaited after the process itself has ended,
	// while something it left behind holds its output open. 0 is DefaultDrain.
	Drain time.Duration
	// Limit is how long the process may run before the group is told to end: by
	// SIGQUIT where there is such a thing, which makes a Go program say what it was
	// doing, and by a kill after Grace. 0 is no limit.
	Limit time.Duration
	// Alone kills what is left of the group when the process has ended by itself, as go test does not: a
	// server that a benchmark started would take time from the next one.
	Alone bool
	// NoInput gives the process no standard input, as go test does, instead of this process's.
	NoInput bool
}

const (
	DefaultGrace = 10 * time.Second
	DefaultDrain = 5 * time.Second
)

// An Exit is how a child process ended.
type Exit struct {
	// Status is its exit status; 128 plus the signal's number when a signal
	// ended it, where the system has signals.
	Status int
	// Signal is the first that was passed on to the group, nil when none was.
	Signal os.Signal
	// TimedOut says that the process was ended because it ran longer than its limit.
	TimedOut bool
	// Killed says that the group did not end by itself after the signal, or the limit.
	Killed bool
}

// Run starts the process and waits for its end. A signal that arrives on
// signals is passed on to the group; the next one, or the end of the grace,
// kills it. The error says that it could not be started or its output not be
// read; a status other than 0 is no error.
func (p *Process) Run(signals <-chan os.Signal) (Exit, error) {
	cmd := exec.Command(p.Path, p.Args...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	if !p.NoInput {
		cmd.Stdin = ownStdin()
	}
	cmd.Stdout, cmd.Stderr = p.Stdout, p.Stderr
	cmd.WaitDelay = orDefault(p.Drain, DefaultDrain)
	g := newGroup(cmd)
	if err := cmd.Start(); err != nil {
		return Exit{}, startError(p.Path, err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()

	var exit Exit
	var grace <-chan time.Time
	limit, stop := timer(p.Limit)
	defer stop()
	for {
		select {
		case <-limit:
			exit.TimedOut, limit = true, nil
			g.interrupt(syscall.SIGQUIT)
			if grace == nil {
				grace = time.After(orDefault(p.Grace, DefaultGrace))
			}
		case sig := <-signals:
			if exit.Signal == nil {
				exit.Signal = sig
				g.interrupt(sig)
				grace = time.After(orDefault(p.Grace, DefaultGrace))
				continue
			}
			exit.Killed = true
			g.kill()
		case <-grace:
			exit.Killed = true
			g.kill()
		case err := <-done:
			switch {
			case exit.Signal != nil || exit.TimedOut:
				g.kill() // whatever the tests themselves had started
			case p.Alone:
				g.killRest()
			}
			exit.Status = exitStatus(cmd.ProcessState)
			var failed *exec.ExitError
			if err != nil && !errors.As(err, &failed) && !errors.Is(err, exec.ErrWaitDelay) {
				return exit, fmt.Errorf("running %s: %w", p.Path, err)
			}
			return exit, nil
		}
	}
}

// timer fires once after d, never for 0.
func timer(d time.Duration) (fires <-chan time.Time, stop func() bool) {
	if d <= 0 {
		return nil, func() bool { return false }
	}
	t := time.NewTimer(d)
	return t.C, t.Stop
}

func orDefault(d, def time.Duration) time.Duration {
	if d == 0 {
		return def
	}
	return d
}

// ownStdin is the standard input for the child, nil for none. A terminal is
// not passed on: the system stops a background group that reads from it.
func ownStdin() io.Reader {
	if fi, err := os.Stdin.Stat(); err != nil || fi.Mode()&os.ModeCharDevice != 0 {
		return nil
	}
	return os.Stdin
}

func startError(path string, err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("the %s command was not found: install Go (https://go.dev/dl) or add its bin directory to PATH", path)
	}
	return fmt.Errorf("starting %s: %w", path, err)
}
