package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
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
	"PLATEAU_OUT", "CHECKOUT", "WORK",
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
// cannot tell a check that failed (1) from one that could not be made (2).
func cmdStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND [ARGUMENT]...")
	}
	cmd, stdout, stderr := start(ts, args[1:])
	got := finish(ts, cmd, cmd.Run(), stdout, stderr)
	if want := args[0]; want != strconv.Itoa(got) {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

// waitLimit is how long a script waits for something that a process it
// started is to do.
const waitLimit = time.Minute
