// Run runs a static program of linux/arm64 in the emulated machine of package pmu, and exits with its status, or with
// 125 if the machine did not get that far. A directory testdata here goes along.
//
//	run [flags] PROGRAM [ARGUMENT...]
//
// It serves go test -exec.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/plateau-bench/plateau/e2e/pmu"
)

func main() { os.Exit(run()) }

func run() int {
	var m pmu.Machine
	flag.IntVar(&m.Shift, "shift", 0, "an instruction takes 2^`N` cycles")
	flag.BoolVar(&m.RealTime, "realtime", false, "cycles are those of a clock, and instructions are not counted")
	flag.BoolVar(&m.NoPMU, "nopmu", false, "without counters")
	flag.IntVar(&m.CPUs, "cpus", 1, "how many CPUs there are")
	flag.IntVar(&m.UID, "uid", 0, "user that the program runs as")
	flag.IntVar(&m.Limit, "nofile", 0, "the most file descriptors, 0: as usual")
	flag.DurationVar(&m.Timeout, "timeout", 0, "for everything, 0: 20 minutes")
	flag.Func("env", "`NAME=VALUE` of the program's environment (repeatable)", func(s string) error {
		m.Env = append(m.Env, s)
		return nil
	})
	m.Sysctls = map[string]string{}
	flag.Func("sysctl", "`NAME=VALUE` set before, such as kernel.perf_event_paranoid=2 (repeatable)", func(s string) error {
		name, value, found := strings.Cut(s, "=")
		if !found {
			return fmt.Errorf("no value: %s", s)
		}
		m.Sysctls[name] = value
		return nil
	})
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "run: no program")
		return 2
	}
	if _, err := os.Stat("testdata"); err == nil {
		m.Files = append(m.Files, "testdata")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	status, err := m.Run(ctx, os.Stdout, flag.Arg(0), flag.Args()[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "run:", err)
		return 125
	}
	return status
}
