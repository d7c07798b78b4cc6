package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/ab"
)

// What ends a trial before it measures is told from what was measured before, and a signal from a mistake.
func TestABFailed(t *testing.T) {
	stopped := fmt.Errorf("building: %w", &ab.Interrupted{Signal: syscall.SIGTERM})
	for _, c := range []struct {
		why    string
		err    error
		resume bool
		signal os.Signal
		status int
		said   string
		unsaid string
	}{
		{"a mistake", errors.New("no revision"), false, nil, exitCannot, "no revision", "measured"},
		{"a signal", stopped, false, nil, 143, "nothing was measured", "-resume"},
		{"a signal to one that goes on", stopped, true, nil, 143, "what was measured before is kept, for plateau ab -resume", "nothing"},
		{"a signal that git got first", fmt.Errorf("git worktree: %w", ab.ErrKilled), false, os.Interrupt, 130, "interrupt: nothing was measured", "git"},
		{"git was killed by another hand", fmt.Errorf("git worktree: %w", ab.ErrKilled), false, nil, exitCannot, "git worktree", "measured"},
		{"no time", &ab.TimeUp{During: "go test was ended"}, false, nil, exitCannot, "the time of -max-time 1m0s is up: go test was ended", "-resume"},
	} {
		var stderr bytes.Buffer
		x := &abRun{
			streams: streams{strings.NewReader(""), new(bytes.Buffer), &stderr},
			options: &abOptions{resume: c.resume, maxTime: time.Minute}, signals: make(chan os.Signal, 1),
		}
		if c.signal != nil {
			x.signals <- c.signal
		}
		if got := x.failed(c.err); got != c.status || !strings.Contains(stderr.String(), c.said) || strings.Contains(stderr.String(), c.unsaid) {
			t.Errorf("%s: status %d, want %d; said %q", c.why, got, c.status, stderr.String())
		}
	}
}

// The time counts from the beginning.
func TestABDeadline(t *testing.T) {
	began := time.Unix(1e9, 0)
	x := &abRun{options: new(abOptions), began: began}
	if d := x.deadline(); !d.IsZero() {
		t.Errorf("without -max-time: %s", d)
	}
	x.options.maxTime = time.Minute
	if d := x.deadline(); !d.Equal(began.Add(time.Minute)) {
		t.Errorf("%s after the beginning", d.Sub(began))
	}
}
