package reportx

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantity"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// CompareFormats are the forms in which a comparison can be written, the default first.
func CompareFormats() []string { return []string{"text", "markdown", "json", "bench", "html"} }

// Write writes the comparison in one of CompareFormats; text without colours.
func (c *Comparison) Write(w io.Writer, format string) error {
	switch format {
	case "text":
		return c.WriteText(w, TextOptions{})
	case "markdown":
		return c.WriteMarkdown(w)
	case "json":
		return c.WriteJSON(w)
	case "bench":
		return c.WriteBench(w)
	case "html":
		return c.WriteHTML(w)
	}
	return fmt.Errorf("no format %q, choose one of %s", format, strings.Join(CompareFormats(), ", "))
}

// percentChange is a ratio as a person says it: +8.3%, -40.0%, ×2.41.
func percentChange(r float64) string {
	if r >= 2 {
		return "×" + significant(r, 3)
	}
	x := 100 * (r - 1)
	if math.Abs(x) < 0.05 {
		return "0.0%"
	}
	return fmt.Sprintf("%+.1f%%", x)
}

// change is the ratio in words, "-" without one.
func (c *Change) change() string {
	if c.Endless {
		return infinite
	}
	if !c.HasRatio {
		return absent
	}
	text := percentChange(c.Ratio)
	if c.Old.Unsettled || c.New.Unsettled {
		text = doubt + text
	}
	if c.contradicts() {
		text += contradiction
	}
	return text
}

// infinite is how long something takes that does not end.
const infinite = "∞"

// newValue is that of the new side.
func (c *Change) newValue() string {
	if c.Endless {
		return infinite
	}
	return c.value(c.New)
}

// contradicts reports whether the two values that are shown, of all samples together, say something
// else than the change, of single runs: the other direction by 2% and more, or a factor of 1.1.
func (c *Change) contradicts() bool {
	if !c.HasRatio || !c.HasPooled || c.Ratio <= 0 || c.PooledRatio <= 0 {
		return false
	}
	const direction, factor = 0.02, 1.1
	runs, pooled := math.Log(c.Ratio), math.Log(c.PooledRatio)
	opposite := runs*pooled < 0 && math.Min(math.Abs(runs), math.Abs(pooled)) >= math.Log1p(direction)
	return opposite || math.Abs(runs-pooled) >= math.Log(factor)
}

// contradiction is the mark of a change that contradicts its values.
const contradiction = "†"

// doubtful reports whether a value of a table never settled.
func doubtful(group []*Difference) bool {
	return slices.ContainsFunc(group, func(d *Difference) bool {
		return slices.ContainsFunc(d.Changes, func(c *Change) bool { return c.Old.Unsettled || c.New.Unsettled })
	})
}

// valueLines say what the values and the changes of a table are, and what the mark means.
func valueLines(group []*Difference) (lines []string) {
	marked, pooled := false, false
	for _, d := range group {
		for _, ch := range d.Changes {
			if ch.isBudget() {
				continue // a budget is for the values
			}
			pooled = pooled || ch.HasPooled && ch.HasRatio
			marked = marked || ch.contradicts()
		}
	}
	if pooled {
		lines = append(lines, "old→new: percentiles of all samples of a side; change: the median ratio of single runs, which decides")
	}
	if doubtful(group) {
		lines = append(lines, unsettledLegend)
	}
	if marked {
		lines = append(lines, contradiction+" the two disagree: a few runs or a share near the percentile move the values; look at the runs")
	}
	return lines
}

// interval is that of the ratio: +5.0..+17.1%.
func (c *Change) interval() string {
	if !c.HasInterval {
		return ""
	}
	lo, hi := percentChange(c.Lo), percentChange(c.Hi)
	if lo == hi {
		return lo
	}
	if strings.HasSuffix(lo, "%") && strings.HasSuffix(hi, "%") {
		lo = strings.TrimSuffix(lo, "%")
	}
	return lo + ".." + hi
}

// values are old and new: 1.2→1.4ms.
func (c *Change) values() string {
	if !c.Old.Known && !c.New.Known {
		return absent
	}
	old, new := c.value(c.Old), c.value(c.New)
	if c.P != 0 && c.Old.Known && c.New.Known {
		a, b := quantity.UnitOf(c.Old.Value, 4), quantity.UnitOf(c.New.Value, 4)
		if a == b && !c.Old.Weak {
			old = strings.TrimSuffix(old, a.Name)
		}
	}
	return old + "→" + new
}

// value is one side's, with a star where it is weak, and a tilde where it never settled.
func (c *Change) value(v Value) string {
	if !v.Known {
		return absent
	}
	text := formatMetric(v.Value, c.Unit)
	if v.Unsettled && !bookkeeping(c.Unit) {
		text = doubt + text
	}
	if v.Weak {
		text += "*"
	}
	return text
}

// counts are how many changes have each verdict, in words.
func (c *Comparison) counts() string {
	n := make(map[string]int)
	c.each(func(_ *Difference, ch *Change) {
		if !ch.isBudget() {
			n[ch.Verdict]++
		}
	})
	budgets := c.budgetCounts()
	if budgets != "" && !hasChanges(c.Differences) {
		return budgets
	}
	var words []string
	for _, v := range []verdict.Verdict{verdict.Worse, verdict.Better, verdict.Same, verdict.Unsure} {
		words = append(words, fmt.Sprintf("%d %s", n[string(v)], v))
	}
	text := strings.Join(words, ", ")
	if budgets != "" {
		text += "; " + budgets
	}
	return text
}

// headline is the answer in a line.
func (c *Comparison) headline() string {
	if c.Gate == nil {
		return c.counts()
	}
	if untold := c.untold(); len(untold) > 0 {
		if len(c.Differences) == 0 {
			return harmedWord(untold)
		}
		return harmedWord(untold) + otherwise + " " + c.counts() + c.unnamed()
	}
	if c.Gate.same {
		return "passed: " + sameProgram
	}
	word := c.Gate.word()
	if c.Gate.Advisory {
		word = "advisory: " + word
	}
	return word + " " + c.counts() + c.unnamed()
}

// otherwise stands between what could not be told and what was.
const otherwise = "; otherwise"

// word is the answer, up to how many changes have which verdict.
func (g *GateResult) word() string {
	gone := g.Lapsed()
	switch {
	case g.Worse > 0:
		return "failed:"
	case len(g.Gone) > 0:
		return "incomplete, " + g.incomplete() + ":"
	case len(gone) > 0:
		return "could not be told: " + lapsed(gone) + otherwise
	case g.Unsure > 0 && g.Strict:
		return "unsure:"
	case g.Unsure > 0:
		return "unsure, and so passed:"
	case !g.Passed:
		return "incomplete, " + g.incomplete() + ":"
	}
	return "passed:"
}

// incomplete says what keeps a gate from passing beside what was compared.
func (g *GateResult) incomplete() string {
	switch n := len(g.Gone); {
	case n == 1:
		return printable(g.Gone[0]) + " is gone"
	case n > 1:
		return fmt.Sprintf("%s and %d more are gone", printable(g.Gone[0]), n-1)
	}
	return "a limit is about nothing"
}
