package main

import (
	"github.com/plateau-bench/plateau/reportx"
)

// concludeSame prints what the machine makes of no change.
func (x *abRun) concludeSame() int {
	status := exitFine
	for _, text := range x.troubles(&status) {
		status = x.trouble("%s", text)
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
