package reportx

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/figure"
)

// WriteHTML writes the report as one HTML file for a browser, which needs neither a network nor scripts: for each benchmark its
// percentile curve, its histogram and its runs in the order of their samples, and what else is known of it. How large the
// file is depends on the number of runs, not of samples; what is drawn has the fastest and the slowest sample of every stretch.
//
// Samples are read again, run by run. An error is that of decoding them, or of w.
func (r *Report) WriteHTML(w io.Writer) error {
	runs := 0
	for _, s := range r.Benchmarks {
		runs += s.Runs
	}
	page := &htmlPage{Title: "Benchmark report", Lede: r.lede(), Foot: []string{
		"Percentiles are exact, of nearest rank, over the steady samples of all runs together. An interval says, at 95% confidence, how far a percentile " +
			"would scatter over runs like these. Figures draw every stretch of samples from its fastest to its slowest one.",
	}}
	h := htmlReport{detail: detailOf(runs), scratch: newSpreader()}
	for _, group := range byPackage(r.Benchmarks) {
		g, err := h.group(group)
		if err != nil {
			return err
		}
		page.Groups = append(page.Groups, g)
	}
	for _, p := range r.Problems {
		page.Notes = append(page.Notes, "not read: "+p.Error())
	}
	for _, n := range r.Notes {
		page.Notes = append(page.Notes, n.String())
	}
	return page.write(w)
}

// lede is the report in a sentence.
func (r *Report) lede() []htmlText {
	runs, samples, suspects, unsettled := 0, int64(0), 0, 0
	for _, s := range r.Benchmarks {
		runs += s.Runs
		if s.Main != nil {
			samples += s.Main.Samples
		}
		suspects += len(suspectLines(s))
		if s.Settled == NeverSettled {
			unsettled++
		}
	}
	lede := []htmlText{{Text: fmt.Sprintf("%s, %s, %s.",
		plural(int64(len(r.Benchmarks)), "benchmark"), plural(int64(runs), "run"), plural(samples, "steady sample"))}}
	var doubts []string
	if suspects > 0 {
		doubts = append(doubts, plural(int64(suspects), "suspect run"))
	}
	if unsettled > 0 {
		doubts = append(doubts, plural(int64(unsettled), "benchmark")+" never settled")
	}
	if doubts != nil {
		lede = append(lede, htmlText{"▲ " + strings.Join(doubts, ", ") + ".", "alarm"})
	}
	return lede
}

// An htmlReport makes the parts of a page.
type htmlReport struct {
	detail   detail
	scratch  *spreader
	subjects int // so far
}

func (h *htmlReport) group(group []*Summary) (htmlGroup, error) {
	g := htmlGroup{Title: "Benchmarks", Text: environment(group)}
	if pkg := group[0].Pkg; pkg != "" {
		g.Title = printable(pkg)
	}
	sampled, _ := divide(group)
	first := h.subjects + 1
	for _, s := range group {
		h.subjects++
		subject, err := h.subject(s, "b"+strconv.Itoa(h.subjects))
		if err != nil {
			return g, fmt.Errorf("%s: %w", s.Name, err)
		}
		g.Subjects = append(g.Subjects, subject)
	}
	if len(sampled) > 0 {
		g.Blocks = append(g.Blocks, overview(group, first))
	}
	g.Blocks = append(g.Blocks, environmentBlock(group))
	return g, nil
}

