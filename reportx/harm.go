package reportx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// A Harm is a benchmark that did not come to its end on some side, as whoever ran it knows: it panicked, say, and took
// its process with it.
type Harm struct {
	Pkg, Name string   // Name is that of a top-level benchmark, with those below it, or "" for the whole package; Pkg is "" for any
	What      string   // what happened, as in "panicked"
	On        []string // sides, as they are called in "panicked in head"
	Said      []string // the last lines of what it said, if any
	Log       string   // file with all of it, "" for none
	// Endless is whether the new side alone did not end: it is infinitely slow, and so worse. Of any other harm nothing
	// can be told, and a gate does not pass.
	Endless bool
}

// String is what happened, in a line.
func (h Harm) String() string {
	name := h.Name
	if name == "" {
		name = "package " + h.Pkg
	}
	return printable(name) + " " + h.What + " in " + strings.Join(h.On, " and ")
}

// about reports whether a benchmark, by its printed name, is the one or below it.
func (h Harm) about(pkg, name string) bool {
	if h.Pkg != "" && h.Pkg != pkg {
		return false
	}
	rest, ok := strings.CutPrefix(name, h.Name)
	return ok && (h.Name == "" || rest == "" || rest[0] == '-' || rest[0] == '/')
}

// harmed reports whether a benchmark came to harm.
func (c *Comparison) harmed(pkg, name string) bool {
	return slices.ContainsFunc(c.Harmed, func(h Harm) bool { return h.about(pkg, name) })
}

// untold are the harms of which nothing can be told.
func (c *Comparison) untold() (list []Harm) {
	for _, h := range c.Harmed {
		if !h.Endless {
			list = append(list, h)
		}
	}
	return list
}

// setHarmed notes what came to harm: a side lacks it for that, and not because it is new or gone. Beside what is known of it is
// what the results say.
func (c *Comparison) setHarmed(o GateOptions) {
	c.Harmed, c.asked = append(slices.Clip(o.Harmed), c.failures(o.Harmed)...), o
	for i := range c.Only {
		only := &c.Only[i]
		only.Failed = only.Failed || c.harmed(only.Pkg, only.Name)
	}
}

// failures are the harms that the results of the sides tell of, without those that are known.
func (c *Comparison) failures(known []Harm) (list []Harm) {
	for _, f := range c.Failed {
		h := Harm{Name: f.Name, What: "failed", On: []string{f.Side}}
		if pkg, ok := strings.CutPrefix(f.Name, failedPackage); ok {
			h.Pkg, h.Name = pkg, ""
		}
		if slices.ContainsFunc(known, h.follows) {
			continue
		}
		if i := slices.IndexFunc(list, func(l Harm) bool { return l.Pkg == h.Pkg && l.Name == h.Name }); i >= 0 {
			list[i].On = append(list[i].On, f.Side)
			continue
		}
		list = append(list, h)
	}
	return list
}

// follows reports whether results say that something failed for what is known: the benchmark itself, or the package because of one
// in it.
func (h Harm) follows(known Harm) bool {
	if h.Name == "" {
		return h.Pkg == known.Pkg
	}
	return known.Name != "" && known.about(known.Pkg, h.Name)
}

// addEndless puts a change for the worse in place of what there is of a benchmark that did not end.
func (c *Comparison) addEndless() {
	for _, h := range c.Harmed {
		if !h.Endless {
			continue
		}
		about := func(pkg, name string) bool { return h.about(pkg, name) }
		c.Only = slices.DeleteFunc(c.Only, func(x OnlyOn) bool { return about(x.Pkg, x.Name) })
		c.Differences = slices.DeleteFunc(c.Differences, func(d *Difference) bool { return h.Name != "" && about(d.Pkg, d.Name) })
		c.Gate.Uncovered = slices.DeleteFunc(c.Gate.Uncovered, func(u Uncovered) bool { return about(u.Pkg, u.Name) })
		c.Differences = append(c.Differences, c.endless(h, c.asked))
	}
}

// endless is the difference of a benchmark that did not end, with the old value where there is one.
func (c *Comparison) endless(h Harm, o GateOptions) *Difference {
	d := &Difference{Pkg: h.Pkg, Name: h.Name, OldSide: c.Sides[0], NewSide: c.Sides[1], Order: UnknownOrder, endless: true}
	if d.Name == "" {
		d.Name = "package " + h.Pkg
	}
	limit := endlessLimit(o.limits(), d.Name)
	ch := &Change{P: limit.p, Stage: limit.stage, Unit: limit.Statistic, PerRun: true, Limit: limit, Verdict: string(verdict.Worse), Endless: true}
	if ch.P != 0 {
		ch.Unit = "ns/op"
	}
	d.Changes = []*Change{ch}
	alone := o.compared()
	alone.Pairing = PairByOrder
	old, err := measureSides([]Side{c.sides[0], c.sides[0]}, alone) // the side with itself: its values, and no change
	if err != nil {
		return d
	}
	old.each(func(x *Difference, of *Change) {
		if h.about(x.Pkg, x.Name) && !strings.Contains(x.Name, "/") && of.Statistic() == ch.Statistic() {
			d.Name, d.Procs, d.OldRuns, ch.Old = x.Name, x.Procs, x.OldRuns, of.Old
		}
	})
	return d
}

// endlessLimit is the last limit of changes about a benchmark, or any where none is.
func endlessLimit(limits []Limit, name string) (limit *Limit) {
	for i := range limits {
		l := &limits[i]
		if !l.Absolute() && (limit == nil || l.match.MatchString(name)) {
			limit = l
		}
	}
	if limit == nil {
		l := DefaultLimit()
		limit = &l
	}
	return limit
}

// harmedWord begins the answer of a gate that cannot give one.
func harmedWord(untold []Harm) string {
	text := "could not be told: " + untold[0].String()
	if n := len(untold) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more came to harm", n)
	}
	return text
}

// harmLines say what came to harm, with what it said indented below.
func (c *Comparison) harmLines(indent string) (lines []string) {
	for _, h := range c.Harmed {
		line := h.String()
		switch {
		case h.Endless:
			line += ", and the other side did end: infinitely slow"
		default:
			line += ": nothing can be told of it"
		}
		if h.Log != "" {
			line += "; " + printable(h.Log) + " has all that it said"
		}
		lines = append(lines, line)
		for _, said := range h.Said {
			lines = append(lines, indent+printable(said))
		}
	}
	return lines
}
