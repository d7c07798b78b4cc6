package reportx

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/tally"
)

func (t *tailCount) attribution(p, beyond float64) *Attribution {
	a := &Attribution{P: p, Beyond: beyond, Slow: t.slow, Others: t.others, OnCPU: t.onCPU.summary()}
	explaining := 0
	for i, known := range causes {
		c, ok := t.causes[i].cause(known.name)
		if !ok {
			continue
		}
		a.Causes = append(a.Causes, c)
		if c.Explains {
			explaining |= 1 << i
		}
	}
	slices.SortStableFunc(a.Causes, func(x, y Cause) int { return cmp.Compare(y.excess(), x.excess()) })
	a.Unexplained = t.unexplained(explaining)
	for _, name := range t.order {
		if g := t.growth[name]; g.slowN > 0 && g.othersN > 0 {
			a.Growth = append(a.Growth, Growth{name, g.slow / g.slowN, g.others / g.othersN})
		}
	}
	return a
}

// excess is by how much the share among slow samples exceeds that among the others.
func (c *Cause) excess() float64 { return c.SlowShare - c.OthersShare }

// notable says that a cause has a place in a sentence: it occurred in more than one slow sample, and more often than in the others.
func (c *Cause) notable() bool { return c.Slow > 1 && c.SlowShare >= 0.01 && c.excess() > 0 }

// words are those of the cause.
func (c *Cause) words() string {
	if i := causeOf(c.Name); i >= 0 {
		return causes[i].words
	}
	return c.Name
}

// beside are the shares that the one among slow samples is held against: that among the others, and what length alone
// would make of it, where that is why the cause explains nothing.
func (c *Cause) beside() string {
	if !c.Explains && c.SlowShare-c.OthersShare >= clearlyMore && c.SlowShare >= 2*c.OthersShare {
		return fmt.Sprintf("others %s; for their length %s is to be expected", share(c.OthersShare), share(c.Expected))
	}
	return "others " + share(c.OthersShare)
}

// lines say it in words: the causes that occurred more often during slow samples, where the time went, and what grew.
func (a *Attribution) lines(c *Counters) []string {
	var words []string
	for _, x := range a.Causes {
		if x.notable() {
			words = append(words, fmt.Sprintf("%s %s (%s)", share(x.SlowShare), x.words(), x.beside()))
		}
	}
	if words == nil {
		words = []string{"nothing that was watched occurred more often than during the others"}
	}
	head := fmt.Sprintf("of %s beyond p%v: ", plural(a.Slow, "sample"), a.P)
	lines := []string{head + strings.Join(words, ", ") + "; unexplained " + share(float64(a.Unexplained)/float64(a.Slow))}
	if a.OnCPU != nil {
		lines = append(lines, a.OnCPU.line(a.P))
	}
	return append(lines, a.growthLines(c)...)
}

// line says where the time went by which slow samples exceed the others.
func (o *OnCPU) line(p float64) string {
	const nearly = 0.9
	where := "in the thread's own work; for the rest it waited, or others had the CPU"
	switch {
	case o.Share >= nearly:
		where = "in the thread's own work"
	case o.Share <= 1-nearly:
		where = "for the rest the thread waited, or others had the CPU"
	}
	return fmt.Sprintf("samples beyond p%v took %s on average, the others %s: %s of the difference was on the CPU, %s", p,
		formatNS(o.SlowWall), formatNS(o.OthersWall), share(o.Share), where)
}

// growthLines are the other columns, but for the clock that OnCPU is made of.
func (a *Attribution) growthLines(c *Counters) (lines []string) {
	for _, g := range a.Growth {
		if event, _, _ := strings.Cut(g.Name, ":"); g.Others <= 0 || a.OnCPU != nil && event == "task-clock" {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s during samples beyond p%v: %s, during the others %s", printable(g.Name), a.P,
			c.amount(g.Name, g.Slow), c.amount(g.Name, g.Others)))
	}
	return lines
}

// amount is a value of a column in the unit that its total has.
func (c *Counters) amount(name string, x float64) string {
	unit := ""
	if c != nil {
		if counted := c.of(name, tally.Thread); counted != nil {
			unit = counted.Unit
		}
	}
	return formatMetric(x, unit)
}

// share is a proportion in percent, without digits that say nothing.
func share(x float64) string {
	switch p := 100 * x; {
	case p > 0 && p < 1:
		return "<1%"
	case p > 99 && p < 100:
		return ">99%"
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}
