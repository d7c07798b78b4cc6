package reportx

import (
	"fmt"
	"math"
	"strings"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// A runOf is a run of one of two sides.
type runOf struct {
	new bool
	run int // 1-based
}

// suspectLines names each suspect run once, and what the result is without it. With deciding those alone are named without
// which a change lies on another side of its limit; more is how many others there are.
func (d *Difference) suspectLines(deciding bool) (lines []string, more int) {
	words := make(map[runOf][]string)
	var order []runOf
	for _, x := range d.Suspects {
		k := runOf{x.New, x.Run}
		if words[k] == nil {
			order = append(order, k)
		}
		words[k] = append(words[k], fmt.Sprintf("%s, z %.1f", x.Why, x.Z))
	}
	for _, k := range order {
		if deciding && !d.hinges(k) {
			more++
			continue
		}
		side := d.OldSide
		if k.new {
			side = d.NewSide
		}
		lines = append(lines, fmt.Sprintf("run %d of %s is suspect: %s; without it %s", k.run, printable(side), strings.Join(words[k], "; "), d.without(k.new, k.run)))
	}
	return lines, more
}

// hinges reports whether some change lies on another side of its limit without a run.
func (d *Difference) hinges(k runOf) bool {
	for _, ch := range d.Changes {
		for i, w := range ch.Without {
			if w.New == k.new && w.Run == k.run && !ch.isBudget() && ch.crosses(ch.test.Without[i]) {
				return true
			}
		}
	}
	return false
}

// crosses reports whether an estimate lies on another side of the limit than without a suspect run; that of all
// samples counts where the runs leave a doubt.
func (c *Change) crosses(without verdict.Change) bool {
	limit := c.threshold()
	other := func(x, y float64) bool { return (x >= limit) != (y >= limit) || (x <= 1/limit) != (y <= 1/limit) }
	if other(c.test.Change.Ratio, without.Ratio) {
		return true
	}
	clear := c.HasInterval && (c.Lo >= limit || c.Hi <= 1/limit)
	return !clear && finite(c.test.Change.PooledRatio) && finite(without.PooledRatio) && other(c.test.Change.PooledRatio, without.PooledRatio)
}

// threshold is the ratio above 1 from which on the change counts.
func (c *Change) threshold() float64 {
	if c.test.Limit == 0 {
		return verdict.DefaultLimit
	}
	return c.test.Limit
}

// without says how the changes would differ without a run.
func (d *Difference) without(new bool, run int) string {
	const least = 0.01 // what is worth a word
	var words []string
	for _, ch := range d.Changes {
		for _, w := range ch.Without {
			if w.New == new && w.Run == run && math.Abs(math.Log(w.Ratio/ch.test.Change.Ratio)) >= least {
				words = append(words, fmt.Sprintf("%s %s instead of %s", ch.Statistic(), percentChange(w.Ratio), ch.change()))
			}
		}
	}
	if words == nil {
		return "no change differs by 1%"
	}
	return strings.Join(words, ", ")
}
