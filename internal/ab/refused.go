package ab

import (
	"io"
	"strings"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A RefusedError is a command line that the test binaries of both sides do not take.
type RefusedError struct{ Said string }

func (e *RefusedError) Error() string { return e.Said }

// refusal is what a test binary says of its command line, in the words of go test, "" if it says nothing of the kind. The packages
// flag and testing begin so (Go 1.26).
func refusal(stderr string) string {
	line, _, _ := strings.Cut(stderr, "\n")
	if name, ok := strings.CutPrefix(line, "flag provided but not defined: "); ok {
		return "unknown flag " + name + ": neither go test nor the test binaries have it"
	}
	for _, begin := range []string{"invalid value ", "invalid boolean value ", "flag needs an argument: ", "testing: invalid "} {
		if strings.HasPrefix(line, begin) {
			return strings.ReplaceAll(strings.TrimPrefix(line, "testing: "), "-test.", "-")
		}
	}
	return ""
}

// starts reports whether the test binary of a job ends well when it has no benchmark to run: if it does, and ends badly before
// it has said anything of a benchmark, that is the first one's doing. The error is an Interrupted.
func (t *Trial) starts(j job, env []string) (bool, error) {
	p := runner.Process{
		Path: j.subject.Bins[j.side], Args: t.Command.BinaryFlags("^$", ""), Dir: j.subject.Dirs[j.side], Env: env,
		Stdout: io.Discard, Stderr: io.Discard, Limit: j.limit, Grace: killGrace, NoInput: true, Alone: true,
	}
	exit, err := p.Run(t.Signals)
	if exit.Signal != nil {
		return false, &Interrupted{exit.Signal}
	}
	return err == nil && !exit.TimedOut && exit.Status == 0, nil
}
