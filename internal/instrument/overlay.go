package instrument

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// An Overlay is what the go command has to be told to measure the benchmarks of packages as they are.
type Overlay struct {
	File    string // for -overlay, in Dir; "" when no loop can be measured
	Dir     string // a temporary directory, to be removed by Close
	Summary Summary
}

// Close removes the overlay's files.
func (o *Overlay) Close() error {
	if o.Dir == "" {
		return nil
	}
	return os.RemoveAll(o.Dir)
}

// NewOverlay makes an overlay for the packages that a query matches. The sources are those of this module, from its root.
// Nothing is written but to a temporary directory of the overlay's own, which is gone again when the error is not nil.
func NewOverlay(ctx context.Context, sources fs.FS, q Query) (*Overlay, error) {
	d, err := NewDraft(ctx, q)
	if err != nil {
		return nil, err
	}
	return d.Overlay(ctx, sources)
}

// An overlayWriter collects the files of an overlay.
type overlayWriter struct {
	sources fs.FS
	env     goEnv
	plain   bool // the copies do without assembly
	dir     string
	n       int
	replace map[string]string
	roots   map[string]string // import path of the copies by module
	host    bool
}

// add adds the changed files of a package.
func (w *overlayWriter) add(p foundPackage) error {
	for i := range p.files {
		f := &p.files[i]
		var text []byte
		if root, err := w.root(p.Module); err != nil {
			return err
		} else if text = f.Inject(root + "/benchx"); text == nil {
			continue
		}
		if err := w.put(f.Name, text); err != nil {
			return err
		}
	}
	return nil
}

// put writes a text to a file that takes the place of path.
func (w *overlayWriter) put(path string, text []byte) error {
	w.n++
	// The compiler's messages have the name of the file that is replaced; its own is of no concern.
	to := filepath.Join(w.dir, strconv.Itoa(w.n)+filepath.Ext(path))
	w.replace[path] = to
	return os.WriteFile(to, text, 0o600)
}

// root adds the copies to a module, unless they are there, and returns their import path.
func (w *overlayWriter) root(m *module) (string, error) {
	if root, ok := w.roots[m.Path]; ok {
		return root, nil
	}
	place, err := placeIn(m.Dir)
	if err != nil {
		return "", err
	}
	root := m.Path + "/" + place
	w.roots[m.Path] = root
	ticks, err := w.assembly()
	if err != nil {
		return "", err
	}
	files, err := copies(w.sources, root, ticks)
	if err != nil {
		return "", err
	}
	for _, c := range files {
		if err := w.put(filepath.Join(m.Dir, filepath.FromSlash(place), c.dir, c.name), c.text); err != nil {
			return "", err
		}
	}
	return root, nil
}

// assembly adds the assembly and returns the package that holds it, "" where the copies have to do without.
func (w *overlayWriter) assembly() (string, error) {
	if w.host || w.plain {
		return w.hostPath(), nil
	}
	files, err := assembly(w.sources, "internal/clock", w.env.GOARCH)
	if err != nil {
		return "", err
	}
	for _, c := range files {
		path := filepath.Join(w.env.GOROOT, "src", filepath.FromSlash(host), c.name)
		if err := w.put(path, c.text); err != nil {
			return "", err
		}
		w.host = true
	}
	return w.hostPath(), nil
}

func (w *overlayWriter) hostPath() string {
	if w.host {
		return host
	}
	return ""
}

func (w *overlayWriter) write(path string) error {
	text, err := json.MarshalIndent(replacements{w.replace}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
