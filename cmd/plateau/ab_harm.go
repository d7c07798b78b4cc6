package main

import "github.com/plateau-bench/plateau/reportx"

// harmed are the benchmarks that did not come to their end.
func (x *abRun) harmed() (list []reportx.Harm) {
	limit, _ := x.options.timeout()
	for _, h := range x.journal.Harms(x.dir, limit) {
		r := reportx.Harm{Pkg: h.Pkg, Name: h.Name, What: h.What, Said: h.Said, Log: h.Log, Endless: h.Endless}
		for _, side := range h.On {
			r.On = append(r.On, side.String())
		}
		if x.passing {
			r.Log = "" // gone before it can be read
		}
		list = append(list, r)
	}
	return list
}
