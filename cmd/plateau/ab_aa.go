package main

import (
	"slices"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/reportx"
)

// concludeSame prints what the machine makes of no change.
func (x *abRun) concludeSame() int {
	status := exitFine
	x.troubles(&status)
	if slices.ContainsFunc(x.journal.Hangs(), ab.Hang.Endless) {
		status = exitCannot // of one program that is no answer
	}
	if err := x.readings.read(); err != nil {
		return fail(x.streams, "ab", err)
	}
	old, new := x.readings.sides(x.readings.all)
	p, err := reportx.NewPlacebo(old, new, x.limits, x.journal.Config.Seed)
	if err == nil {
		err = p.Write(x.stdout, x.options.format)
	}
	if err != nil {
		return fail(x.streams, "ab", err)
	}
	return status
}
