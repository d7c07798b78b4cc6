package reportx

import (
	"fmt"
	"strings"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// isBudget reports whether the change is judged by a budget.
func (c *Change) isBudget() bool { return c.Limit != nil && c.Limit.Absolute() }

// word is the verdict as a person reads it: a budget is kept or exceeded, whatever was before.
func (c *Change) word() string {
	switch {
	case c.isBudget() && c.Verdict == string(verdict.Worse):
		return "over"
	case c.isBudget() && c.Verdict == string(verdict.Same):
		return "within"
	}
	return c.Verdict
}

// judgeBudget compares the new side with a budget.
func (c *Change) judgeBudget() {
	lo, hi, hasLo, hasHi := c.bounds()
	budget := c.Limit.Budget
	c.Why = ""
	switch {
	case !c.New.Known:
		c.Verdict, c.Why = string(verdict.Unsure), c.New.Why
	case hasLo && lo > budget:
		c.Verdict = string(verdict.Worse)
	case hasHi && hi <= budget:
		c.Verdict = string(verdict.Same)
	case !hasLo && !hasHi:
		c.Verdict, c.Why = string(verdict.Unsure), "no interval: "+c.noInterval()+c.beyond(budget)
	default:
		c.Verdict, c.Why = string(verdict.Unsure), "the budget lies within the interval"
	}
}

// beyond says how many of the new runs lie above a budget, "" where single runs are not known.
func (c *Change) beyond(budget float64) string {
	above := 0
	for _, x := range c.runs[1] {
		if x > budget {
			above++
		}
	}
	switch n := len(c.runs[1]); {
	case n == 0:
		return ""
	case above == n:
		return "; all lie above the budget"
	default:
		return fmt.Sprintf("; %d of %d lie above the budget", above, n)
	}
}

func (c *Change) noInterval() string {
	if c.New.Why != "" {
		return c.New.Why
	}
	if n := len(c.runs[1]); n != 1 {
		return fmt.Sprintf("%d runs, 6 needed", n)
	}
	return "1 run, 6 needed"
}

// bounds is the 95% interval of the new side that a budget is compared with; of a percentile one of its ends may
// not be known.
func (c *Change) bounds() (lo, hi float64, hasLo, hasHi bool) {
	if !c.PerRun {
		return c.New.Lo, c.New.Hi, c.New.HasLo, c.New.HasHi
	}
	at := verdict.Shift(c.runs[1])
	return at.Lo, at.Hi, at.Interval, at.Interval
}

// boundsText is that interval: 1.2ms..1.4ms, ..1.4ms without a lower end, "" without either.
func (c *Change) boundsText() string {
	lo, hi, hasLo, hasHi := c.bounds()
	text := ""
	if hasLo {
		text = formatMetric(lo, c.Unit)
	}
	if hasLo || hasHi {
		text += ".."
	}
	if hasHi {
		text += formatMetric(hi, c.Unit)
	}
	return text
}

// budgetHead is above the cells of budgets.
var budgetHead = []string{"benchmark", "what", "value", "95% interval", "budget", "verdict"}

// budgetCells are a row of the table of budgets.
func (c *Change) budgetCells(d *Difference) []string {
	return []string{printable(d.Name), printable(c.Statistic()), c.value(c.New), c.boundsText(), c.Limit.bound(), c.word()}
}

// hasBudgets and hasChanges report whether a table of either kind has rows.
func hasBudgets(group []*Difference) bool { return anyChange(group, (*Change).isBudget) }
func hasChanges(group []*Difference) bool {
	return anyChange(group, func(c *Change) bool { return !c.isBudget() })
}

func anyChange(group []*Difference, is func(*Change) bool) bool {
	for _, d := range group {
		for _, ch := range d.Changes {
			if is(ch) {
				return true
			}
		}
	}
	return false
}

// budgetCounts are how many budgets are exceeded and kept, "" without any.
func (c *Comparison) budgetCounts() string {
	if !hasBudgets(c.Differences) {
		return ""
	}
	n := make(map[string]int)
	c.each(func(_ *Difference, ch *Change) {
		if ch.isBudget() {
			n[ch.word()]++
		}
	})
	text := fmt.Sprintf("budgets: %d over, %d within", n["over"], n["within"])
	if n["unsure"] > 0 {
		text += fmt.Sprintf(", %d unsure", n["unsure"])
	}
	return text
}

// sideNames are all sides.
func (c *Comparison) sideNames() string {
	if c.Gate != nil && c.Gate.newOnly {
		return c.Sides[1]
	}
	return strings.Join(c.Sides, " → ")
}

// heading says which sides a table is about: the new one alone where there is no other.
func (c *Comparison) heading(d *Difference) string {
	if c.Gate != nil && c.Gate.newOnly {
		return printable(d.NewSide)
	}
	return printable(d.OldSide) + " → " + printable(d.NewSide)
}
