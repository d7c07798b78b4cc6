package reportx

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
)

// subject is one benchmark.
func (h *htmlReport) subject(s *Summary, id string) (htmlSubject, error) {
	name := printable(s.Name)
	out := htmlSubject{ID: id, Name: name, Chips: s.chips()}
	if d := s.Main; d != nil && !d.timeless() {
		out.Figures = append(out.Figures, htmlFigure{Head: "mean", Text: s.value(d.Mean)})
		for _, p := range d.Percentiles {
			out.Figures = append(out.Figures, htmlFigure{percentName(p.P), s.percentile(p), interval(p)})
		}
	}
	odd := make(map[int]bool)
	for _, x := range s.Suspects {
		odd[x.Run] = true
	}
	runs, err := scanRuns(s.source.Runs, odd, h.detail, h.scratch)
	if err != nil {
		return out, err
	}
	for _, d := range s.distributions() {
		if d.timeless() || d.spread == nil {
			continue
		}
		of, with := name, runs
		if d.Stage != "" {
			of, with = printable(d.Stage)+" of "+name, nil
		}
		out.Blocks = append(out.Blocks, d.curveBlock(of, with, odd, h.detail), d.histogramBlock(of))
	}
	if len(runs) > 0 {
		out.Blocks = append(out.Blocks, stripBlock(s, name, runs, odd))
	}
	out.Blocks = append(out.Blocks, s.extraBlocks()...)
	return out, nil
}

// chips are facts in few words.
func (s *Summary) chips() (list []htmlText) {
	add := func(text, class string) { list = append(list, htmlText{text, class}) }
	add(plural(int64(s.Runs), "run"), "")
	if d := s.Main; d != nil {
		add(plural(d.Samples, "sample"), "")
		if d.Batch > 1 {
			add(fmt.Sprintf("means of %d operations", d.Batch), "")
		}
		add("warm-up "+d.discarded(), "")
	}
	if n := len(suspectLines(s)); n > 0 {
		add("▲ "+plural(int64(n), "suspect run"), "alarm")
	}
	switch s.Settled {
	case Steady:
		add("steady", "")
	case NeverSettled:
		add("▲ never settled", "alarm")
	}
	return list
}

// What figures show, below their titles.
const (
	curveText     = "How long operations take, by the share that is as fast: each step is a nine more."
	histogramText = "How many samples take how long. Both scales are logarithmic."
	stripText     = "Samples in the order in which they were taken, and how long they took on a logarithmic scale: the band reaches from the fastest to the slowest " +
		"of each stretch, the line is its median."
)

// titleOf names a stage, "" for whole operations.
func titleOf(what, stage string) string {
	if stage == "" {
		return what
	}
	return what + " of " + printable(stage)
}

func (d *Distribution) curveBlock(name string, runs []*scan, odd map[int]bool, detail detail) htmlBlock {
	b := htmlBlock{
		Title: titleOf("Percentiles", d.Stage), Level: 4,
		Text:  curveText,
		Plots: []htmlPlot{d.curve(name, runs, odd, detail.positions)},
		Keys:  []htmlKey{{keyLine("line"), "all runs"}, {keyMark("mark", false), "percentile, with its 95% interval"}},
	}
	if len(runs) > 1 {
		b.Keys = append(b.Keys, htmlKey{keyLine("run"), "single runs" + someOf(len(runs), d.Runs)})
	}
	if len(odd) > 0 && len(runs) > 1 {
		b.Keys = append(b.Keys, htmlKey{keyLine("oddrun"), "suspect runs"})
	}
	b.Table = &htmlTable{Head: heads("percentile", "value", "from", "to", "samples beyond it")}
	for _, p := range d.Percentiles {
		cells := []string{percentName(p.P), absent, absent, absent, formatCount(p.Beyond)}
		if p.Supported {
			cells[1] = formatNS(p.Value)
		}
		if p.HasLo {
			cells[2] = formatNS(p.Lo)
		}
		if p.HasHi {
			cells[3] = formatNS(p.Hi)
		}
		b.Table.row(cells...)
	}
	b.Table.row("fastest", formatNS(d.Min), "", "", "")
	b.Table.row("slowest", formatNS(d.Max), "", "", "")
	return b
}

func (d *Distribution) histogramBlock(name string) htmlBlock {
	plot, bars := d.histogram(name)
	return htmlBlock{
		Title: titleOf("Histogram", d.Stage), Level: 4, Text: histogramText,
		Plots: []htmlPlot{plot}, Table: binTable([]string{"samples"}, bars),
		Keys: []htmlKey{{keyArea("bar"), "samples"}, {keyLine("rule"), "percentiles, from the left: " + percentNames(d)}},
	}
}

func percentNames(d *Distribution) string {
	var ps []Percentile
	for _, p := range d.Percentiles {
		if p.Supported {
			ps = append(ps, p)
		}
	}
	slices.SortFunc(ps, func(a, b Percentile) int { return int(a.p) - int(b.p) })
	var names []string
	for _, p := range ps {
		names = append(names, percentName(p.P))
	}
	return strings.Join(names, ", ")
}

