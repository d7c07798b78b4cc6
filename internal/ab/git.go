package ab

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/plateau-bench/plateau/internal/runner"
)

// A Repository is the git repository of the head version.
type Repository struct {
	Root   string // of the working tree, absolute, without symbolic links
	GitDir string // absolute
}

// errNoGit is what to do where the base cannot come from git.
var errNoGit = errors.New("the git command was not found: install git, or build both test binaries with go test -c and name them with -base-bin and -head-bin")

// ErrKilled is in the error of a git command that a signal ended, as Ctrl-C does, which the terminal sends to it too.
var ErrKilled = errors.New("it did not end by itself")

// Open finds the repository that a directory belongs to.
func Open(dir string) (*Repository, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errNoGit
	}
	out, err := git(dir, "rev-parse", "--show-toplevel", "--absolute-git-dir")
	if err != nil {
		if strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("%s lies in no git repository: run plateau ab in one, or name two test binaries with -base-bin and -head-bin", dir)
		}
		return nil, err
	}
	root, gitDir, _ := strings.Cut(out, "\n")
	if root == "" || gitDir == "" {
		return nil, fmt.Errorf("%s lies in a git repository without a working tree", dir)
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	return &Repository{Root: filepath.FromSlash(root), GitDir: filepath.FromSlash(gitDir)}, nil
}

// A Revision is a commit.
type Revision struct {
	Name   string `json:"name"` // as the user wrote it
	Commit string `json:"commit"`
}

// String is the name with the beginning of the commit.
func (r Revision) String() string {
	short := r.Commit[:min(10, len(r.Commit))]
	if strings.HasPrefix(r.Commit, r.Name) {
		return short
	}
	return r.Name + " (" + short + ")"
}

// Resolve finds the commit of a revision.
func (r *Repository) Resolve(name string) (Revision, error) {
	commit, err := git(r.Root, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err == nil && commit != "" {
		return Revision{name, commit}, nil
	}
	if shallow, _ := git(r.Root, "rev-parse", "--is-shallow-repository"); shallow == "true" {
		return Revision{}, fmt.Errorf("no revision %q in this shallow clone: run git fetch --unshallow first, or check out with fetch-depth: 0 where a workflow does it", name)
	}
	if _, err := git(r.Root, "rev-parse", "--verify", "--quiet", "--end-of-options", "origin/"+name+"^{commit}"); err == nil {
		return Revision{}, fmt.Errorf("no revision %q here, but there is origin/%s: use -base origin/%s", name, name, name)
	}
	return Revision{}, fmt.Errorf("no revision %q: name a branch, a tag or a commit that git log %s would show; git fetch gets those of a remote", name, name)
}

// Uncommitted is the number of files that differ from the commit that is checked out, leaving out ignored ones and what
// lies in the directory except.
func (r *Repository) Uncommitted(except string) (int, error) {
	args := []string{"status", "--porcelain", "--no-renames"}
	if rel, ok := r.inside(except); ok {
		args = append(args, "--", ".", ":(exclude,literal)"+filepath.ToSlash(rel))
	}
	out, err := git(r.Root, args...)
	if err != nil || out == "" {
		return 0, err
	}
	return strings.Count(out, "\n") + 1, nil
}

// git runs a git command in a directory. What it prints is returned without the newline at its end. Hooks do not
// run, and what a hook that runs plateau has set for its own repository does not count.
func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", gitArgs(dir, args)...)
	cmd.Env = gitEnv()
	out, err := cmd.Output()
	text := strings.TrimRight(string(out), "\r\n")
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() < 0 {
		return text, fmt.Errorf("git %s: %w: %s", args[0], ErrKilled, failed)
	}
	if errors.As(err, &failed) {
		return text, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(failed.Stderr)))
	}
	if err != nil {
		return text, fmt.Errorf("git %s: %w", args[0], err)
	}
	return text, nil
}

// gitWithin runs a git command that may take its time, until a signal or the deadline, zero for none. What it prints is lost.
func gitWithin(dir string, deadline time.Time, signals <-chan os.Signal, args ...string) error {
	limit, err := untilDeadline(deadline)
	if err != nil {
		return err
	}
	var diagnosis strings.Builder
	p := runner.Process{
		Path: "git", Args: gitArgs(dir, args), Env: gitEnv(), Stdout: io.Discard, Stderr: &diagnosis, Limit: limit, Grace: time.Second, NoInput: true,
	}
	exit, err := p.Run(signals)
	switch {
	case exit.Signal != nil:
		return &Interrupted{exit.Signal}
	case exit.TimedOut:
		return &TimeUp{fmt.Sprintf("git %s was ended", args[0])}
	case err == nil && exit.Status != 0:
		return fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(diagnosis.String()))
	}
	return err
}

func gitArgs(dir string, args []string) []string {
	return append([]string{"-c", "core.hooksPath=" + os.DevNull, "-C", dir}, args...)
}

func gitEnv() []string { return append(withoutGit(os.Environ()), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0") }

// withoutGit is an environment without the variables that tie git to one repository.
func withoutGit(env []string) []string {
	local := []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"}
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains(local, name)
	})
}
