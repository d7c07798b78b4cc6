package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A sampleDir is where the test binaries write their samples.
type sampleDir struct {
	dir  string          // absolute; "" when there is none
	temp string          // dir when it is ours to remove
	old  map[string]bool // what was there before
}

// newSampleDir makes a directory for the samples, or takes the one that the
// user has named: the files there stay, and only new ones are read.
func newSampleDir(env []string) (sampleDir, error) {
	if user := lookup(env, OutEnv); user != "" {
		dir, err := filepath.Abs(user)
		if err != nil {
			return sampleDir{}, err
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return sampleDir{}, fmt.Errorf("%s: %w", OutEnv, err)
		}
		names, err := sampleNames(dir)
		if err != nil {
			return sampleDir{}, fmt.Errorf("%s: %w", OutEnv, err)
		}
		s := sampleDir{dir: dir, old: make(map[string]bool)}
		for _, n := range names {
			s.old[n] = true
		}
		return s, nil
	}
	root, err := filepath.Abs(os.TempDir())
	if err != nil {
		return sampleDir{}, err
	}
	dir, err := newTempDir(root)
	if err != nil {
		return sampleDir{}, err
	}
	return sampleDir{dir: dir, temp: dir}, nil
}

// env returns the environment for the child.
func (s sampleDir) env(env []string) []string {
	out := slices.DeleteFunc(slices.Clone(env), func(kv string) bool { return strings.HasPrefix(kv, OutEnv+"=") })
	if s.dir != "" {
		out = append(out, OutEnv+"="+s.dir)
	}
	return out
}

// lookup returns a variable's value; the last of several counts.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}
