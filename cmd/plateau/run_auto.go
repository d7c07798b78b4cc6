package main

import (
	"context"
	"io"

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
