package ab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newRepository is a repository with two commits: first, and the one that is checked out.
func newRepository(t *testing.T) *Repository {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		if _, err := git(dir, append([]string{"-c", "user.name=u", "-c", "user.email=u@example.com"}, args...)...); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skipf("needs git: %v", err)
	}
	t.Setenv("TMPDIR", t.TempDir())
	run("init", "-q")
	for _, name := range []string{"first", "second"} {
		write(t, filepath.Join(dir, "file"), name)
		run("add", ".")
		run("commit", "-q", "-m", name)
		run("tag", name)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestWorktree(t *testing.T) {
	r := newRepository(t)
	rev, err := r.Resolve("first")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(r.Root, ".git", "hooks", "post-checkout"), "#!/bin/sh\nexit 1\n")
	if err := os.Chmod(filepath.Join(r.Root, ".git", "hooks", "post-checkout"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_DIR", filepath.Join(t.TempDir(), "elsewhere"))
	w, err := r.Checkout(rev, "", time.Time{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(w.Dir, "file")); err != nil || string(text) != "first" {
		t.Errorf("%q, %v", text, err)
	}
	// A test has left a read-only directory.
	write(t, filepath.Join(w.Dir, "cache", "x"), "")
	if err := os.Chmod(filepath.Join(w.Dir, "cache"), 0o555); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(); err != nil {
		t.Error(err)
	}
	gone(t, r, w)

	// The same place again, for binaries that know it; not while it is taken.
	again, err := r.Checkout(rev, w.Dir, time.Time{}, nil)
	if err != nil || again.Dir != w.Dir {
		t.Fatalf("%+v, %v", again, err)
	}
	if _, err := r.Checkout(rev, w.Dir, time.Time{}, nil); err == nil {
		t.Error("two worktrees in one place")
	}
	if err := again.Remove(); err != nil {
		t.Error(err)
	}
	gone(t, r, again)
}

// A checkout that takes too long is ended, and so is one at Ctrl-C: nothing is left of it.
func TestWorktreeEnded(t *testing.T) {
	if _, err := exec.LookPath("sleep"); err != nil {
		t.Skipf("needs a command that takes its time: %v", err)
	}
	r := newRepository(t)
	rev, err := r.Resolve("first")
	if err != nil {
		t.Fatal(err)
	}
	left := func() {
		t.Helper()
		if list, err := git(r.Root, "worktree", "list"); err != nil || strings.Contains(list, worktreePrefix) {
			t.Errorf("%s, %v", list, err)
		}
		if dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), worktreePrefix+"*")); dirs != nil {
			t.Errorf("%q are still there", dirs)
		}
	}
	var up *TimeUp
	if _, err := r.Checkout(rev, "", time.Now().Add(-time.Second), nil); !errors.As(err, &up) {
		t.Errorf("past the deadline: %v", err)
	}
	left()
	// What git filters the files through would take ten minutes.
	write(t, filepath.Join(r.Root, ".git", "info", "attributes"), "* filter=slow\n")
	if _, err := git(r.Root, "config", "filter.slow.smudge", "sleep 600"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Checkout(rev, "", time.Now().Add(500*time.Millisecond), nil); !errors.As(err, &up) {
		t.Errorf("at the deadline: %v", err)
	}
	left()
	signals := make(chan os.Signal, 1)
	signals <- os.Interrupt
	var stopped *Interrupted
	if _, err := r.Checkout(rev, "", time.Time{}, signals); !errors.As(err, &stopped) {
		t.Errorf("after a signal: %v", err)
	}
	left()
}

// gone checks that nothing is left of a worktree.
func gone(t *testing.T, r *Repository, w *Worktree) {
	t.Helper()
	if _, err := os.Stat(w.temp); err == nil {
		t.Errorf("%s is still there", w.temp)
	}
	if list, err := git(r.Root, "worktree", "list"); err != nil || strings.Contains(list, w.Dir) {
		t.Errorf("%s, %v", list, err)
	}
}

func TestRemoveStale(t *testing.T) {
	r := newRepository(t)
	rev, err := r.Resolve("first")
	if err != nil {
		t.Fatal(err)
	}
	dead := exec.Command("git", "version")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	if !isDead(dead.Process.Pid) {
		t.Skip("this system does not tell which processes have ended")
	}
	own := func(w *Worktree, pid int, host string) {
		text, err := json.Marshal(tenant{pid, host, r.GitDir, w.Dir})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(w.temp, worktreeOwner), string(text))
	}
	host, _ := os.Hostname()
	var ws [4]*Worktree
	for i := range ws {
		if ws[i], err = r.Checkout(rev, "", time.Time{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	own(ws[0], dead.Process.Pid, host)
	own(ws[1], dead.Process.Pid, host+"-other")
	own(ws[2], os.Getpid(), host)
	write(t, filepath.Join(ws[3].temp, worktreeOwner), "{")
	removeStale(os.TempDir())
	gone(t, r, ws[0])
	for i, w := range ws[1:] {
		if _, err := os.Stat(w.Dir); err != nil {
			t.Errorf("worktree %d: %v", i+1, err)
		}
		if err := w.Remove(); err != nil {
			t.Error(err)
		}
	}
}

func isDead(pid int) bool {
	dir, err := os.MkdirTemp("", worktreePrefix)
	if err != nil {
		return false
	}
	defer os.RemoveAll(dir)
	host, _ := os.Hostname()
	os.WriteFile(filepath.Join(dir, worktreeOwner), fmt.Appendf(nil, `{"pid":%d,"host":%q,"tree":%q}`, pid, host, filepath.Join(dir, "tree")), 0o600)
	_, ok := deadTenant(dir)
	return ok
}

func TestResolve(t *testing.T) {
	r := newRepository(t)
	for name, want := range map[string]string{
		"nowhere": "name a branch, a tag or a commit", "-q": "no revision", "": "no revision",
	} {
		if _, err := r.Resolve(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	rev, err := r.Resolve("second")
	if err != nil || rev.String() != "second ("+rev.Commit[:10]+")" {
		t.Errorf("%s, %v", rev, err)
	}
	if rev, err = r.Resolve(rev.Commit[:12]); err != nil || rev.String() != rev.Commit[:10] {
		t.Errorf("%s, %v", rev, err)
	}
	if _, err := git(r.Root, "update-ref", "refs/remotes/origin/there", "HEAD"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Resolve("there"); err == nil || !strings.Contains(err.Error(), "use -base origin/there") {
		t.Errorf("a remote's branch: %v", err)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "lies in no git repository") {
		t.Errorf("no repository: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(r.Root); err != errNoGit {
		t.Errorf("no git: %v", err)
	}
}

func TestUncommitted(t *testing.T) {
	r := newRepository(t)
	check := func(want int) {
		t.Helper()
		if n, err := r.Uncommitted(filepath.Join(r.Root, "out")); err != nil || n != want {
			t.Errorf("%d, %v; want %d", n, err, want)
		}
	}
	check(0)
	write(t, filepath.Join(r.Root, "out", "base", "x"), "")
	check(0)
	write(t, filepath.Join(r.Root, "new"), "")
	write(t, filepath.Join(r.Root, "file"), "changed")
	check(2)
}

// A workspace that is not committed leads the base into its own worktree.
func TestWorkspace(t *testing.T) {
	r := newRepository(t)
	rev, err := r.Resolve("first")
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Checkout(rev, "", time.Time{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Remove()
	other := t.TempDir()
	for _, dir := range []string{r.Root, w.Dir, other, filepath.Join(r.Root, "added")} {
		write(t, filepath.Join(dir, "go.mod"), "module m\n")
	}
	work := filepath.Join(r.Root, "go.work")
	write(t, work, fmt.Sprintf("go 1.24.0\ntoolchain go1.24.1\ngodebug asynctimerchan=1\nuse .\nuse ./added\nuse %s\nreplace example.com/x => ./x\nreplace example.com/y v1.0.0 => example.com/z v1.2.3\n", other))
	file, err := w.Workspace("go", work)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("go 1.24.0\ntoolchain go1.24.1\ngodebug asynctimerchan=1\nuse %q\nuse %q\nreplace \"example.com/x\"  => %q \nreplace \"example.com/y\" v1.0.0 => \"example.com/z\" v1.2.3\n",
		w.Dir, other, filepath.Join(w.Dir, "x"))
	if string(text) != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	if out, err := exec.Command("go", "work", "edit", "-json", file).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	write(t, work, "use .\n")
	if file, err = w.Workspace("go", work); err != nil {
		t.Fatalf("a workspace without a go line: %v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != fmt.Sprintf("use %q\n", w.Dir) {
		t.Errorf("without a go line: %q, %v", text, err)
	}
	write(t, work+".sum", "example.com/y v1.0.0 h1:x=\n")
	if file, err = w.Workspace("go", work); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file + ".sum"); err != nil || string(text) != "example.com/y v1.0.0 h1:x=\n" {
		t.Errorf("sums: %q, %v", text, err)
	}
	if err := errors.Join(os.Remove(file+".sum"), os.Mkdir(file+".sum", 0o777)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Workspace("go", work); err == nil {
		t.Error("the sums could not be written, and that was not said")
	}
	write(t, filepath.Join(w.Dir, "go.work"), "go 1.24.0\n")
	if got, err := w.Workspace("go", work); err != nil || got != filepath.Join(w.Dir, "go.work") {
		t.Errorf("the base has one of its own: %s, %v", got, err)
	}
	for _, none := range []string{"", "off"} {
		if got, err := w.Workspace("go", none); err != nil || got != none {
			t.Errorf("%q: %q, %v", none, got, err)
		}
	}
}

func TestSettingLines(t *testing.T) {
	const work = "// godebug not=this\ngo 1.24.0\ntoolchain go1.24.1 // as the CI has\n\nuse (\n\t.\n\t./godebug\n)\ngodebug(\n\tdefault=go1.23\n\n\tpanicnil=1 // old\n)\n" +
		"godebug asynctimerchan=1\nuse ./toolchain\nreplace x => ../godebug\n"
	if got, want := settingLines(work), "toolchain go1.24.1\ngodebug default=go1.23\ngodebug panicnil=1\ngodebug asynctimerchan=1\n"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := settingLines(""); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

// A module beside the repository is where the base looks for it.
func TestOutside(t *testing.T) {
	r := newRepository(t)
	lib := filepath.Join(filepath.Dir(r.Root), "lib")
	write(t, filepath.Join(lib, "go.mod"), "module example.com/lib\n")
	write(t, filepath.Join(lib, "lib.go"), "package lib\n\nconst Answer = 42\n")
	write(t, filepath.Join(r.Root, "sub", "go.mod"), "module example.com/m\n\ngo 1.24.0\n\nrequire example.com/lib v0.0.0\n\nreplace example.com/lib => ../../lib\n\nreplace example.com/none => ../../none\n")
	write(t, filepath.Join(r.Root, "sub", "m.go"), "package m\n\nimport \"example.com/lib\"\n\nvar Answer = lib.Answer\n")
	for _, args := range [][]string{{"add", "."}, {"-c", "user.name=u", "-c", "user.email=u@example.com", "commit", "-q", "-m", "m"}} {
		if _, err := git(r.Root, args...); err != nil {
			t.Fatal(err)
		}
	}
	rev, err := r.Resolve("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Checkout(rev, "", time.Time{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "./...")
	build.Dir, build.Env = filepath.Join(w.Dir, "sub"), append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if err := w.Remove(); err != nil {
		t.Error(err)
	}
	gone(t, r, w)
	if _, err := os.Stat(filepath.Join(lib, "lib.go")); err != nil {
		t.Errorf("what a link leads to is gone with it: %v", err)
	}
}
