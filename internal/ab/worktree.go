package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A Worktree is a clean checkout of one commit in a temporary directory, plateau-ab-RANDOM/tree. Beside the tree lies
// a file that says whose it is: what a process that was killed leaves behind, the next one removes.
type Worktree struct {
	Dir  string // of the checkout, absolute
	temp string
	repo *Repository
}

const (
	worktreePrefix = "plateau-ab-"
	worktreeOwner  = "owner.json"
)

// A tenant is who uses a temporary directory.
type tenant struct {
	PID    int    `json:"pid"`
	Host   string `json:"host"`
	GitDir string `json:"gitdir"`
}

// Checkout makes a worktree of a revision. A path that is not "" is where it has to be: paths are compiled
// into test binaries.
func (r *Repository) Checkout(rev Revision, path string) (*Worktree, error) {
	removeStale(os.TempDir())
	temp, err := tempDir(path)
	if err != nil {
		return nil, fmt.Errorf("making a directory for the base version: %w", err)
	}
	w := &Worktree{Dir: filepath.Join(temp, "tree"), temp: temp, repo: r}
	host, _ := os.Hostname()
	text, err := json.Marshal(tenant{os.Getpid(), host, r.GitDir})
	if err == nil {
		err = os.WriteFile(filepath.Join(temp, worktreeOwner), text, 0o600)
	}
	if err == nil {
		_, err = git(r.Root, "worktree", "add", "--detach", "--quiet", "--force", w.Dir, rev.Commit)
	}
	if err != nil {
		w.Remove()
		return nil, fmt.Errorf("checking out %s into %s: %w", rev, w.Dir, err)
	}
	return w, nil
}

// tempDir makes a directory for the worktree at path, or anywhere for "".
func tempDir(path string) (string, error) {
	if path == "" {
		root, err := filepath.EvalSymlinks(os.TempDir())
		if err != nil {
			return "", err
		}
		if root, err = filepath.Abs(root); err != nil {
			return "", err
		}
		return os.MkdirTemp(root, worktreePrefix)
	}
	temp := filepath.Dir(path)
	if err := os.Mkdir(temp, 0o700); err != nil {
		return "", fmt.Errorf("%w: the binaries of the trial expect their files there", err)
	}
	return temp, nil
}

// Remove takes the worktree away, and what git knows of it.
func (w *Worktree) Remove() error {
	_, gitErr := git(w.repo.Root, "worktree", "remove", "--force", "--force", w.Dir)
	if err := removeAll(w.temp); err != nil {
		return fmt.Errorf("removing the base version: %w", err)
	}
	if gitErr != nil && strings.Contains(gitErr.Error(), "is not a working tree") {
		return nil
	}
	if gitErr != nil { // its directory is gone now
		git(w.repo.Root, "worktree", "remove", "--force", "--force", w.Dir)
	}
	return nil
}

// removeAll is os.RemoveAll for directories that a test has made read-only, as a module cache is.
func removeAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}

// removeStale removes the worktrees below root that processes of this user on this host have left
// behind. All that is in doubt stays.
func removeStale(root string) {
	dirs, _ := filepath.Glob(filepath.Join(root, worktreePrefix+"*"))
	for _, dir := range dirs {
		if t, ok := deadTenant(dir); ok {
			git(root, "--git-dir="+t.GitDir, "worktree", "remove", "--force", "--force", filepath.Join(dir, "tree"))
			removeAll(dir)
		}
	}
}

// deadTenant is whose a directory was, if that process is no more.
func deadTenant(dir string) (t tenant, ok bool) {
	fi, err := os.Lstat(dir)
	if err != nil || !fi.IsDir() || !runner.IsOwn(fi) {
		return t, false
	}
	file := filepath.Join(dir, worktreeOwner)
	if fi, err := os.Lstat(file); err != nil || !fi.Mode().IsRegular() || !runner.IsOwn(fi) {
		return t, false
	}
	text, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(text, &t) != nil || t.PID <= 0 {
		return t, false
	}
	host, err := os.Hostname()
	return t, err == nil && t.Host == host && runner.HasEnded(t.PID)
}
