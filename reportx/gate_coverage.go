package reportx

import (
	"fmt"
	"slices"
	"strings"
)

// An Uncovered is a benchmark of both sides that no limit decides about.
type Uncovered struct {
	Pkg, Name string
	Procs     int
	Why       string // what there was nothing to compare for, or which statistics it has
}

// keepLimited gives changes their limits and drops those without, which the result names.
func (c *Comparison) keepLimited(limits []Limit) error {
	used := make([]bool, len(limits))
	var kept []*Difference
	for _, d := range c.Differences {
		why := d.compared()
		if err := d.keepLimited(limits, used); err != nil {
			return err
		}
		if len(d.Changes) == 0 {
			c.Gate.Uncovered = append(c.Gate.Uncovered, Uncovered{d.Pkg, d.Name, d.Procs, why})
			continue
		}
		kept = append(kept, d)
	}
	c.Differences = kept
	c.findGone(limits)
	for i, l := range limits {
		if used[i] || len(c.Differences) == 0 && len(c.Harmed) > 0 || c.namesHarmed(l) {
			continue
		}
		c.Gate.Notes = append(c.Gate.Notes, fmt.Sprintf("limit %s is about nothing: no benchmark on both sides has it", l))
		if !l.kept && len(c.Harmed) == 0 {
			c.Gate.Idle = append(c.Gate.Idle, l.String())
		}
	}
	c.Gate.Notes = append(c.Gate.Notes, uncoveredLines(c.Gate.Uncovered)...)
	if len(c.Differences) == 0 && len(c.Harmed) == 0 {
		return fmt.Errorf("nothing to decide: %s", strings.Join(c.Gate.Notes, "; "))
	}
	return nil
}

// namesHarmed reports whether the pattern of a limit names what came to harm, or is missing for that: the limit is about it.
func (c *Comparison) namesHarmed(l Limit) bool {
	if l.Pattern == "" {
		return false
	}
	return slices.ContainsFunc(c.Harmed, func(h Harm) bool { return h.Name != "" && l.match.MatchString(h.Name) }) ||
		slices.ContainsFunc(c.Only, func(o OnlyOn) bool { return o.Failed && l.match.MatchString(o.Name) })
}

// findGone finds what limits name and the new side lacks. A failed benchmark is no missing one.
func (c *Comparison) findGone(limits []Limit) {
	for _, o := range c.Only {
		if o.On != c.Sides[0] || o.Failed {
			continue
		}
		for _, l := range limits {
			if l.Pattern == "" || !l.match.MatchString(o.Name) {
				continue
			}
			c.Gate.Gone = append(c.Gate.Gone, o.Name)
			c.Gate.Notes = append(c.Gate.Notes, fmt.Sprintf("%s is gone from %s, and limit %s names it: measure it, or take it out of the limits where it was removed on purpose",
				printable(o.Name), printable(o.Not), l))
			break
		}
	}
}

// unnamed says in an answer which benchmarks are gone that no limit names, "" for none: they keep no gate from passing.
func (c *Comparison) unnamed() string {
	var names []string
	for _, o := range c.Only {
		if o.On != c.Sides[0] || o.Failed || slices.Contains(c.Gate.Gone, o.Name) {
			continue
		}
		name := o.Name
		if name == "" {
			name = "package " + o.Pkg
		}
		names = append(names, printable(name))
	}
	switch n := len(names); n {
	case 0:
		return ""
	case 1:
		return "; " + names[0] + " is gone"
	default:
		return fmt.Sprintf("; %s and %d more are gone", names[0], n-1)
	}
}

// keepLimited keeps the changes that limits are about, and the suspects that matter to them.
func (d *Difference) keepLimited(limits []Limit, used []bool) error {
	var kept []*Change
	for _, ch := range d.Changes {
		for _, l := range ch.limitsOf(d.Name, limits, used) {
			if err := l.suits(ch); err != nil {
				return err
			}
			limited := *ch
			limited.Limit, limited.test.Limit = l, l.Ratio
			kept = append(kept, &limited)
		}
	}
	d.Changes = kept
	d.Suspects = slices.DeleteFunc(d.Suspects, func(x SideSuspect) bool {
		return !slices.ContainsFunc(kept, func(ch *Change) bool { return ch.Samples > 0 && ch.Stage == x.Stage && !ch.isBudget() })
	})
	return nil
}

// limitsOf are the limits about a change, the last that is about how it changed and the last that is a budget: they are
// different things, of which none stands for the other.
func (c *Change) limitsOf(name string, limits []Limit, used []bool) []*Limit {
	var change, budget *Limit
	for i := range limits {
		l := &limits[i]
		if !l.applies(name, c) {
			continue
		}
		if used[i] = true; l.Absolute() {
			budget = l
		} else {
			change = l
		}
	}
	return slices.DeleteFunc([]*Limit{change, budget}, func(l *Limit) bool { return l == nil })
}

// compared says what a difference has, or why it has nothing.
func (d *Difference) compared() string {
	var has []string
	alone := ""
	for _, ch := range d.Changes {
		if ch.alone != "" {
			alone = ", and " + ch.Why
			continue
		}
		has = append(has, ch.Statistic())
	}
	if has == nil {
		return strings.Join(d.Notes, "; ")
	}
	return "it has " + strings.Join(has, ", ") + alone
}

// uncoveredLines name the benchmarks, those of one reason together.
func uncoveredLines(all []Uncovered) (lines []string) {
	var found remarkList
	for _, u := range all {
		found.add(printable(u.Name), "no limit decides: "+printable(u.Why))
	}
	for _, m := range found.list {
		lines = append(lines, m.String())
	}
	return lines
}
