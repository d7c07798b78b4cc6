package reportx

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// WriteHTML writes the comparison as one HTML file for a browser, which needs neither a network nor scripts: what changed, with its
// interval and its verdict, and for each benchmark the percentile curves and histograms of both sides over each other.
//
// Samples are read again. An error is that of decoding them, or of w.
func (c *Comparison) WriteHTML(w io.Writer) error {
	page := &htmlPage{Title: "Benchmark comparison", Foot: []string{
		"The change is the median ratio of a new run to an old one, with its 95% interval over runs. Percentiles are exact, of nearest rank, over all steady samples of a side.",
	}}
	if c.Gate != nil {
		page.Title = "Benchmark gate"
	}
	lede := htmlText{Text: c.headline() + "."}
	if c.Gate != nil && !c.Gate.Passed {
		lede.Class = "worse"
	}
	page.Lede = append(page.Lede, lede)
	subjects := 0
	for _, group := range c.groups() {
		d := group[0]
		g := htmlGroup{Title: cmp.Or(printable(d.Pkg), "Benchmarks"), Text: printable(d.OldSide) + " → " + printable(d.NewSide)}
		for _, kv := range d.config {
			if slices.Contains(environmentKeys(), kv.Key) {
				g.Text += " · " + printable(kv.Value)
			}
		}
		g.Blocks = append(g.Blocks, c.changesBlock(group, subjects+1))
		for _, d := range group {
			subjects++
			s, err := c.subject(d, "b"+strconv.Itoa(subjects))
			if err != nil {
				return fmt.Errorf("%s: %w", d.Name, err)
			}
			g.Subjects = append(g.Subjects, s)
		}
		page.Groups = append(page.Groups, g)
	}
	page.Notes = c.onlyLines()
	if c.Gate != nil {
		page.Notes = append(page.Notes, c.Gate.Notes...)
	}
	return page.write(w)
}

// signs stand before verdicts, which are not told by their colours alone.
var signs = map[verdict.Verdict]string{verdict.Worse: "✕ ", verdict.Better: "✓ ", verdict.Same: "= ", verdict.Unsure: "? "}

// judged is the change with its verdict.
func (c *Change) judged() htmlCell {
	cell := htmlCell{Text: absent, Sub: c.interval()}
	if c.Verdict != "" {
		cell.Text, cell.Class = signs[verdict.Verdict(c.Verdict)]+strings.TrimSpace(c.change()+" "+c.Verdict), c.Verdict
	}
	return cell
}

// changesBlock is the table of all changes of a package.
func (c *Comparison) changesBlock(group []*Difference, first int) htmlBlock {
	var all []*Change
	for _, d := range group {
		all = append(all, d.Changes...)
	}
	axis := ratioAxis(all)
	t := &htmlTable{Head: append(heads("benchmark"), htmlHead{"what", true})}
	t.Head = append(t.Head, heads("old", "new")...)
	t.Head = append(t.Head, htmlHead{fmt.Sprintf("from %s to %s", percentChange(axis.Lo), percentChange(axis.Hi)), true})
	if c.Gate != nil {
		t.Head = append(t.Head, heads("shows from", "limit")...)
	}
	t.Head = append(t.Head, heads("change")...)
	for i, d := range group {
		for _, ch := range d.Changes {
			row := []htmlCell{
				{Text: printable(d.Name), Href: "#b" + strconv.Itoa(first+i)}, {Text: printable(ch.Statistic())}, {Text: ch.value(ch.Old)}, {Text: ch.value(ch.New)}, {},
			}
			if ch.HasRatio {
				row[4] = htmlCell{SVG: draw(ch.ratioFigure(printable(d.Name), axis)), Class: "inline"}
			}
			if c.Gate != nil {
				shows, limit := absent, absent
				if ch.HasDetectable {
					shows = percentChange(ch.Detectable)
				}
				if ch.Limit != nil {
					limit = ch.Limit.bound()
				}
				row = append(row, htmlCell{Text: shows}, htmlCell{Text: limit})
			}
			t.Rows = append(t.Rows, append(row, ch.judged()))
		}
	}
	lines := valueLines(group)
	if weakChanges(group) {
		lines = append(lines, "* weak: fewer than 10 samples lie beyond it")
	}
	return htmlBlock{Title: "Changes", Level: 3, Whole: true, Table: t, Lines: lines}
}

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

