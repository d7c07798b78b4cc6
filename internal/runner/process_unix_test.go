//go:build unix

package runner

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What a process leaves running is killed where that is asked for, and else left alone.
func TestProcessAlone(t *testing.T) {
	for _, alone := range []bool{true, false} {
		var out bytes.Buffer
		p := Process{
			Path: "/bin/sh", Args: []string{"-c", "sleep 600 >/dev/null 2>&1 & echo $!"},
			Stdout: &out, Stderr: io.Discard, NoInput: true, Alone: alone,
		}
		if exit, err := p.Run(nil); err != nil || exit.Status != 0 || exit.Killed {
			t.Fatalf("%+v, %v", exit, err)
		}
		child, err := strconv.Atoi(strings.TrimSpace(out.String()))
		if err != nil {
			t.Fatal(err)
		}
		// It is a zombie at most until whoever inherits it has looked.
		ended := false
		for deadline := time.Now().Add(waitFor(alone)); !ended && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			ended = HasEnded(child) || isZombie(child)
		}
		if ended != alone {
			t.Errorf("alone %v: the child has ended: %v", alone, ended)
		}
		if !ended {
			syscall.Kill(child, syscall.SIGKILL)
		}
	}
}

// waitFor is long where something is to happen, and short where nothing is.
func waitFor(happens bool) time.Duration {
	if happens {
		return time.Minute
	}
	return 50 * time.Millisecond
}
