package reportx

import (
	"fmt"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
	"github.com/plateau-bench/plateau/internal/roofline"
)

// block is what went on during the slow samples beside the others.
func (a *Attribution) block(c *Counters) htmlBlock {
	b := htmlBlock{
		Title: "During the tail", Level: 4,
		Text: fmt.Sprintf("What went on during the %s beyond p%v, %s, and during the %s others. What coincides with the tail need not be its cause.",
			plural(a.Slow, "sample"), a.P, formatNS(a.Beyond), formatCount(a.Others)),
		Table: &htmlTable{Head: append(heads("cause", "slow samples", "others"), htmlHead{Text: "slow and others", Left: true})},
	}
	for _, x := range a.Causes {
		words := x.words()
		b.Table.Rows = append(b.Table.Rows, []htmlCell{
			{Text: words}, {Text: share(x.SlowShare)}, {Text: strings.TrimPrefix(x.beside(), "others ")}, {SVG: draw(shares(words, x.SlowShare, x.OthersShare)), Class: "inline"},
		})
	}
	if len(a.Causes) > 0 {
		b.Table.Rows = append(b.Table.Rows, []htmlCell{{Text: "unexplained"}, {Text: share(float64(a.Unexplained) / float64(a.Slow))}, {}, {}})
	} else {
		b.Table = nil
	}
	if a.OnCPU != nil {
		b.Lines = append(b.Lines, a.OnCPU.line(a.P))
	}
	b.Lines = append(b.Lines, a.growthLines(c)...)
	return b
}

// shares are two shares as bars, one above the other.
func shares(what string, slow, others float64) *figure.Figure {
	f := &figure.Figure{
		Name: fmt.Sprintf("%s: %s of the slow samples, %s of the others", what, share(slow), share(others)), Height: 22,
		X: figure.Axis{Hi: 1}, Y: figure.Axis{Hi: 1}, BareX: true, BareY: true,
	}
	f.Reach("range", 0.75, 0, slow, "slow samples")
	f.Reach("oldrange", 0.25, 0, others, "others")
	f.Dot("mark", figure.Point{X: slow, Y: 0.75}, false, "slow samples: "+share(slow))
	f.Dot("oldmark", figure.Point{X: others, Y: 0.25}, true, "others: "+share(others))
	return f
}

// block is the counts of an operation, and what follows from them.
func (c *Counters) block() htmlBlock {
	b := htmlBlock{
		Title: "Counters", Level: 4, Text: "Counters" + c.head() + ".",
		Table: &htmlTable{Head: append(heads(counterHead[:3]...), htmlHead{Text: counterHead[3], Left: true})}, Lines: c.lines(),
	}
	rows := c.rows()
	if rows == nil {
		b.Table = nil
	}
	for _, r := range rows {
		b.Table.row(r...)
	}
	return b
}

// roofBlock is where the operation lies under the roofs of the machine.
func (s *Summary) roofBlock() htmlBlock {
	r := s.Roofline
	b := htmlBlock{Title: "Roofline", Level: 4, Lines: r.lines()}
	var rec *roofline.Record
	for _, run := range s.source.Runs {
		if run.roofline != nil {
			rec = run.roofline
		}
	}
	if f := r.figure(printable(s.Name), rec); f != nil {
		b.Text = "How fast the benchmark computes, under what the machine allows for its arithmetic intensity. Both scales are logarithmic."
		b.Plots = []htmlPlot{plot(f)}
		b.Keys = []htmlKey{{keyLine("roof"), "roof: memory, then arithmetic"}, {keyMark("mark", false), "this benchmark"}}
		if len(rec.Roof.Memory) > 1 || rec.Roof.Scalar > 0 {
			b.Keys = append(b.Keys, htmlKey{keyLine("lowroof"), "nearer memory, and arithmetic without vectors"})
		}
		b.Table = &htmlTable{Head: heads("what", "value")}
		for _, row := range [][2]string{
			{"intensity, FLOP/B", significant(r.Intensity, 3)}, {"ridge, FLOP/B", significant(r.Ridge, 3)},
			{"bound, FLOP/s", formatMetric(r.Bound, "FLOP/s")}, {"achieved, FLOP/s", formatMetric(r.Achieved, "FLOP/s")}, {"share of the bound", share(r.Share)},
		} {
			b.Table.row(row[:]...)
		}
	}
	return b
}

// figure is the roofline, nil where not enough is known to draw it.
func (r *Roofline) figure(name string, rec *roofline.Record) *figure.Figure {
	if rec == nil || !(rec.Roof.Flops > 0) || rec.Roof.Ridge() == 0 || !(r.Intensity > 0) || !(r.Achieved > 0) {
		return nil
	}
	roof := rec.Roof
	x := figure.Around(min(r.Intensity, roof.Ridge())/4, max(r.Intensity, roof.Ridge())*4, 100)
	low := min(r.Achieved, roof.At(x.Lo))
	f := &figure.Figure{
		Name: "Roofline of " + name, About: strings.TrimSuffix(printable(r.Text), ".") + ".", Height: figureHeight,
		X: x.LogTicks(significant), Y: figure.Around(low, roof.Flops, 100).LogTicks(shortNumber),
	}
	f.X.Title, f.Y.Title = "intensity in FLOP per byte moved", "FLOP/s"
	line := func(class string, bandwidth, flops float64) {
		var points []figure.Point
		for i := range 101 {
			at := x.Value(float64(i) / 100)
			points = append(points, figure.Point{X: at, Y: min(bandwidth*at, flops)})
		}
		f.Line(class, points)
	}
	for _, level := range roof.Memory[1:] {
		line("lowroof", level.Bandwidth, roof.Flops)
	}
	if roof.Scalar > 0 {
		line("lowroof", roof.Memory[0].Bandwidth, roof.Scalar)
	}
	line("roof", roof.Memory[0].Bandwidth, roof.Flops)
	f.Dot("mark", figure.Point{X: r.Intensity, Y: r.Achieved}, false, fmt.Sprintf("%s FLOP/s at %s FLOP/B", formatMetric(r.Achieved, "FLOP/s"), significant(r.Intensity, 3)))
	return f
}
