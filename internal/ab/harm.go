package ab

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Harm is a benchmark that did not come to its end in processes that count.
type Harm struct {
	Pkg, Name string   // Name is "" for a package of which it is not known which benchmark it was
	What      string   // in words: "panicked"
	On        []Side   // base first
	Said      []string // what the first of the processes said of it
	Log       string   // file with all of that, absolute
	Endless   bool     // it hung on the side of the head alone: infinitely slow
}

// Harms are what came to harm, in the order of the first of each. Dir is the trial's, and limit how long a process may take, 0 where the trial
// saw to that.
func (j *Journal) Harms(dir string, limit time.Duration) (list []Harm) {
	hangs := j.Hangs()
	for _, p := range j.Current() {
		for _, name := range p.Failed {
			h := p.harm(dir, name)
			h.Name, h.What = WithoutProcs(name, 0), "failed"
			list = addHarm(list, h)
		}
		switch p.Outcome {
		case Crashed:
			list = addHarm(list, p.harm(dir, p.Stuck))
		case Hung:
			h := p.harm(dir, p.Stuck)
			i := slices.IndexFunc(hangs, func(h Hang) bool { return h.Pkg == p.Pkg && h.Name == p.Stuck })
			h.What, h.Endless = "did not end within "+hangs[i].within(limit), hangs[i].Endless()
			list = addHarm(list, h)
		}
	}
	return list
}

// harm is what came of a benchmark in a process, in words that its log has. A log that is missing says nothing.
func (p *Process) harm(dir, name string) Harm {
	file := filepath.Join(dir, p.Log)
	log, _ := os.ReadFile(file)
	return Harm{Pkg: p.Pkg, Name: name, What: Ended(string(log)), On: []Side{p.Side}, Said: Said(string(log), p, name), Log: file}
}

// within is the limit that was given, or else how long it was waited.
func (h Hang) within(limit time.Duration) string {
	if limit > 0 {
		return limit.String()
	}
	return fmt.Sprintf("%.3gs", h.Seconds)
}

// addHarm adds a harm, or its side to that of the other one.
func addHarm(list []Harm, h Harm) []Harm {
	i := slices.IndexFunc(list, func(o Harm) bool { return o.Pkg == h.Pkg && o.Name == h.Name && o.What == h.What })
	if i < 0 {
		return append(list, h)
	}
	if !slices.Contains(list[i].On, h.On[0]) {
		list[i].On = append(list[i].On, h.On[0])
		slices.Sort(list[i].On)
	}
	return list
}