// overview is the table of all benchmarks of a package.
func overview(group []*Summary, first int) htmlBlock {
	t := &htmlTable{Head: heads("benchmark", "runs", "samples", "warm-up", "mean")}
	for i, s := range group {
		for _, d := range s.distributions() {
			if len(t.Rows) == 0 {
				for _, p := range d.Percentiles {
					t.Head = append(t.Head, htmlHead{Text: percentName(p.P)})
				}
				t.Head = append(t.Head, htmlHead{Text: "histogram", Left: true})
			}
			var cells []htmlCell
			for _, c := range textRow(s, d) {
				cells = append(cells, htmlCell{Text: strings.TrimSpace(c.line(0)), Sub: c.line(1)})
			}
			if d.Stage == "" {
				cells[0].Href = "#b" + strconv.Itoa(first+i)
				if n := len(suspectLines(s)); n > 0 {
					cells[0].Sub = "▲ " + plural(int64(n), "suspect run")
				}
			} else {
				cells[0].Text = printable(s.Name) + " " + cells[0].Text
			}
			if d.spread != nil {
				cells = append(cells, htmlCell{SVG: d.mini(printable(s.Name)), Class: "mini"})
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return htmlBlock{Title: "Overview", Level: 3, Whole: true, Table: t, Lines: legend(group)}
}

// environmentBlock says where the runs of a package were made.
func environmentBlock(group []*Summary) htmlBlock {
	b := htmlBlock{Title: "Environment", Level: 3, Whole: true}
	var keys []string
	values := make(map[string][]string)
	add := func(key, value string) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		if value = printable(value); value != "" && !slices.Contains(values[key], value) {
			values[key] = append(values[key], value)
		}
	}
	for _, s := range group {
		for _, kv := range s.Config {
			add(kv.Key, kv.Value)
		}
		for _, r := range s.source.Runs {
			for _, kv := range r.Config {
				add(kv.Key, kv.Value)
			}
		}
	}
	for _, s := range group {
		add("runs of a benchmark", map[string]string{"one": "in one process", "fresh": "each in a process of its own"}[s.Process])
		names, _ := files(s.source.Runs)
		for _, f := range names {
			add("files", displayed(f))
		}
	}
	const most = 12
	for _, key := range keys {
		list := values[key]
		if len(list) > most {
			list = append(list[:most:most], fmt.Sprintf("%d more", len(list)-most))
		}
		if len(list) > 0 {
			b.Facts = append(b.Facts, htmlFigure{Head: printable(key), Text: strings.Join(list, ", ")})
		}
	}
	return b
}

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
	runs, err := scanRuns(s.source.Runs, h.detail, h.scratch)
	if err != nil {
		return out, err
	}
	odd := make(map[int]bool)
	for _, x := range s.Suspects {
		odd[x.Run] = true
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

func titleOf(what string, d *Distribution) string {
	if d.Stage == "" {
		return what
	}
	return what + " of " + printable(d.Stage)
}

func (d *Distribution) curveBlock(name string, runs []*scan, odd map[int]bool, detail detail) htmlBlock {
	b := htmlBlock{
		Title: titleOf("Percentiles", d), Level: 4,
		Text:  "How long operations take, by the share that is as fast: each step is a nine more.",
		Plots: []htmlPlot{d.curve(name, runs, odd, detail.positions)},
		Keys:  []htmlKey{{keyLine("line"), "all runs"}, {keyMark("mark", false), "percentile, with its 95% interval"}},
	}
	if len(runs) > 1 {
		b.Keys = append(b.Keys, htmlKey{keyLine("run"), "single runs"})
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
		Title: titleOf("Histogram", d), Level: 4, Text: "How many samples take how long. Both scales are logarithmic.",
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

// shownStrips is how many runs are shown at once.
const shownStrips = 12

func stripBlock(s *Summary, name string, runs []*scan, odd map[int]bool) htmlBlock {
	b := htmlBlock{
		Title: "Runs", Level: 4, Whole: true,
		Text: "Samples in the order in which they were taken: the band reaches from the fastest to the slowest of each stretch, the line is its median.",
	}
	warm := false
	y := stripAxis(runs)
	b.Table = &htmlTable{Head: append(heads("run", "samples", "warm-up", "fastest", "slowest"), htmlHead{"remarks", true})}
	for i, r := range runs {
		warm = warm || r.warmup > 0
		plot := r.strip(name, y, odd[r.number])
		if i < shownStrips {
			b.Plots = append(b.Plots, plot)
		} else {
			b.More = append(b.More, plot)
		}
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
		b.Table.row(strconv.Itoa(r.number), formatCount(r.n), formatCount(r.warmup), formatNS(r.perOp(lo)), formatNS(r.perOp(hi)), strings.Join(remarks, "; "))
	}
	if warm {
		b.Keys = append(b.Keys, htmlKey{keyArea("warmup"), "warm-up, left out"})
	}
	return b
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
	t.Head = append(t.Head, htmlHead{"runs in order", true})
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
		f.Y = figure.Axis{Lo: m.Min - 1 - abs(m.Min), Hi: m.Max + 1 + abs(m.Max)}
	}
	f.Level("rule", m.Median, "")
	for i, v := range m.Values {
		f.Dot("mark", figure.Point{X: float64(i), Y: v}, false, fmt.Sprintf("run %d: %s", i+1, formatMetric(v, m.Unit)))
	}
	return f
}

func abs(x float64) float64 { return max(x, -x) }
