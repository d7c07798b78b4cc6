package main

import (
	"errors"
	"slices"

	"github.com/plateau-bench/plateau/reportx"
)

// errIdentical ends a trial before it begins: there are no two programs.
var errIdentical = errors.New("both sides are the same program")

// identical reports that the base and the working tree are the same program, of which measuring would show chance alone. Budgets are
// measured all the same.
func (x *abRun) identical() error {
	if x.repo == nil || x.options.base == "" || x.options.resume || x.budgets() {
		return nil
	}
	base, err := x.repo.Resolve(x.options.base)
	if err != nil {
		return nil // said when it is checked out
	}
	same, err := x.repo.SameProgram(base, x.dir)
	if err != nil || !same {
		return err
	}
	head, err := x.headName()
	x.config.Names = [2]string{base.String(), head}
	return errors.Join(err, errIdentical)
}

// identicalBinaries is identical for binaries that are there.
func (x *abRun) identicalBinaries() error {
	if x.options.aa || x.options.resume || x.budgets() || slices.ContainsFunc(x.config.Hashes, func(h [2]string) bool { return h[0] != h[1] }) {
		return nil
	}
	return errIdentical
}

func (x *abRun) budgets() bool {
	return slices.ContainsFunc(x.limits, func(l reportx.Limit) bool { return l.Absolute() })
}

// concludeIdentical prints the answer that needs no measuring.
func (x *abRun) concludeIdentical() int {
	x.say("%v: nothing was measured; -aa shows what this machine makes of no change", errIdentical)
	c := reportx.SameProgram(x.config.Names[0], x.config.Names[1], x.gateOptions())
	if err := writeComparison(x.streams, c, x.options.format); err != nil {
		return fail(x.streams, "ab", err)
	}
	return exitFine
}