// subject is one benchmark on both sides.
func (c *Comparison) subject(d *Difference, id string) (htmlSubject, error) {
	out := htmlSubject{ID: id, Name: printable(d.Name)}
	chip := htmlText{Text: d.arrangement()}
	if !d.Paired && !d.budgetsOnly() {
		chip = htmlText{Text: "▲ " + chip.Text, Class: "alarm"}
	}
	out.Chips = append(out.Chips, chip)
	for _, p := range d.joint {
		blocks, err := d.overlay(p)
		if err != nil {
			return out, err
		}
		out.Blocks = append(out.Blocks, blocks...)
	}
	if b, ok := d.forest(); ok {
		out.Blocks = append(out.Blocks, b)
	}
	if b, ok := d.runsBlock(); ok {
		out.Blocks = append(out.Blocks, b)
	}
	var lines []string
	for _, n := range c.notices([]*Difference{d}) {
		text := n.text
		if what := strings.TrimSpace(strings.TrimPrefix(n.of[0], printable(d.Name))); what != "" {
			text = what + ": " + text
		}
		lines = append(lines, text)
	}
	out.Blocks = append(out.Blocks, htmlBlock{Title: "Remarks", Level: 4, Whole: true, Lines: lines})
	return out, nil
}

// keys of the two sides.
func (d *Difference) keys() []htmlKey {
	return []htmlKey{{keyLine("oldline"), "old: " + printable(d.OldSide)}, {keyLine("line"), "new: " + printable(d.NewSide)}}
}

// overlay draws the samples of both sides over each other.
func (d *Difference) overlay(p jointPool) ([]htmlBlock, error) {
	var sides [2]*spread
	scratch := newSpreader()
	for i, runs := range [][]pooledRun{p.runs[:p.split], p.runs[p.split:]} {
		side := *p.pool
		side.runs = runs
		var err error
		if sides[i], err = side.spread(scratch); err != nil {
			return nil, err
		}
	}
	if sides[0].n == 0 || sides[1].n == 0 || sides[0].max == 0 && sides[1].max == 0 {
		return nil, nil
	}
	name := printable(d.Name)
	if p.stage != "" {
		name = printable(p.stage) + " of " + name
	}
	aLo, aHi := sides[0].positive()
	bLo, bHi := sides[1].positive()
	lo, hi := aLo, max(aHi, bHi)
	if bLo > 0 && (lo == 0 || bLo < lo) {
		lo = bLo
	}
	axis := timeAxis(p.perOp(float64(lo)), p.perOp(float64(hi)))
	title := func(what string) string { return titleOf(what, &Distribution{Stage: p.stage}) }
	curve := htmlBlock{
		Title: title("Percentiles"), Level: 4, Text: "How long operations take, by the share that is as fast: each step is a nine more.",
		Keys:  append(d.keys(), htmlKey{keyMark("mark", false), "percentiles, with their 95% intervals"}),
		Plots: []htmlPlot{{SVG: draw(d.curves(name, p, sides, axis))}},
		Table: &htmlTable{Head: heads("percentile", "old", "old interval", "new", "new interval")},
	}
	for _, ch := range d.ofStage(p.stage) {
		curve.Table.row(percentName(ch.P), ch.value(ch.Old), ch.Old.interval(), ch.value(ch.New), ch.New.interval())
	}
	var bars [2][]figure.Bar
	for i, s := range sides {
		bars[i] = s.histogram(axis, histogramBins, p.perOp)
	}
	f := &figure.Figure{
		Name: "Histograms of " + name + " before and after", Height: figureHeight, X: axis, Y: countAxis(bars[:]...),
		About: fmt.Sprintf("Old: %s samples, most around %s. New: %s samples, most around %s.", formatCount(sides[0].n), formatNS(mode(bars[0])), formatCount(sides[1].n), formatNS(mode(bars[1]))),
	}
	for i, class := range []string{"old", "new"} {
		f.Bars(class+"bar", bars[i])
	}
	for i, class := range []string{"old", "new"} {
		f.Outline(class+"edge", bars[i])
	}
	return []htmlBlock{curve, {
		Title: title("Histogram"), Level: 4, Text: "How many samples take how long. Both scales are logarithmic.", Keys: d.keys(),
		Plots: []htmlPlot{{SVG: draw(f)}}, Table: binTable([]string{"old", "new"}, bars[0], bars[1]),
	}}, nil
}

