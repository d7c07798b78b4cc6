package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"

	"github.com/plateau-bench/plateau"
	"github.com/plateau-bench/plateau/internal/instrument"
	"github.com/plateau-bench/plateau/internal/runner"
)

// overlayFor makes the overlay that measures the benchmarks of a command as they are, and has the command use it. It says on w
// which loops are measured. The overlay has to be closed when go test has ended.
func overlayFor(ctx context.Context, w io.Writer, cmd *runner.Command) (*instrument.Overlay, error) {
	covers, others := coverage(cmd.GoArgs())
	if others {
		return nil, errCoverPackages
	}
	o, err := instrument.NewOverlay(ctx, plateau.Sources, instrument.Query{
		Dir: cmd.Dir, Build: cmd.Build, Packages: cmd.Packages, Cover: covers, Temp: runner.NewOverlayDir,
	})
	if err != nil {
		return nil, err
	}
	o.Summary.Print(w)
	cmd.Overlay = o.File
	return o, nil
}

var errCoverPackages = errors.New("-coverpkg wants packages from disk that only the overlay has: use -cover, or leave -auto away")

// coverage reports whether arguments of go test ask for coverage, and whether of packages of their own choice.
func coverage(args []string) (covers, others bool) {
	for _, arg := range args {
		name, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
		switch {
		case !strings.HasPrefix(arg, "-"):
		case name == "args":
			return covers, others
		case name == "cover":
			on, err := strconv.ParseBool(value)
			covers = covers || err != nil || on // -cover alone is on
		case name == "covermode", name == "coverprofile":
			covers = true
		case name == "coverpkg":
			covers, others = true, true
		}
	}
	return covers, others
}

// untilSignal is a context that ends when the process is told to end. After stop a signal has its usual effect again, unless
// something else has asked for it.
func untilSignal() (ctx context.Context, stop context.CancelFunc) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 { // NotifyContext would take this for all of them
		return context.WithCancel(context.Background())
	}
	return signal.NotifyContext(context.Background(), signals...)
}
