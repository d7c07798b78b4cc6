package reportx

import (
	"fmt"
	"math"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
)

// An overlay is the samples of both sides, to be drawn over each other.
type overlay struct {
	jointPool
	d     *Difference
	name  string
	sides [2]*spread
	times figure.Axis
}

// newOverlay reads the samples of both sides.
func newOverlay(d *Difference, p jointPool) (*overlay, error) {
	o := &overlay{jointPool: p, d: d, name: printable(d.Name)}
	if p.stage != "" {
		o.name = printable(p.stage) + " of " + o.name
	}
	scratch := newSpreader()
	lo, hi := math.Inf(1), 0.0
	for i, runs := range [][]pooledRun{p.runs[:p.split], p.runs[p.split:]} {
		side := *p.pool
		side.runs = runs
		var err error
		if o.sides[i], err = side.spread(scratch); err != nil {
			return nil, err
		}
		if from, to := o.sides[i].positive(); from > 0 {
			lo, hi = min(lo, p.perOp(float64(from))), max(hi, p.perOp(float64(to)))
		}
	}
	o.times = timeAxis(min(lo, hi), hi)
	return o, nil
}

// drawn reports whether there is anything to draw: samples on both sides, and a time other than 0.
func (o *overlay) drawn() bool {
	return o.sides[0].n > 0 && o.sides[1].n > 0 && max(o.sides[0].max, o.sides[1].max) > 0
}

// keys are those of the two sides.
func (d *Difference) keys() []htmlKey {
	return []htmlKey{{keyLine("oldline"), "old: " + printable(d.OldSide)}, {keyLine("line"), "new: " + printable(d.NewSide)}}
}

func (o *overlay) curveBlock() htmlBlock {
	b := htmlBlock{
		Title: titleOf("Percentiles", o.stage), Level: 4, Text: curveText,
		Keys:  append(o.d.keys(), htmlKey{keyMarks(), "percentiles, with their 95% intervals"}),
		Plots: []htmlPlot{plot(o.curves())},
		Table: &htmlTable{Head: heads("percentile", "old", "old interval", "new", "new interval")},
	}
	for _, ch := range o.d.ofStage(o.stage) {
		b.Table.row(percentName(ch.P), ch.value(ch.Old), interval(ch.Old.percentile(ch.P)), ch.value(ch.New), interval(ch.New.percentile(ch.P)))
	}
	return b
}

func (o *overlay) histogramBlock() htmlBlock {
	var bars, shares [2][]figure.Bar
	var words []string
	for i, s := range o.sides {
		bars[i] = s.histogram(o.times, histogramBins, o.perOp)
		words = append(words, fmt.Sprintf("%s samples, most around %s", formatCount(s.n), formatNS(mode(bars[i]))))
		for _, b := range bars[i] {
			b.Height /= float64(s.n)
			shares[i] = append(shares[i], b)
		}
	}
	f := &figure.Figure{
		Name: "Histograms of " + o.name + " before and after", About: "Old: " + words[0] + ". New: " + words[1] + ".",
		Height: figureHeight, X: o.times, Y: shareAxis(max(o.sides[0].n, o.sides[1].n), shares[:]...),
	}
	for i, side := range []string{"old", "new"} {
		f.Bars(side+"bar", shares[i])
	}
	for i, side := range []string{"old", "new"} {
		f.Outline(side+"edge", shares[i])
	}
	return htmlBlock{
		Title: titleOf("Histogram", o.stage), Level: 4, Text: "Which share of the samples of each side takes how long. Both scales are logarithmic.", Keys: o.d.keys(),
		Plots: []htmlPlot{plot(f)}, Table: binTable([]string{"old samples", "new samples"}, bars[0], bars[1]),
	}
}

// percentile is the value as that of one distribution.
func (v Value) percentile(p float64) Percentile {
	return Percentile{P: p, Value: v.Value, Supported: v.Known, Lo: v.Lo, Hi: v.Hi, HasLo: v.HasLo, HasHi: v.HasHi}
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
func (o *overlay) curves() *figure.Figure {
	var words []string
	for _, ch := range o.d.ofStage(o.stage) {
		words = append(words, ch.words())
	}
	f := &figure.Figure{
		Name: "Percentiles of " + o.name + " before and after", About: strings.Join(words, "; ") + ".", Height: figureHeight,
		X: nines(max(o.sides[0].n, o.sides[1].n)), Y: o.times,
	}
	for i, class := range []string{"oldline", "line"} {
		f.Line(class, o.sides[i].curve(figure.NinesOf(o.sides[i].n), poolPositions, o.perOp))
	}
	for _, ch := range o.d.ofStage(o.stage) {
		f.Beside(-3, func() { ch.Old.percentile(ch.P).draw(f, "old") })
		f.Beside(3, func() { ch.New.percentile(ch.P).draw(f, "") })
	}
	return f
}
