package reportx

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
)

// Heights of figures in pixels, between their margins.
const (
	figureHeight = 260
	stripHeight  = 64
	miniHeight   = 26
	runsHeight   = 180
	rowHeight    = 30
)

// leastAxis is the least ratio between the ends of an axis of times: noise of a percent is not to look like a mountain range.
const leastAxis = 1.5

// timeAxis is the axis of durations from lo to hi in ns.
func timeAxis(lo, hi float64) figure.Axis {
	a := figure.Around(lo, hi, leastAxis).LogTicks(formatTime)
	a.Title = "time per operation"
	return a
}

// nines is the axis of the percentiles of n samples.
func nines(n int64) figure.Axis {
	a := figure.NinesOf(n)
	a.Title = "percentile"
	return a
}

// curve is the percentile curve of d: how long an operation takes at most, by the share of operations that is as fast. runs are drawn
// below it, those in odd so that they stand out.
func (d *Distribution) curve(name string, runs []*scan, odd map[int]bool, positions int) htmlPlot {
	lo, hi := d.spread.positive()
	f := &figure.Figure{
		Name: "Percentiles of " + name, Height: figureHeight,
		About: fmt.Sprintf("From %s, the fastest sample, to %s, the slowest. The percentiles are in the table of this section.", formatNS(d.Min), formatNS(d.Max)),
		X:     nines(d.Samples), Y: timeAxis(d.perOp(float64(lo)), d.perOp(float64(hi))),
	}
	for _, last := range []bool{false, true} { // odd ones above the others
		for _, r := range runs {
			if r.pooled == nil || r.pooled.n == 0 || odd[r.number] != last {
				continue
			}
			class := "run"
			if last {
				class = "oddrun"
			}
			axis := figure.NinesOf(r.pooled.n)
			axis.Hi = min(axis.Hi, f.X.Hi)
			f.Line(class, r.pooled.curve(axis, positions, d.perOp))
		}
	}
	f.Line("line", d.spread.curve(f.X, poolPositions, d.perOp))
	for _, p := range d.Percentiles {
		p.draw(f, "")
	}
	return plot(f)
}

// draw marks a percentile and its interval on a curve. The side is "old", or "" where there is one alone and for the new one.
func (p Percentile) draw(f *figure.Figure, side string) {
	if !p.Supported {
		return
	}
	title := strings.TrimSpace(side + " " + percentName(p.P) + " " + formatNS(p.Value))
	if p.HasLo && p.HasHi {
		title += ", 95% interval " + interval(p)
		f.Interval(side+"range", p.P/100, p.Lo, p.Hi, title)
	}
	f.Dot(side+"mark", figure.Point{X: p.P / 100, Y: p.Value}, side != "", title)
}

// histogramBins is the number of bars, and miniBins that in a table.
const histogramBins, miniBins = 72, 32

// bars are bins of the samples on an axis of times, in ns.
func (s *spread) histogram(axis figure.Axis, bins int, perOp func(float64) float64) (bars []figure.Bar) {
	unit := perOp(1)
	for i, n := range s.counts(axis.Lo/unit, axis.Hi/unit, bins) {
		bars = append(bars, figure.Bar{
			From: axis.Value(float64(i) / float64(bins)), To: axis.Value(float64(i+1) / float64(bins)), Height: float64(n),
		})
	}
	return bars
}

// countAxis is the axis of numbers of samples in bars, logarithmic so that a single one shows.
func countAxis(all ...[]figure.Bar) figure.Axis {
	a := barAxis(1, all...).DecadeTicks(func(x float64, _ int) string { return shortNumber(x, 4) })
	a.Title = "samples"
	return a
}

// shareAxis is that of shares of the samples, the least of which is one of n.
func shareAxis(n int64, all ...[]figure.Bar) figure.Axis {
	a := barAxis(1/float64(max(n, 1)), all...).DecadeTicks(func(x float64, _ int) string { return significant(100*x, 3) + "%" })
	a.Title = "share of the samples"
	return a
}

// barAxis is a logarithmic axis on which a bar as high as least is seen, and the highest one finds room.
func barAxis(least float64, all ...[]figure.Bar) figure.Axis {
	most := least
	for _, bars := range all {
		for _, b := range bars {
			most = max(most, b.Height)
		}
	}
	return figure.Axis{Scale: figure.Log, Lo: 0.6 * least, Hi: most * 1.3}
}