// interval is that of a value, "" without one.
func (v Value) interval() string {
	return interval(Percentile{Supported: v.Known, Lo: v.Lo, Hi: v.Hi, HasLo: v.HasLo, HasHi: v.HasHi})
}

// ofStage are the changes of percentiles of a stage, "" for whole operations.
func (d *Difference) ofStage(stage string) (list []*Change) {
	for _, ch := range d.Changes {
		if ch.P != 0 && ch.Stage == stage {
			list = append(list, ch)
		}
	}
	return list
}

// curves are the percentile curves of both sides.
func (d *Difference) curves(name string, p jointPool, sides [2]*spread, y figure.Axis) *figure.Figure {
	var words []string
	for _, ch := range d.ofStage(p.stage) {
		words = append(words, ch.words())
	}
	f := &figure.Figure{
		Name: "Percentiles of " + name + " before and after", About: strings.Join(words, "; ") + ".", Height: figureHeight,
		X: figure.NinesOf(max(sides[0].n, sides[1].n)), Y: y,
	}
	for i, class := range []string{"oldline", "line"} {
		x := figure.NinesOf(sides[i].n)
		f.Line(class, sides[i].curve(x, poolPositions, p.perOp))
	}
	for _, ch := range d.ofStage(p.stage) {
		for i, v := range []Value{ch.Old, ch.New} {
			if !v.Known {
				continue
			}
			side, prefix := "new ", ""
			if i == 0 {
				side, prefix = "old ", "old"
			}
			title := side + percentName(ch.P) + " " + formatNS(v.Value)
			if v.HasLo && v.HasHi {
				title += ", 95% interval " + v.interval()
				f.Interval(prefix+"range", ch.P/100, v.Lo, v.Hi, title)
			}
			f.Dot(prefix+"mark", figure.Point{X: ch.P / 100, Y: v.Value}, i == 0, title)
		}
	}
	return f
}

// forest is the changes below each other with their intervals.
func (d *Difference) forest() (htmlBlock, bool) {
	var rows []*Change
	for _, ch := range d.Changes {
		if ch.HasRatio {
			rows = append(rows, ch)
		}
	}
	if len(rows) == 0 {
		return htmlBlock{}, false
	}
	const rowHeight, longest = 30, 9
	f := &figure.Figure{Name: "Changes of " + printable(d.Name), Height: rowHeight * len(rows), Y: figure.Axis{Lo: -0.5, Hi: float64(len(rows)) - 0.5}}
	f.X = ratioAxis(rows)
	for _, x := range ratioTicks {
		f.X.Ticks = append(f.X.Ticks, figure.Tick{At: x, Label: strings.Replace(percentChange(x), ".0%", "%", 1)})
	}
	f.Rule("even", 1, "no change")
	t := &htmlTable{Head: append(append(append(heads("what", "old", "new", "change", "95% interval"), htmlHead{"verdict", true}), heads("p-value")...), htmlHead{"why", true})}
	var words []string
	for i, ch := range rows {
		y := float64(len(rows) - 1 - i)
		name := printable(ch.Statistic())
		if r := []rune(name); len(r) > longest {
			name = string(r[:longest-1]) + "…"
		}
		f.Y.Ticks = append(f.Y.Ticks, figure.Tick{At: y, Label: name})
		ch.drawRatio(f, y)
		words = append(words, ch.words())
		t.row(printable(ch.Statistic()), ch.value(ch.Old), ch.value(ch.New), ch.change(), ch.interval(), ch.Verdict, significant(ch.PValue, 2), ch.Why)
	}
	f.About = strings.Join(words, "; ") + "."
	keys := []htmlKey{{keyMark("worse", false), "worse"}, {keyMark("better", false), "better"}, {keyMark("same", false), "same"}, {keyMark("unsure", true), "unsure"}}
	if slices.ContainsFunc(rows, func(c *Change) bool { return c.limit() > 0 }) {
		keys = append(keys, htmlKey{`<line class="limit" x1="11" x2="11" y1="0" y2="10"/>`, "limit"})
	}
	return htmlBlock{
		Title: "Change", Level: 4, Text: "New over old, with the 95% interval over runs. The long upright line is no change.", Table: t,
		Plots: []htmlPlot{{SVG: draw(f)}}, Keys: keys,
	}, true
}

