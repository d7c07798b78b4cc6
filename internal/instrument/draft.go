package instrument

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
)

// A Draft is an overlay of which nothing is written yet: what Align finds can still be left alone.
type Draft struct {
	query    Query
	env      goEnv
	plain    bool // see overlayWriter
	replaced map[string]string
	found    []foundPackage
	summary  Summary
}

// NewDraft looks for the loops of the packages that a query matches. It writes nothing.
func NewDraft(ctx context.Context, q Query) (*Draft, error) {
	listed := make(chan error, 1)
	var packages []pkg
	go func() {
		var err error
		packages, err = q.list(ctx)
		listed <- err
	}()
	env, envErr := q.env(ctx)
	if err := cmp.Or(<-listed, envErr); err != nil { // of one cause the go command speaks twice
		return nil, err
	}
	if err := env.tooOld(); err != nil {
		return nil, err
	}
	flags := env.flags()
	covers, others := Coverage(flags)
	if others {
		return nil, fmt.Errorf("GOFLAGS: %w", ErrCoverPackages)
	}
	read, replaced, err := q.reader(append(flags, q.Build...))
	if err != nil {
		return nil, err
	}
	for i := range packages {
		packages[i].covered = (q.Cover || covers) && !packages[i].DepOnly
	}
	d := &Draft{query: q, env: env, plain: !env.canHost(), replaced: replaced}
	if d.found, err = findAll(ctx, packages, read, &d.summary); err != nil {
		return nil, err
	}
	return d, nil
}

// Overlay writes the overlay. The sources are those of this module, from its root. Nothing is written but to a temporary directory of the
// overlay's own, which is gone again when the error is not nil.
func (d *Draft) Overlay(ctx context.Context, sources fs.FS) (o *Overlay, err error) {
	o = &Overlay{Summary: d.summary}
	if o.Summary.Measured == 0 {
		return o, nil
	}
	if o.Dir, err = d.query.newTemp(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			o.Close()
			o = nil
		}
	}()
	w := &overlayWriter{sources: sources, env: d.env, plain: d.plain, dir: o.Dir, replace: map[string]string{}, roots: map[string]string{}}
	maps.Copy(w.replace, d.replaced)
	for _, p := range d.found {
		if err := ctx.Err(); err != nil {
			return o, err
		}
		if err := w.add(p); err != nil {
			return o, err
		}
	}
	o.File = filepath.Join(o.Dir, "overlay.json")
	return o, w.write(o.File)
}

func (q Query) newTemp() (dir string, err error) {
	newDir := q.Temp
	if newDir == nil {
		newDir = func() (string, error) { return os.MkdirTemp("", "plateau-overlay-") }
	}
	if dir, err = newDir(); err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return "", fmt.Errorf("a temporary directory for the changed files: %w", err)
	}
	return dir, nil
}
