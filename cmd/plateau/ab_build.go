package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/plateau-bench/plateau"
	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/internal/instrument"
	"github.com/plateau-bench/plateau/internal/quantity"
)

// build makes the test binaries, or takes those that there are.
func (x *abRun) build(before *ab.Journal) error {
	if x.options.baseBin != "" {
		return x.takeBinaries()
	}
	x.config.Same = x.options.aa
	x.env = [2][]string{os.Environ(), os.Environ()}
	x.dirs = [2]string{x.cwd, x.cwd}
	roots := [2]string{}
	head, err := x.headName()
	if err != nil {
		return err
	}
	x.config.Names = [2]string{head, head}
	if !x.options.aa {
		if err := x.checkOut(before); err != nil {
			return err
		}
		roots = [2]string{x.worktree.Dir, x.repo.Root}
	}
	bin, err := ab.MakeBin(x.dir)
	if err != nil {
		return err
	}
	x.say("building the test binaries")
	b := &ab.Builder{
		Go: "go", Command: x.options.command, Dirs: x.dirs, Roots: roots, Env: x.env,
		Names: x.config.Names, Out: bin, Signals: x.signals, Stderr: x.stderr,
		Deadline: x.deadline(), Auto: x.auto(bin),
	}
	subjects, lone, err := b.Build(x.options.aa)
	x.lone = lone
	for _, l := range lone {
		x.say("package %s has benchmarks in %s only", l.Pkg, l.On)
	}
	x.config.Subjects = subjects
	return err
}

// auto is how loops are measured as they are, nil without -auto. The go command passes directories by whose names begin with an
// underscore, wherever the trial's lies.
func (x *abRun) auto(bin string) *ab.Auto {
	if !x.options.auto {
		return nil
	}
	covers, _ := instrument.Coverage(x.options.command.BuildFlags())
	return &ab.Auto{Sources: plateau.Sources, Cover: covers, Dir: filepath.Join(bin, "_auto"), Loops: func(lines []string) {
		for _, line := range lines {
			x.say("%s", line)
		}
	}}
}

// headName is what the head is called, and says what it consists of.
func (x *abRun) headName() (string, error) {
	if x.repo == nil {
		return "this directory", nil
	}
	rev, err := x.repo.Resolve("HEAD")
	if err != nil {
		return "", fmt.Errorf("there is no commit yet: %w", err)
	}
	n, err := x.repo.Uncommitted(x.dir)
	if err != nil {
		return "", err
	}
	name := rev.Commit[:10]
	if n > 0 {
		name += " with uncommitted changes"
		x.say("uncommitted changes of %s in the working tree are part of head; base is as it was committed", quantity.Of(n, "file"))
	}
	return name, nil
}

// checkOut makes the worktree of the base and its environment.
func (x *abRun) checkOut(before *ab.Journal) error {
	if x.repo == nil {
		_, err := ab.Open(x.cwd)
		return err
	}
	base, err := x.repo.Resolve(x.options.base)
	if err != nil {
		return err
	}
	path := ""
	if before != nil {
		if path = before.Config.Worktree; base.Commit != before.Config.Base.Commit {
			return fmt.Errorf("%s is another commit than when the trial was begun (%s): begin another one without -resume", base, before.Config.Base)
		}
	}
	if x.worktree, err = x.repo.Checkout(base, path, x.deadline(), x.signals); err != nil {
		return err
	}
	x.config.Base, x.config.Worktree, x.config.Names[ab.Base] = base, x.worktree.Dir, base.String()
	rel, err := filepath.Rel(x.repo.Root, x.cwd)
	if err != nil {
		return err
	}
	x.dirs[ab.Base] = filepath.Join(x.worktree.Dir, rel)
	env, err := ab.GoEnv(x.cwd, x.env[ab.Head], x.signals, "GOWORK")
	if err != nil {
		return err
	}
	work, err := x.worktree.Workspace("go", env["GOWORK"])
	if err != nil {
		return err
	}
	x.env[ab.Base] = append(x.env[ab.Base], "GOWORK="+work)
	return nil
}

// takeBinaries is for binaries that were built before. They run in the directory that plateau runs in.
func (x *abRun) takeBinaries() error {
	bins := [2]string{x.options.baseBin, x.options.headBin}
	x.config.Names, x.env = bins, [2][]string{os.Environ(), os.Environ()}
	s := ab.Subject{Dirs: [2]string{x.cwd, x.cwd}}
	for _, side := range ab.Sides() {
		bin, err := filepath.Abs(bins[side])
		if err != nil {
			return err
		}
		info, err := buildinfo.ReadFile(bin)
		if err != nil {
			return fmt.Errorf("%s is no test binary, as go test -c makes one: %w", bins[side], err)
		}
		pkg := strings.TrimSuffix(info.Path, ".test")
		if side == ab.Head && pkg != s.Pkg {
			return fmt.Errorf("no benchmark in common: %s is of package %s, %s of %s", bins[ab.Base], s.Pkg, bins[ab.Head], pkg)
		}
		s.Pkg, s.Bins[side] = pkg, bin
		if s.Benchmarks[side], err = ab.ListBinary(bin, x.cwd, x.options.command, x.signals); err != nil {
			return err
		}
	}
	if len(s.Benchmarks[ab.Base]) == 0 || len(s.Benchmarks[ab.Head]) == 0 {
		return errors.New("no benchmark in common: on a side none matches -bench " + x.options.command.Bench)
	}
	x.config.Subjects = []ab.Subject{s}
	return nil
}
