package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/plateau-bench/plateau/internal/ab"
	"github.com/plateau-bench/plateau/reportx"
)

// harmed are the benchmarks that did not come to their end in processes that count, in the order of the first of each.
func (x *abRun) harmed() (list []reportx.Harm) {
	hangs := x.journal.Hangs()
	for _, p := range x.journal.Current() {
		for _, name := range p.Failed {
			list = addHarm(list, x.harm(p, name, "failed"))
		}
		switch p.Outcome {
		case ab.Crashed:
			list = addHarm(list, x.harm(p, p.Stuck, ""))
		case ab.Hung:
			i := slices.IndexFunc(hangs, func(h ab.Hang) bool { return h.Pkg == p.Pkg && h.Name == p.Stuck })
			h := x.harm(p, p.Stuck, "did not end within "+x.within(hangs[i]))
			h.Endless = hangs[i].Endless()
			list = addHarm(list, h)
		}
	}
	return list
}

// harm is what came of a benchmark in a process, in words that its log has where what is "".
func (x *abRun) harm(p *ab.Process, name, what string) reportx.Harm {
	file := filepath.Join(x.dir, p.Log)
	log, _ := os.ReadFile(file) // what it said is missing then, and no more
	if what == "" {
		what = ab.Ended(string(log))
	}
	h := reportx.Harm{Pkg: p.Pkg, Name: name, What: what, On: []string{p.Side.String()}, Said: ab.Said(string(log), p, name), Log: file}
	if what == "failed" {
		h.Name = ab.WithoutProcs(name, 0)
	}
	if x.passing {
		h.Log = "" // gone before it can be read
	}
	return h
}

// within is the limit that was given, or else how long it was waited.
func (x *abRun) within(h ab.Hang) string {
	if limit, err := x.options.timeout(); err == nil && limit > 0 {
		return limit.String()
	}
	return fmt.Sprintf("%.3gs", h.Seconds)
}

// addHarm adds a harm, or its side to that of the other one.
func addHarm(list []reportx.Harm, h reportx.Harm) []reportx.Harm {
	i := slices.IndexFunc(list, func(o reportx.Harm) bool { return o.Pkg == h.Pkg && o.Name == h.Name && o.What == h.What })
	if i < 0 {
		return append(list, h)
	}
	if !slices.Contains(list[i].On, h.On[0]) {
		list[i].On = append(list[i].On, h.On[0])
		slices.Sort(list[i].On) // base first
	}
	return list
}
