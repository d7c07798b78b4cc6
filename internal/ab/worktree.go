package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A Worktree is a clean checkout of one commit in a temporary directory, plateau-ab-RANDOM/tree and some levels below. Beside
// the tree lies a file that says whose it is: what a process that was killed leaves behind, the next one removes.
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
	Tree   string `json:"tree"`
}

// Checkout makes a worktree of a revision. A path that is not "" is where it has to be: paths are compiled
// into test binaries. A signal, and the deadline if that is not zero, ends it with an Interrupted or a TimeUp, and nothing is left of it.
func (r *Repository) Checkout(rev Revision, path string, deadline time.Time, signals <-chan os.Signal) (*Worktree, error) {
	removeStale(os.TempDir())
	below := filepath.Join("tree", r.nested())
	temp, err := tempDir(strings.TrimSuffix(path, string(filepath.Separator)+below))
	if err != nil {
		return nil, fmt.Errorf("making a directory for the base version: %w", err)
	}
	w := &Worktree{Dir: filepath.Join(temp, below), temp: temp, repo: r}
	host, _ := os.Hostname()
	text, err := json.Marshal(tenant{os.Getpid(), host, r.GitDir, w.Dir})
	if err == nil {
		err = os.WriteFile(filepath.Join(temp, worktreeOwner), text, 0o600)
	}
	if err == nil {
		err = gitWithin(r.Root, deadline, signals, "worktree", "add", "--detach", "--quiet", "--force", w.Dir, rev.Commit)
	}
	if err == nil {
		err = w.linkOutside()
	}
	if err != nil {
		w.Remove()
		return nil, fmt.Errorf("checking out %s into %s: %w", rev, w.Dir, err)
	}
	return w, nil
}

// tempDir makes a directory for the worktree, the one that is named or any for "".
func tempDir(temp string) (string, error) {
	if temp == "" {
		root, err := filepath.EvalSymlinks(os.TempDir())
		if err != nil {
			return "", err
		}
		if root, err = filepath.Abs(root); err != nil {
			return "", err
		}
		return os.MkdirTemp(root, worktreePrefix)
	}
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
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real // as worktrees are named
	}
	dirs, _ := filepath.Glob(filepath.Join(root, worktreePrefix+"*"))
	for _, dir := range dirs {
		if t, ok := deadTenant(dir); ok {
			git(root, "--git-dir="+t.GitDir, "worktree", "remove", "--force", "--force", t.Tree)
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
	return t, err == nil && t.Host == host && strings.HasPrefix(t.Tree, dir+string(filepath.Separator)) && runner.HasEnded(t.PID)
}