// runsBlock shows single runs: of the highest percentile up to p99 that every run has, or else of the first change.
func (d *Difference) runsBlock() (htmlBlock, bool) {
	var shown *Change
	for _, ch := range d.Changes {
		if len(ch.runs[0]) == 0 || len(ch.runs[1]) == 0 {
			continue
		}
		if shown == nil || ch.Stage == "" && ch.P > shown.P && ch.P <= 99 {
			shown = ch
		}
	}
	if shown == nil {
		return htmlBlock{}, false
	}
	lo, hi := math.Inf(1), 0.0
	for _, x := range slices.Concat(shown.runs[0], shown.runs[1]) {
		if x > 0 {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	n := max(len(shown.runs[0]), len(shown.runs[1]))
	what := shown.Statistic()
	f := &figure.Figure{
		Name: printable(what) + " of single runs of " + printable(d.Name), Height: 180, X: figure.Axis{Lo: 0.5, Hi: float64(n) + 0.5},
		Y:     figure.Around(min(lo, hi), hi, 1.1).LogTicks(metricTick(shown.Unit)),
		About: fmt.Sprintf("%d old and %d new runs.", len(shown.runs[0]), len(shown.runs[1])),
	}
	for i := 1; i <= n; i++ {
		f.X.Ticks = append(f.X.Ticks, figure.Tick{At: float64(i), Label: strconv.Itoa(i)})
	}
	head, unit := "run", "in the order of reading"
	if d.Paired {
		head, unit = "pair", "neighbours above each other"
	}
	t := &htmlTable{Head: heads(head, "old", "new")}
	for i := range n {
		cells := []string{strconv.Itoa(i + 1), "", ""}
		if d.Paired && i < len(shown.runs[0]) && i < len(shown.runs[1]) && shown.runs[0][i] > 0 && shown.runs[1][i] > 0 {
			f.Interval("pair", float64(i+1), shown.runs[0][i], shown.runs[1][i], "")
		}
		for side, class := range []string{"oldmark", "mark"} {
			if i >= len(shown.runs[side]) || math.IsNaN(shown.runs[side][i]) {
				continue
			}
			x := shown.runs[side][i]
			cells[1+side] = formatMetric(x, shown.Unit)
			f.Dot(class, figure.Point{X: float64(i + 1), Y: x}, side == 0, fmt.Sprintf("%s %d, %s: %s", head, i+1, []string{"old", "new"}[side], cells[1+side]))
		}
		t.row(cells...)
	}
	return htmlBlock{
		Title: printable(what) + " of single runs", Level: 4, Text: "Each " + head + " from left to right, " + unit + ".", Table: t, Plots: []htmlPlot{{SVG: draw(f)}},
		Keys: []htmlKey{{keyMark("oldmark", true), "old: " + printable(d.OldSide)}, {keyMark("mark", false), "new: " + printable(d.NewSide)}},
	}, true
}
