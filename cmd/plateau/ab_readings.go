package main

import (
	"os"
	"path/filepath"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/reportx"
)

// abReadings are the results of a trial as far as they have been read: each file is read once.
type abReadings struct {
	run   *abRun
	had   map[*ab.Process]bool
	all   [2]*reportx.Results // the early ones and the fresh ones
	fresh [2]*reportx.Results // nil before any
}

func newReadings(x *abRun) *abReadings {
	r := &abReadings{run: x, had: make(map[*ab.Process]bool)}
	for side := range r.all {
		r.all[side] = reportx.NewResults(reportx.ReadOptions{KeepWarmup: true})
	}
	return r
}

// read reads what the journal has had since. Once there are fresh pairs, all has them too.
func (r *abReadings) read() error {
	j := r.run.journal
	for _, p := range j.Current() {
		if p.File == "" || r.had[p] {
			continue
		}
		r.had[p] = true
		if err := r.add(r.all[p.Side], p); err != nil {
			return err
		}
		if !j.Fresh(p.Pair) {
			continue
		}
		if r.fresh[p.Side] == nil {
			r.fresh[p.Side] = reportx.NewResults(reportx.ReadOptions{KeepWarmup: true})
		}
		if err := r.add(r.fresh[p.Side], p); err != nil {
			return err
		}
	}
	return nil
}

// add reads the file of a process.
func (r *abReadings) add(rs *reportx.Results, p *ab.Process) error {
	name := filepath.Join(r.run.dir, p.File)
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	known := len(rs.Problems)
	rs.Read(name, f)
	for _, b := range rs.Benchmarks {
		for _, run := range b.Runs {
			if run.File == name {
				run.Pair = p.Pair
			}
		}
	}
	if len(rs.Problems) > known && (p.Runs > 0 || len(p.Failed) == 0) { // a file that says no more than what failed is no problem
		return rs.Problems[known]
	}
	return nil
}

// sides are two results with the names of the versions.
func (r *abReadings) sides(rs [2]*reportx.Results) (old, new reportx.Side) {
	names := r.run.journal.Config.Names
	if names[0] == names[1] {
		names = [2]string{names[0] + " as base", names[1] + " as head"}
	}
	return reportx.Side{Name: names[ab.Base], Results: rs[ab.Base]}, reportx.Side{Name: names[ab.Head], Results: rs[ab.Head]}
}