func stripBlock(s *Summary, name string, runs []*scan, odd map[int]bool) htmlBlock {
	b := htmlBlock{Title: "Runs", Level: 4, Whole: true, Text: stripText}
	if len(runs) < s.Runs {
		b.Text += fmt.Sprintf(" Shown are %d of %d runs, suspects before the others.", len(runs), s.Runs)
	}
	warm := false
	y := stripAxis(runs)
	b.Table = &htmlTable{Head: append(heads("run", "samples", "warm-up", "fastest", "slowest"), htmlHead{Text: "remarks", Left: true})}
	first := room(len(runs), shownStrips, func(i int) bool { return odd[runs[i].number] })
	for i, r := range runs {
		warm = warm || r.warmup > 0
		plot := r.strip(name, y, odd[r.number])
		if first[i] {
			b.Plots = append(b.Plots, plot)
		} else {
			b.More = append(b.More, plot)
		}
		b.Table.row(r.row(s)...)
	}
	if warm {
		b.Keys = append(b.Keys, htmlKey{keyArea("warmup"), "warm-up, left out"})
	}
	return b
}

// someOf says that not all are there.
func someOf(some, all int) string {
	if some >= all {
		return ""
	}
	return fmt.Sprintf(", %d of %d", some, all)
}

// row is the run in a table.
func (r *scan) row(s *Summary) []string {
	lo, hi := r.columns[0].Min, r.columns[0].Max
	for _, c := range r.columns {
		lo, hi = min(lo, c.Min), max(hi, c.Max)
	}
	var remarks []string
	for _, x := range s.Suspects {
		if x.Run == r.number {
			remarks = append(remarks, x.Why)
		}
	}
	if r.pooled == nil {
		remarks = append(remarks, "left out of the pool")
	}
	return []string{
		strconv.Itoa(r.number), formatCount(r.n), formatCount(r.warmup), formatNS(r.perOp(lo)), formatNS(r.perOp(hi)), strings.Join(remarks, "; "),
	}
}

// extraBlocks are what else is known of a benchmark.
func (s *Summary) extraBlocks() (list []htmlBlock) {
	if s.Attribution != nil {
		list = append(list, s.Attribution.block(s.Counters))
	}
	if s.Counters != nil {
		list = append(list, s.Counters.block())
	}
	if s.Roofline != nil {
		list = append(list, s.roofBlock())
	}
	if len(s.runMetrics()) > 0 {
		list = append(list, s.metricBlock())
	}
	var notes []string
	for _, m := range remarks([]*Summary{s}) {
		notes = append(notes, m.text)
	}
	if notes != nil {
		list = append(list, htmlBlock{Title: "Remarks", Level: 4, Whole: true, Lines: notes})
	}
	return list
}

func (s *Summary) metricBlock() htmlBlock {
	t := &htmlTable{Head: heads("unit", "runs", "mean", "median", "min", "max")}
	t.Head = append(t.Head, htmlHead{Text: "runs in order", Left: true})
	for _, m := range s.runMetrics() {
		mean := absent
		if m.HasMean {
			mean = formatMetric(m.Mean, m.Unit)
		}
		t.row(printable(m.Unit), strconv.Itoa(m.Runs), mean, formatMetric(m.Median, m.Unit), formatMetric(m.Min, m.Unit), formatMetric(m.Max, m.Unit))
		last := len(t.Rows) - 1
		t.Rows[last] = append(t.Rows[last], htmlCell{SVG: draw(m.dots()), Class: "inline"})
	}
	return htmlBlock{Title: "Result lines", Level: 4, Whole: true, Table: t}
}

// dots are the runs of a metric side by side.
func (m *RunMetric) dots() *figure.Figure {
	room := max((m.Max-m.Min)/8, 1e-300)
	f := &figure.Figure{
		Name: fmt.Sprintf("%s of %s, from %s to %s", printable(m.Unit), plural(int64(m.Runs), "run"), formatMetric(m.Min, m.Unit), formatMetric(m.Max, m.Unit)),
		X:    figure.Axis{Lo: -0.5, Hi: float64(len(m.Values)) - 0.5}, Y: figure.Axis{Lo: m.Min - room, Hi: m.Max + room},
		Height: miniHeight, BareX: true, BareY: true,
	}
	if m.Min == m.Max {
		f.Y = figure.Axis{Lo: m.Min - 1 - math.Abs(m.Min), Hi: m.Max + 1 + math.Abs(m.Max)}
	}
	f.Level("rule", m.Median, "")
	if len(m.Values) > drawnDots {
		f.Line("middle", extremes(m.Values, drawnDots/2))
		return f
	}
	for i, v := range m.Values {
		f.Dot("mark", figure.Point{X: float64(i), Y: v}, false, fmt.Sprintf("run %d: %s", i+1, formatMetric(v, m.Unit)))
	}
	return f
}

// extremes are the least and the greatest of so many stretches of values, by their places.
func extremes(values []float64, stretches int) (points []figure.Point) {
	for i := range stretches {
		from, to := i*len(values)/stretches, (i+1)*len(values)/stretches
		part := values[from:to]
		points = append(points, figure.Point{X: float64(from), Y: slices.Min(part)}, figure.Point{X: float64(from), Y: slices.Max(part)})
	}
	return points
}
