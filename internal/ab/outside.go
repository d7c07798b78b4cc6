package ab

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// A go.mod may replace a module by a directory beside the repository, ../lib, and a go.work use one. Seen from the worktree
// that would be somewhere in the directory for temporary files. So the worktree lies in there as deep as the
// repository lies in its parents, and links stand where such paths lead to.

// parents is how many directories above the repository a relative path may lead.
const parents = 4

// nested is the path of the repository below its parents, as many of them as are mirrored.
func (r *Repository) nested() string {
	rest := strings.TrimPrefix(r.Root, filepath.VolumeName(r.Root))
	names := strings.Split(strings.Trim(filepath.ToSlash(rest), "/"), "/")
	return filepath.Join(names[max(0, len(names)-1-parents):]...)
}

// upward is a relative path that begins by leaving its directory, as a word of a go.mod or go.work.
var upward = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s"` + "`" + `])(\.\./[^\s"` + "`" + `]*|\.\.)`)
})

// linkOutside makes the links for all go.mod and go.work files of the worktree.
func (w *Worktree) linkOutside() error {
	return filepath.WalkDir(w.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && (d.Name() == ".git" || d.Name() == "vendor" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if name := d.Name(); !d.Type().IsRegular() || name != "go.mod" && name != "go.work" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range upward().FindAllStringSubmatch(string(text), -1) {
			if err := w.link(filepath.Dir(path), filepath.FromSlash(m[1])); err != nil {
				return fmt.Errorf("making %s, which %s names, seen from there: %w", m[1], path, err)
			}
		}
		return nil
	})
}

// link makes a path that is relative to a directory of the worktree lead where it does in the repository, if
// that is outside of it and there.
func (w *Worktree) link(dir, path string) error {
	here := filepath.Join(dir, path)
	rel, err := filepath.Rel(w.Dir, here)
	if err != nil || filepath.IsLocal(rel) {
		return nil
	}
	real := filepath.Join(w.repo.Root, rel)
	if _, err := os.Stat(real); err != nil {
		return nil // go says what it lacks
	}
	if inTemp, err := filepath.Rel(w.temp, here); err != nil || !filepath.IsLocal(inTemp) {
		return nil
	}
	if _, err := os.Lstat(here); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(here), 0o700); err != nil {
		return err
	}
	return os.Symlink(real, here)
}
