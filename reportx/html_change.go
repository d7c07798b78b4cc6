package reportx

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// ratioAxis is the axis of ratios that has all intervals, limits and no change in it.
func ratioAxis(all []*Change) figure.Axis {
	const least, most = 1.1, 64
	reach := math.Log(least)
	for _, ch := range all {
		for _, x := range []float64{ch.Ratio, ch.Lo, ch.Hi, ch.limit()} {
			if x > 0 {
				reach = max(reach, math.Abs(math.Log(x)))
			}
		}
	}
	reach = min(reach*1.1, math.Log(most))
	return figure.Axis{Scale: figure.Log, Lo: math.Exp(-reach), Hi: math.Exp(reach)}
}

// ratioTicks are the ratios that an axis may label, the most important first.
var ratioTicks = []float64{1, 2, 0.5, 1.5, 0.75, 4, 0.25, 1.25, 1.1, 0.9, 1.05, 0.95, 1.02, 0.98, 8, 0.125, 16, 1. / 16, 32, 1. / 32}

// words say the change and its interval.
func (c *Change) words() string {
	text := c.Statistic() + " " + c.answer()
	if c.HasInterval {
		text += ", 95% interval " + c.interval()
	}
	return text
}

// class is that of the change in a drawing.
func (c *Change) class() string { return cmp.Or(c.Verdict, string(verdict.Unsure)) }

// ratioFigure is one change in a table.
func (c *Change) ratioFigure(name string, axis figure.Axis) *figure.Figure {
	f := &figure.Figure{Name: "Change of " + name + ": " + c.words(), Height: 18, X: axis, Y: figure.Axis{Hi: 1}, BareX: true, BareY: true}
	f.Rule("even", 1, "no change")
	c.drawRatio(f, 0.5)
	return f
}

// limit is the ratio of new to old at which a gate draws the line, 0 where it draws none.
func (c *Change) limit() float64 {
	switch {
	case c.Limit == nil || c.Limit.Absolute():
		return 0
	case c.Limit.Falls:
		return 1 / c.Limit.Ratio
	}
	return c.Limit.Ratio
}

func (c *Change) drawRatio(f *figure.Figure, y float64) {
	if x := c.limit(); x > 0 {
		f.Mark("limit", figure.Point{X: x, Y: y}, "limit "+c.Limit.bound())
	}
	if c.HasInterval {
		f.Reach(c.class(), y, c.Lo, c.Hi, c.words())
	}
	f.Dot(c.class(), figure.Point{X: c.Ratio, Y: y}, c.Verdict == string(verdict.Unsure), c.words())
}

// forest is the changes below each other with their intervals.
func (d *Difference) forest() (htmlBlock, bool) {
	rows := slices.DeleteFunc(slices.Clone(d.Changes), func(c *Change) bool { return !c.HasRatio })
	if len(rows) == 0 {
		return htmlBlock{}, false
	}
	t := &htmlTable{Head: append(heads("what", "old", "new", "change", "95% interval"), htmlHead{Text: "verdict", Left: true}, htmlHead{Text: "p-value"}, htmlHead{Text: "why", Left: true})}
	for _, ch := range rows {
		t.row(printable(ch.Statistic()), ch.value(ch.Old), ch.value(ch.New), ch.change(), ch.interval(), ch.Verdict, significant(ch.PValue, 2), ch.Why)
	}
	var keys []htmlKey
	for _, word := range []verdict.Verdict{verdict.Worse, verdict.Better, verdict.Same, verdict.Unsure} {
		if slices.ContainsFunc(rows, func(c *Change) bool { return c.Verdict == string(word) }) {
			keys = append(keys, htmlKey{keyMark(string(word), word == verdict.Unsure), string(word)})
		}
	}
	if slices.ContainsFunc(rows, func(c *Change) bool { return c.limit() > 0 }) {
		keys = append(keys, htmlKey{`<line class="limit" x1="11" x2="11" y1="0" y2="10"/>`, "limit"})
	}
	return htmlBlock{
		Title: "Change", Level: 4, Text: "New over old, with the 95% interval over runs. The long upright line is no change.",
		Plots: []htmlPlot{plot(forestFigure(printable(d.Name), rows))}, Table: t, Keys: keys,
	}, true
}

