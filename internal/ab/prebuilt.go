package ab

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// listTimeout bounds the listing of a binary's benchmarks.
const listTimeout = time.Minute

// ListBinary asks a test binary for its top-level benchmarks that a command selects. A signal ends it with an Interrupted.
func ListBinary(bin, dir string, c runner.Command, signals <-chan os.Signal) (names []string, err error) {
	var out, diagnosis strings.Builder
	p := runner.Process{
		Path: bin, Args: []string{"-test.list=^Benchmark"}, Dir: dir, Env: inDir(os.Environ(), dir),
		Stdout: &out, Stderr: &diagnosis, Limit: listTimeout, Grace: killGrace, NoInput: true,
	}
	exit, err := p.Run(signals)
	switch {
	case exit.Signal != nil:
		return nil, &Interrupted{exit.Signal}
	case err != nil:
		return nil, err
	case exit.TimedOut:
		return nil, fmt.Errorf("%s did not list its benchmarks within %s", bin, listTimeout)
	case exit.Status != 0:
		return nil, fmt.Errorf("%s -test.list exited with status %d: %s", bin, exit.Status, strings.TrimSpace(diagnosis.String()))
	}
	for line := range strings.Lines(out.String()) {
		if name := strings.TrimSpace(line); strings.HasPrefix(name, "Benchmark") && c.Selects(name) {
			names = append(names, name)
		}
	}
	return names, nil
}
