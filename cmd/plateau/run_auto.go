package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/plateau-bench/plateau"
	"github.com/plateau-bench/plateau/internal/instrument"
	"github.com/plateau-bench/plateau/internal/runner"
)

// overlayFor makes the overlay that measures the benchmarks of a command as they are, and has the command use it. It says on w
// which loops are measured. The overlay has to be closed when go test has ended.
func overlayFor(ctx context.Context, w io.Writer, cmd *runner.Command) (*instrument.Overlay, error) {
	covers, others := instrument.Coverage(cmd.GoArgs())
	if others {
		return nil, instrument.ErrCoverPackages
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