// forestFigure has a line for each change, the first at the top.
func forestFigure(name string, rows []*Change) *figure.Figure {
	f := &figure.Figure{Name: "Changes of " + name, Height: rowHeight * len(rows), X: ratioAxis(rows), Y: figure.Axis{Lo: -0.5, Hi: float64(len(rows)) - 0.5}}
	for _, x := range ratioTicks {
		f.X.Ticks = append(f.X.Ticks, figure.Tick{At: x, Label: strings.Replace(percentChange(x), ".0%", "%", 1)})
	}
	f.X.Title = "new over old"
	f.Rule("even", 1, "no change")
	var words []string
	for i, ch := range rows {
		y := float64(len(rows) - 1 - i)
		f.Y.Ticks = append(f.Y.Ticks, figure.Tick{At: y, Label: shortened(printable(ch.Statistic()))})
		ch.drawRatio(f, y)
		words = append(words, ch.words())
	}
	f.About = strings.Join(words, "; ") + "."
	return f
}

// shortened is a name that finds room beside a figure.
func shortened(name string) string {
	const longest = 9
	if r := []rune(name); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return name
}

// shownRuns is the change whose single runs are shown: that of the highest percentile up to p99 of whole operations, or else the
// first; nil where no change knows its runs.
func (d *Difference) shownRuns() (shown *Change) {
	for _, ch := range d.Changes {
		if len(ch.runs[0]) == 0 || len(ch.runs[1]) == 0 {
			continue
		}
		if shown == nil || ch.Stage == "" && ch.P > shown.P && ch.P <= 99 {
			shown = ch
		}
	}
	return shown
}

// runsBlock shows the values of single runs, neighbours above each other.
func (d *Difference) runsBlock() (htmlBlock, bool) {
	shown := d.shownRuns()
	if shown == nil {
		return htmlBlock{}, false
	}
	head, order := "run", "in the order of reading"
	if d.Paired {
		head, order = "pair", "neighbours above each other"
	}
	t := &htmlTable{Head: heads(head, "old", "new")}
	text := "Each " + head + " from left to right, " + order + "."
	n := max(len(shown.runs[0]), len(shown.runs[1]))
	if n > drawnDots {
		text += fmt.Sprintf(" Shown are the first %d of %d.", drawnDots, n)
	}
	for i := range min(n, drawnDots) {
		t.row(strconv.Itoa(i+1), shown.run(0, i), shown.run(1, i))
	}
	return htmlBlock{
		Title: printable(shown.Statistic()) + " of single runs", Level: 4, Text: text,
		Plots: []htmlPlot{plot(shown.runsFigure(printable(d.Name), head, d.Paired))}, Table: t,
		Keys: []htmlKey{{keyMark("oldmark", true), "old: " + printable(d.OldSide)}, {keyMark("mark", false), "new: " + printable(d.NewSide)}},
	}, true
}

// known reports whether a side has a value for its run i.
func (c *Change) known(side, i int) bool { return i < len(c.runs[side]) && finite(c.runs[side][i]) }

// run is the value of run i of a side in words, "" without one.
func (c *Change) run(side, i int) string {
	if !c.known(side, i) {
		return ""
	}
	return formatMetric(c.runs[side][i], c.Unit)
}

// runsFigure has a place for each run or pair, from left to right.
func (c *Change) runsFigure(name, head string, paired bool) *figure.Figure {
	n := min(max(len(c.runs[0]), len(c.runs[1])), drawnDots)
	lo, hi := math.Inf(1), 0.0
	for _, x := range slices.Concat(c.runs[0], c.runs[1]) {
		if x > 0 {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	f := &figure.Figure{
		Name:  printable(c.Statistic()) + " of single runs of " + name,
		About: fmt.Sprintf("%d old and %d new runs.", len(c.runs[0]), len(c.runs[1])), Height: runsHeight,
		X: figure.Axis{Lo: 0.5, Hi: float64(n) + 0.5}, Y: figure.Around(min(lo, hi), hi, 1.1).LogTicks(metricTick(c.Unit)),
	}
	f.X.Title, f.Y.Title = head, printable(c.Statistic())
	for i := range n {
		at := float64(i + 1)
		f.X.Ticks = append(f.X.Ticks, figure.Tick{At: at, Label: strconv.Itoa(i + 1)})
		if paired && c.known(0, i) && c.known(1, i) {
			f.Interval("pair", at, c.runs[0][i], c.runs[1][i], "")
		}
		for side, class := range []string{"oldmark", "mark"} {
			if c.known(side, i) {
				title := fmt.Sprintf("%s %d, %s: %s", head, i+1, []string{"old", "new"}[side], c.run(side, i))
				f.Dot(class, figure.Point{X: at, Y: c.runs[side][i]}, side == 0, title)
			}
		}
	}
	return f
}
