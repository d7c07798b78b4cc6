package instrument

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// replacements is the form of an overlay file.
type replacements struct{ Replace map[string]string }

// readOverlay reads the overlay file that the user has given. Relative paths in it are taken as the go command does, from the
// directory it works in.
func (q Query) readOverlay(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-overlay: %w", err)
	}
	var r replacements
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("-overlay: %s: %w", file, err)
	}
	all := make(map[string]string, len(r.Replace))
	for from, to := range r.Replace {
		if to != "" {
			to = q.path(to)
		}
		all[q.path(from)] = to
	}
	return all, nil
}

// reader reads files through the overlay that flags of a build name, if they name one.
func (q Query) reader(flags []string) (read func(path string) ([]byte, error), replaced map[string]string, err error) {
	file := valueOf("overlay", flags)
	if file == "" {
		return os.ReadFile, nil, nil
	}
	replaced, err = q.readOverlay(q.path(file))
	if err != nil {
		return nil, nil, err
	}
	return func(path string) ([]byte, error) {
		if to, ok := replaced[path]; ok {
			path = to
		}
		return os.ReadFile(path)
	}, replaced, nil
}

// path is where a relative path of the command line leads.
func (q Query) path(name string) string {
	if !filepath.IsAbs(name) && q.Dir != "" {
		name = filepath.Join(q.Dir, name)
	}
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
