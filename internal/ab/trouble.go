package ab

import (
	"fmt"
	"path/filepath"
	"time"
)

// A Trouble is something that went wrong with a benchmark, for people to read.
type Trouble struct {
	Text      string
	Undecided bool // nothing can be decided for it
}

// Troubles are what hung, failed or crashed in processes that count: hangs first, and of what happened to a benchmark of a side again and again the first
// time. Dir and limit are those of Harms.
func (j *Journal) Troubles(dir string, limit time.Duration) []Trouble {
	t := troubles{dir: dir, told: make(map[[3]string]bool)}
	for _, h := range j.Hangs() {
		t.hang(h, limit)
	}
	for _, p := range j.Current() {
		t.process(p)
	}
	return t.list
}

type troubles struct {
	dir  string
	list []Trouble
	told map[[3]string]bool // package with benchmark, side, and what happened
}

func (t *troubles) hang(h Hang, limit time.Duration) {
	name := h.Name
	if name == "" {
		name = h.Pkg
	}
	after := fmt.Sprintf("did not end within %s in pair %d and was killed", h.within(limit), h.Pair)
	switch {
	case h.Endless():
		t.add(false, "%s of head %s, that of base did end: infinitely slow", name, after)
	case h.Sides[Head]:
		t.add(true, "%s %s, on both sides: nothing can be said of it", name, after)
	default:
		t.add(true, "%s of base %s, that of head did end: nothing can be said of it", name, after)
	}
}

func (t *troubles) process(p *Process) {
	log := filepath.Join(t.dir, p.Log)
	damaged := fmt.Sprintf("in pair %d: what is left of it decides nothing; %s has what it said", p.Pair, log)
	for _, name := range p.Failed {
		t.once(p, name, "failed", true, damaged)
	}
	name := p.Stuck
	if name == "" {
		name = "the test binary of " + p.Pkg
	}
	switch p.Outcome {
	case Hung:
		t.once(p, name, "hung:", false, log+" has where")
	case Crashed:
		t.once(p, name, "took its process down", true, damaged)
	}
}

// once adds what happened to a benchmark on a side, the first time that it does.
func (t *troubles) once(p *Process, name, what string, undecided bool, more string) {
	key := [3]string{p.Pkg + " " + name, p.Side.String(), what}
	if !t.told[key] {
		t.told[key] = true
		t.add(undecided, "%s of %s %s %s", name, p.Side, what, more)
	}
}

func (t *troubles) add(undecided bool, format string, args ...any) {
	t.list = append(t.list, Trouble{fmt.Sprintf(format, args...), undecided})
}
