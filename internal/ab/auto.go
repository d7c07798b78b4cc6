package ab

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/instrument"
)

// An Auto has the loops of benchmarks measured that know nothing of benchx, on both sides alike: each side is built through an overlay
// of its own.
type Auto struct {
	Sources fs.FS // of this module, from its root
	Cover   bool  // packages are built for coverage
	// Dir is a directory for the overlays. It is made, and removed when the binaries are built. As a part of
	// what a debugger is told of may come from there, a trial that goes on needs the same.
	Dir string
	// Loops is told what becomes of the loops, before anything is built: in lines, some of which have others indented below.
	Loops func(lines []string)
}

// overlay makes the overlays of both sides for the packages that are built.
func (b *Builder) overlay(subjects []Subject, same bool) (err error) {
	ctx, stop := b.context()
	defer func() {
		if stopped := stop(); err == nil {
			err = stopped
		}
	}()
	var packages []string
	for _, s := range subjects {
		packages = append(packages, s.Pkg)
	}
	sides := []Side{Base, Head}
	if same {
		sides = []Side{Head}
	}
	var drafts [2]*instrument.Draft
	for _, side := range sides {
		if drafts[side], err = instrument.NewDraft(ctx, b.query(side, packages)); err != nil {
			return b.unmeasured(ctx, side, err)
		}
	}
	if !same {
		instrument.Align(drafts[Base], drafts[Head], [2]string{Base.String(), Head.String()})
	}
	var summaries []instrument.Summary
	for _, side := range sides {
		o, err := drafts[side].Overlay(ctx, b.Auto.Sources)
		if err != nil {
			return b.unmeasured(ctx, side, err)
		}
		b.overlays[side] = o.File
		summaries = append(summaries, o.Summary)
	}
	b.Auto.Loops(loopLines(sides, summaries, b.Dirs))
	return nil
}

func (b *Builder) query(side Side, packages []string) instrument.Query {
	return instrument.Query{
		Go: b.Go, Env: inDir(b.Env[side], b.Dirs[side]), Dir: b.Dirs[side], Build: b.Command.Build, Packages: packages, Cover: b.Auto.Cover,
		Temp: func() (string, error) {
			dir := filepath.Join(b.Auto.Dir, side.String())
			return dir, os.MkdirAll(dir, 0o777)
		},
	}
}

// context ends with a signal, or the deadline; its cause is the error to return then. After stop no signal is taken any more; its
// error is that of a signal that was, however late: nobody else will hear of it.
func (b *Builder) context() (ctx context.Context, stop func() error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	done := context.CancelFunc(func() {})
	if !b.Deadline.IsZero() {
		ctx, done = context.WithDeadlineCause(ctx, b.Deadline, &TimeUp{"finding the loops of the benchmarks was ended"})
	}
	taken := make(chan error, 1)
	go func() {
		var err error
		select {
		case sig := <-b.Signals:
			err = &Interrupted{sig}
			cancel(err)
		case <-ctx.Done():
		}
		taken <- err
	}()
	return ctx, func() error {
		done()
		cancel(nil)
		return <-taken
	}
}

// unmeasured is the error of a side whose overlay could not be made.
func (b *Builder) unmeasured(ctx context.Context, side Side, err error) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(100 * time.Millisecond): // a terminal sends a signal to the go command as well, whose failure may be known first
		return fmt.Errorf("-auto: finding the loops of %s: %w", b.Names[side], err)
	}
}

// loopLines say what becomes of the loops, once where it is the same on both sides.
func loopLines(sides []Side, summaries []instrument.Summary, dirs [2]string) (all []string) {
	var of [2][]string
	for i, side := range sides {
		lines, left := summaries[i].Describe(dirs[side])
		last := len(lines) - 1
		lines[last] = strings.Join(append(lines[last:], left...), "\n\t")
		of[i] = lines
	}
	switch {
	case len(sides) == 1:
		return of[0]
	case slices.Equal(of[0], of[1]):
		return prefixed("both sides: ", of[0])
	}
	return append(prefixed(sides[0].String()+": ", of[0]), prefixed(sides[1].String()+": ", of[1])...)
}

func prefixed(prefix string, lines []string) (out []string) {
	for _, line := range lines {
		out = append(out, prefix+line)
	}
	return out
}
