package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// start makes a command of a script's words, in the script's directory and
// environment.
func start(ts *testscript.TestScript, args []string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	path := args[0]
	if args[0] == "plateau" {
		ts.Check(buildErr)
		path = plateau
	}
	cmd = exec.Command(path, args[1:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = strings.Split(environ(ts), "\n")
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

// scriptVars are the variables that a process started by one of our own
// commands gets: testscript hands out single ones only.
var scriptVars = []string{
	"PATH", "HOME", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT", "USERPROFILE",
	"GOCACHE", "GOMODCACHE", "GOENV", "GOFLAGS", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN", "GOWORK",
	"GOGC", "PLATEAU_OUT", "CHECKOUT", "WORK",
}

func environ(ts *testscript.TestScript) string {
	var kvs []string
	for _, k := range scriptVars {
		if v := ts.Getenv(k); v != "" {
			kvs = append(kvs, k+"="+v)
		}
	}
	return strings.Join(kvs, "\n")
}

// finish takes what cmd.Wait returned, hands the outputs to the script and
// returns the exit status, -1 for one that a signal ended.
func finish(ts *testscript.TestScript, cmd *exec.Cmd, err error, stdout, stderr *bytes.Buffer) int {
	fmt.Fprint(ts.Stdout(), stdout)
	fmt.Fprint(ts.Stderr(), stderr)
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%s: %v", cmd.Path, err)
	}
	return cmd.ProcessState.ExitCode()
}

// cmdStatus is the script command
//
//	status N COMMAND [ARGUMENT]...
//
// It fails unless COMMAND exits with status N: the ! of the other commands
// cannot tell a check that failed (1) from one that could not be made (2). A
// Go program that panics exits with 2 as well, and fails whatever N is.
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARGUMENT]...")
	}
	cmd, stdout, stderr := start(ts, args[1:])
	got := finish(ts, cmd, cmd.Run(), stdout, stderr)
	if panicked(stderr.String()) {
		ts.Fatalf("%s panicked", args[1])
	}
	if want := args[0]; want != strconv.Itoa(got) {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

// panicLine begins what the Go runtime prints when a program panics or
// deadlocks. A program's own report of another's panic has it in mid-line.
var panicLine = regexp.MustCompile(`(?m)^(panic: |fatal error: |goroutine 1 \[)`)

func panicked(stderr string) bool { return panicLine.MatchString(stderr) }

func TestPanicked(t *testing.T) {
	for stderr, want := range map[string]bool{
		"": false,
		"plateau ab: the trial was begun with ...\n":                       false,
		"plateau run: BenchmarkA ended by panic: on purpose\n":             false,
		"panic: runtime error: invalid memory address\n":                   true,
		"fatal error: all goroutines are asleep\n":                         true,
		"plateau: interrupt\n\ngoroutine 1 [running]:\nmain.main()\n\t...": true,
	} {
		if got := panicked(stderr); got != want {
			t.Errorf("%q: %v", stderr, got)
		}
	}
}

// waitLimit is how long a script waits for something that a process it
// started is to do.
const waitLimit = 5 * time.Minute
