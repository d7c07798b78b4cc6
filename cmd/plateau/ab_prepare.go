package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/ab"
)

// prepare makes everything ready for the first pair, or the next one of a trial that goes on.
func (x *abRun) prepare() (err error) {
	if x.cwd, err = os.Getwd(); err != nil {
		return err
	}
	x.cwd, err = filepath.EvalSymlinks(filepath.Join(x.cwd, x.options.command.Dir))
	if err != nil {
		return err
	}
	x.repo, err = ab.Open(x.cwd)
	if err != nil && x.options.baseBin == "" && !x.options.aa && !x.options.resume {
		return err
	}
	if err := x.choosePlace(); err != nil {
		return err
	}
	if _, err := os.Stat(x.dir); err != nil && x.options.resume {
		return fmt.Errorf("nothing to go on with: %w", err)
	}
	if x.release, err = ab.Lock(x.dir); err != nil {
		return err
	}
	var before *ab.Journal
	if x.options.resume {
		if before, err = ab.ReadJournal(x.dir); err != nil {
			return fmt.Errorf("nothing to go on with: %w", err)
		}
		o, err := x.options.resumed(x.streams, before)
		if err != nil {
			return err
		}
		x.options = o
		if before.Config.Dir != x.cwd {
			return fmt.Errorf("the trial was begun in %s: go there to go on with it", before.Config.Dir)
		}
	} else if err := x.checkRoom(); err != nil {
		return err
	}
	if err := x.readLimits(); err != nil {
		return err
	}
	if err := x.identical(); err != nil {
		return err
	}
	if err := x.build(before); err != nil {
		return err
	}
	return x.begin(before)
}

func (x *abRun) readLimits() error {
	kept, err := readLimits(x.options.limitsFile)
	x.limits = append(kept, x.options.limits...)
	return err
}

// choosePlace finds the directory of the trial: that of -o, or one in the git directory, where it makes no
// tree dirty, or a temporary one.
func (x *abRun) choosePlace() (err error) {
	switch out := x.options.command.Output; {
	case out != "":
		x.dir, err = filepath.Abs(out)
		if fi, e := os.Stat(x.dir); e == nil && !fi.IsDir() {
			return fmt.Errorf("-o %s is a file: name a directory for the sample files of both sides", out)
		}
	case x.repo != nil:
		x.dir = filepath.Join(x.repo.GitDir, "plateau-ab")
	case x.options.resume:
		return errors.New("name the directory of the trial to go on with by -o")
	default:
		x.passing = true
		x.dir, err = os.MkdirTemp("", "plateau-trial-")
	}
	return err
}

// checkRoom reports why a trial cannot take the directory. One that was named and holds an unfinished trial is left alone. An
// earlier trial stays until there is something to take its place, as a mistake in the command line is none.
func (x *abRun) checkRoom() error {
	old, err := ab.ReadJournal(x.dir)
	if err == nil && !old.Over && len(old.Processes) > 0 {
		if x.options.command.Output != "" {
			return fmt.Errorf("%s holds a trial that was interrupted: go on with it by -resume, or remove the directory", x.dir)
		}
		x.replaced = true
	}
	x.renewed = err == nil && old.Over && x.options.command.Output != ""
	return ab.CheckRoom(x.dir)
}
