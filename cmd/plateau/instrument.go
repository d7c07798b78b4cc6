package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/plateau-bench/plateau/internal/instrument"
)

const instrumentUsage = `Usage: plateau instrument [-d] [-w] [-undo] [build flags] [packages]

Finds the loops of benchmarks and adds the calls of benchx that measure every
iteration: Start before the loop, Lap at the top of its body, Stop behind it.
plateau run -auto measures the same loops without changing a file.

Without -d, -w or -undo the loops are listed, each with the reason if it cannot
be measured.

  -d         show what would change as a unified diff
  -w         write the files, formatted as by gofmt if they were before
  -undo      take out again what -w has added; with -d, show what would go.
             A recorder that has got more to do since then is kept, and named.
  -C DIR, -tags LIST, -mod MODE
             as go build has them

A benchmark that uses benchx is left alone. So is a loop whose iteration is not
one operation: over a part of b.N, or in steps, and one that may run in another
goroutine than its benchmark.

The exit status is 0, or 2 if a package or file could not be read, parsed or
written.
`

// instrumentOptions are the flags of plateau instrument.
type instrumentOptions struct {
	diff, write, undo bool
	query             instrument.Query
}

func instrumentCommand(s streams, args []string) int {
	var o instrumentOptions
	f := flag.NewFlagSet("plateau instrument", flag.ContinueOnError)
	f.Usage = func() { io.WriteString(f.Output(), instrumentUsage) }
	f.BoolVar(&o.diff, "d", false, "")
	f.BoolVar(&o.write, "w", false, "")
	f.BoolVar(&o.undo, "undo", false, "")
	f.StringVar(&o.query.Dir, "C", "", "")
	for _, name := range []string{"tags", "mod"} {
		f.Func(name, "", func(v string) error {
			o.query.Build = append(o.query.Build, "-"+name+"="+v)
			return nil
		})
	}
	if status, ok := parseFlags(f, s, args); !ok {
		return status
	}
	if o.diff && o.write || o.write && o.undo {
		fmt.Fprintln(s.stderr, "plateau instrument: -d shows, -w adds, -undo takes out: -w goes with neither of the others")
		return exitCannot
	}
	o.query.Packages = f.Args()
	ctx, stop := untilSignal()
	defer stop()
	var err error
	if o.undo {
		err = o.takeOut(ctx, s)
	} else {
		err = o.add(ctx, s)
	}
	if err != nil {
		fmt.Fprintf(s.stderr, "plateau instrument: %v\n", err)
		return exitCannot
	}
	return exitFine
}

// add lists, shows or writes what is to be added.
func (o *instrumentOptions) add(ctx context.Context, s streams) error {
	files, sum, err := instrument.Survey(ctx, o.query)
	if err != nil {
		return err
	}
	for _, p := range sum.Skipped {
		fmt.Fprintf(s.stderr, "plateau: %s is left as it is: %s\n", p.Path, p.Why)
	}
	measured, own, changed := 0, 0, 0
	for i := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		f := &files[i]
		text, err := f.Write()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		if text != nil {
			changed++
		}
		if err := o.put(s, f.Source, text); err != nil {
			return err
		}
		for _, l := range f.Loops {
			if l.Why == "" {
				measured++
			}
			if l.Own() {
				own++
			}
			if !o.diff && !o.write || o.write && l.Why != "" {
				l.File = instrument.Shorten(l.File)
				fmt.Fprintln(s.stdout, l)
			}
		}
	}
	line := fmt.Sprintf("plateau: %d of %d benchmark loops can be measured", measured, sum.Found)
	if own > 0 {
		line += fmt.Sprintf("; in functions that use benchx already: %d", own)
	}
	fmt.Fprintln(s.stderr, line)
	if o.write && changed > 0 {
		o.hint(ctx, s.stderr)
	}
	return nil
}

// hint says what a module needs before what was added compiles.
func (o *instrumentOptions) hint(ctx context.Context, w io.Writer) {
	if lacks, err := instrument.Lacks(ctx, o.query); err == nil && lacks {
		fmt.Fprintln(w, "plateau: the module does not require benchx yet: go get github.com/plateau-bench/plateau/benchx")
	}
}

// takeOut shows or writes what Undo leaves.
func (o *instrumentOptions) takeOut(ctx context.Context, s streams) error {
	sources, err := instrument.Instrumented(ctx, o.query)
	if err != nil {
		return err
	}
	o.write = !o.diff
	found := 0
	for _, src := range sources {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, kept, err := instrument.Undo(src)
		if err != nil {
			return err
		}
		if text != nil {
			found++
		}
		if err := o.put(s, src, text); err != nil {
			return err
		}
		found += len(kept)
		for _, l := range kept {
			l.File = instrument.Shorten(l.File)
			fmt.Fprintln(s.stderr, l)
		}
	}
	if found == 0 {
		fmt.Fprintln(s.stderr, "plateau: nothing that plateau instrument has added was found")
	}
	return nil
}

// put shows or writes a file's new text, if there is one.
func (o *instrumentOptions) put(s streams, old instrument.Source, text []byte) error {
	switch {
	case text == nil:
		return nil
	case o.diff:
		name := strings.ReplaceAll(instrument.Shorten(old.Name), "\\", "/")
		_, err := io.WriteString(s.stdout, instrument.Diff("a/"+name, "b/"+name, old.Text, text))
		return err
	case o.write:
		if err := rewrite(old, text); err != nil {
			return err
		}
		fmt.Fprintln(s.stdout, instrument.Shorten(old.Name))
	}
	return nil
}
