package reportx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// A OneSided is a benchmark of which one side alone has the samples that a limit of a percentile is about.
type OneSided struct {
	Pkg, Name string
	Procs     int
	Side      string // that has them
	New       bool   // that side is the new one: what it began to measure has no old values yet
}

// A lone benchmark has samples that count on one side, and on the other at most result lines.
type lone struct {
	*comparer
	d         *Difference
	of, other *Benchmark
	side      int // 1 is the new one
}

// alone adds what there is of a benchmark that only one side has samples of. The percentiles of that side can be held against a
// budget and against nothing else, unless the result lines of both sides have them too.
func (m *comparer) alone(d *Difference, old, new *Benchmark) error {
	l := lone{comparer: m, d: d, of: old, other: new}
	switch a, b := old.hasSteady(), new.hasSteady(); {
	case a == b:
		return nil
	case b:
		l.of, l.other, l.side = new, old, 1
	}
	var list []*Change
	clock := 0.0
	for _, stage := range stages(l.of.Runs) {
		p, err := newPool(l.of.Runs, stage)
		if err != nil {
			return err
		}
		changes, err := l.changes(p)
		if err != nil {
			return err
		}
		list, clock = append(list, changes...), max(clock, p.clock())
	}
	l.say(list, clock)
	d.Changes = append(list, d.Changes...)
	return nil
}

func (l *lone) name(side int) string { return [2]string{l.old.Name, l.new.Name}[side] }

func (l *lone) only() string { return "only " + l.name(l.side) + " has samples" }

// changes are the percentiles of a pool that are not compared, with the value of the side that has them.
func (l *lone) changes(p *pool) (list []*Change, err error) {
	missing := slices.DeleteFunc(slices.Clone(l.ps), func(q quantile.P) bool {
		return slices.ContainsFunc(l.d.Changes, func(ch *Change) bool { return ch.P == q.Percent() && ch.Stage == p.stage })
	})
	if len(p.runs) == 0 || len(missing) == 0 {
		return nil, nil
	}
	samples, err := l.memory.hold(p)
	if err != nil {
		return nil, err
	}
	pooled, err := p.pooled(samples, missing)
	if err != nil {
		return nil, err
	}
	for _, e := range pooled.Estimates {
		ch := &Change{P: e.P.Percent(), Stage: p.stage, Unit: "ns/op", Why: l.only(), alone: l.name(l.side)}
		values := [2]*Value{&ch.Old, &ch.New}
		*values[l.side], *values[1-l.side] = p.value(e), Value{Why: l.only()}
		ch.pool[l.side], ch.test.P = e, e.P
		list = append(list, ch)
	}
	return list, nil
}

// say notes that the percentiles of list cannot be compared, and that ns/op holds the clock's cost, so many ns an operation or 0 where
// nobody says, on one side only: the other was measured if its result lines have a percentile.
func (l *lone) say(list []*Change, clock float64) {
	if len(list) == 0 {
		return // said with the other units of one side
	}
	text := statistics(list, len(l.ps)) + " cannot be compared: " + l.only()
	for _, ch := range l.d.Changes {
		if ch.P != 0 || ch.Unit != "ns/op" || l.other.measured() {
			continue
		}
		ch.skew, ch.oneClock = clock, true
		costs := ""
		if clock > 0 {
			costs = ", " + formatNS(clock) + " an operation"
		}
		text += fmt.Sprintf("; its ns/op holds what measuring costs%s, that of %s does not", costs, l.name(1-l.side))
	}
	l.d.Notes = slices.Insert(l.d.Notes, 0, text)
}

// statistics names changes: percentiles, where they are all that were asked for.
func statistics(list []*Change, asked int) string {
	if len(list) >= asked {
		return "percentiles"
	}
	var names []string
	for _, ch := range list {
		names = append(names, ch.Statistic())
	}
	return strings.Join(names, ", ")
}

// measured reports whether result lines have percentiles, as those of a benchmark do whose operations were timed.
func (b *Benchmark) measured() bool {
	return slices.ContainsFunc(units(b.Runs), func(unit string) bool {
		_, _, percentile := percentileUnit(unit)
		return percentile
	})
}

// compares reports whether a change is held against an old value.
func (c *Change) compares() bool { return c.alone == "" && !c.isBudget() }

// findOneSided finds what nothing can be told of for want of samples on one side. A budget that the new side's samples are held
// against needs no old ones.
func (c *Comparison) findOneSided() {
	c.each(func(d *Difference, ch *Change) {
		if ch.alone == "" || ch.isBudget() && ch.New.Known {
			return
		}
		if one := (OneSided{d.Pkg, d.Name, d.Procs, ch.alone, ch.alone == c.Sides[1]}); !slices.Contains(c.Gate.OneSided, one) {
			c.Gate.OneSided = append(c.Gate.OneSided, one)
		}
	})
}

// Lapsed are those of OneSided that the new side has no samples of any more. A gate does not pass with any.
func (g *GateResult) Lapsed() []OneSided {
	return slices.DeleteFunc(slices.Clone(g.OneSided), func(o OneSided) bool { return o.New })
}

// lapsed is why nothing can be told, in an answer.
func lapsed(list []OneSided) string {
	text := "only " + printable(list[0].Side) + " has samples of " + printable(list[0].Name)
	if n := len(list) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more are so", n)
	}
	return text
}