// histogram is the distribution as bars on a logarithmic axis of times.
func (d *Distribution) histogram(name string) (htmlPlot, []figure.Bar) {
	lo, hi := d.spread.positive()
	axis := timeAxis(d.perOp(float64(lo)), d.perOp(float64(hi)))
	bars := d.spread.histogram(axis, histogramBins, d.perOp)
	f := &figure.Figure{
		Name: "Histogram of " + name, Height: figureHeight,
		About: fmt.Sprintf("%s samples from %s to %s, most of them around %s.", formatCount(d.Samples), formatNS(d.Min), formatNS(d.Max), formatNS(mode(bars))),
		X:     axis, Y: countAxis(bars),
	}
	f.Bars("bar", bars)
	for _, p := range d.Percentiles {
		if p.Supported {
			f.Flag("rule", p.Value, percentName(p.P), percentName(p.P)+" "+formatNS(p.Value))
		}
	}
	p := plot(f)
	p.Class += " flagged"
	return p, bars
}

// mode is the middle of the highest bar.
func mode(bars []figure.Bar) float64 {
	var top figure.Bar
	for _, b := range bars {
		if b.Height > top.Height {
			top = b
		}
	}
	return math.Sqrt(top.From * top.To)
}

// mini is a histogram for a table.
func (d *Distribution) mini(name string) template.HTML {
	lo, hi := d.spread.positive()
	if hi == 0 {
		return ""
	}
	axis := figure.Around(d.perOp(float64(lo)), d.perOp(float64(hi)), leastAxis)
	bars := d.spread.histogram(axis, miniBins, d.perOp)
	f := &figure.Figure{
		Name: fmt.Sprintf("Histogram of %s, from %s to %s", name, formatNS(d.Min), formatNS(d.Max)), Height: miniHeight,
		X: axis, Y: countAxis(bars), BareX: true, BareY: true,
	}
	f.X.Ticks, f.Y.Ticks = nil, nil
	f.Bars("bar", bars)
	return draw(f)
}

// binTable is a histogram in numbers: where many bars are next to each other, several of them in a row.
func binTable(sides []string, bars ...[]figure.Bar) *htmlTable {
	const rows = 12
	t := &htmlTable{Head: heads(append([]string{"from"}, append([]string{"to"}, sides...)...)...)}
	for i := 0; i < len(bars[0]); i += len(bars[0]) / rows {
		to := min(i+len(bars[0])/rows, len(bars[0]))
		cells, any := []string{formatNS(bars[0][i].From), formatNS(bars[0][to-1].To)}, false
		for _, side := range bars {
			n := 0.0
			for _, b := range side[i:to] {
				n += b.Height
			}
			any = any || n > 0
			cells = append(cells, formatCount(int64(n)))
		}
		if any {
			t.row(cells...)
		}
	}
	return t
}

// strip is a run in the order of its samples.
func (s *scan) strip(name string, y figure.Axis, odd bool) htmlPlot {
	f := &figure.Figure{
		Name: fmt.Sprintf("Run %d of %s in the order of its samples", s.number, name), Height: stripHeight,
		About: "From the fastest to the slowest sample of each stretch, with its median.",
		X:     figure.Axis{Hi: float64(s.n)}, Y: y, BareX: true,
	}
	p := htmlPlot{Label: fmt.Sprintf("run %d", s.number), Class: "bare", Facts: []htmlText{{Text: plural(s.n, "sample")}}}
	class := "series"
	switch {
	case s.pooled == nil:
		class = "series out"
		p.Facts = append(p.Facts, htmlText{Text: "left out of the pool"})
	case odd:
		class = "series odd"
		p.Facts = append(p.Facts, htmlText{Text: "▲ suspect", Class: "alarm"})
	}
	if s.warmup > 0 {
		f.Span("warmup", 0, float64(s.warmup))
		f.Rule("warmend", float64(s.warmup), "end of the warm-up")
		p.Facts = append(p.Facts, htmlText{Text: "warm-up: the first " + formatCount(s.warmup)})
	}
	if neverSettled(s.run) {
		p.Facts = append(p.Facts, htmlText{Text: "▲ never settled", Class: "alarm"})
	}
	f.Series(class, s.columns, s.perOp)
	p.SVG = draw(f)
	return p
}

// stripAxis has room for every sample of the runs.
func stripAxis(runs []*scan) figure.Axis {
	lo, hi := math.Inf(1), 0.0
	for _, r := range runs {
		for _, c := range r.columns {
			hi = max(hi, r.perOp(c.Max))
			if x := r.perOp(c.Min); x > 0 {
				lo = min(lo, x)
			}
		}
	}
	if lo > hi {
		lo = hi
	}
	a := timeAxis(lo, hi)
	a.Title = "" // so many of them say it above
	return a
}
