package reportx

import (
	"cmp"
	"fmt"
	"io"
	"slices"
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
	page.Subject = subjectOf(len(c.Differences), func(i int) (pkg, name string) { return c.Differences[i].Pkg, c.Differences[i].Name })
	h := htmlComparison{Comparison: c}
	var rest []*Difference
	h.drawn, rest = c.drawn()
	for _, group := range c.groups() {
		g, err := h.group(slices.DeleteFunc(group, func(d *Difference) bool { return !h.drawn[d] }))
		if err != nil {
			return err
		}
		if g.Blocks != nil {
			page.Groups = append(page.Groups, g)
		}
	}
	if len(rest) > 0 {
		page.Groups = append(page.Groups, c.undrawnGroup(rest))
	}
	page.Notes = shortList(append(c.harmLines(""), c.onlyLines()...), shownNotes)
	if c.Gate != nil {
		page.Notes = append(page.Notes, shortList(c.Gate.Notes, shownNotes)...)
	}
	return page.write(w)
}

// drawn are the benchmarks that have figures, the most urgent ones, and the others.
func (c *Comparison) drawn() (drawn map[*Difference]bool, rest []*Difference) {
	list := slices.Clone(c.Differences)
	byUrgency(list)
	drawn = make(map[*Difference]bool)
	for _, d := range list[:min(len(list), drawnBenchmarks)] {
		drawn[d] = true
	}
	return drawn, list[len(drawn):]
}

// undrawnGroup is what the page has no room to draw: a row for each benchmark.
func (c *Comparison) undrawnGroup(rest []*Difference) htmlGroup {
	p := newPivot(len(rest), func(i int) (names []string) {
		for _, ch := range rest[i].Changes {
			names = append(names, ch.Statistic())
		}
		return names
	})
	t := &htmlTable{Head: heads("benchmark")}
	for _, name := range p.columns {
		t.Head = append(t.Head, htmlHead{Text: printable(name)})
	}
	for _, d := range rest {
		cells := p.row()
		for _, ch := range d.Changes {
			if at, ok := p.at[ch.Statistic()]; ok {
				cells[at] = ch.judged()
			}
		}
		t.Rows = append(t.Rows, append([]htmlCell{{Text: printable(d.Name), Sub: printable(d.Pkg)}}, cells...))
	}
	return htmlGroup{
		Title:  plural(int64(len(rest)), "further benchmark"),
		Text:   undrawn(drawnBenchmarks, "those that changed for the worse, then those for the better, then those of which the runs cannot tell"),
		Blocks: []htmlBlock{{Title: "Changes", Level: 3, Whole: true, Table: t}},
	}
}

// An htmlComparison makes the parts of a page.
type htmlComparison struct {
	*Comparison
	drawn    map[*Difference]bool
	subjects int // so far
}

// group is a package, without blocks where nothing of it is drawn.
func (h *htmlComparison) group(group []*Difference) (g htmlGroup, err error) {
	if len(group) == 0 {
		return g, nil
	}
	d := group[0]
	g = htmlGroup{Title: cmp.Or(printable(d.Pkg), "Benchmarks"), Text: h.heading(d)}
	for _, kv := range d.config {
		if slices.Contains(environmentKeys(), kv.Key) {
			g.Text += " · " + printable(kv.Value)
		}
	}
	g.Blocks = append(g.Blocks, h.changesBlock(group, h.subjects+1))
	for _, d := range group {
		h.subjects++
		s, err := h.section(d, anchor(h.subjects))
		if err != nil {
			return g, fmt.Errorf("%s: %w", d.Name, err)
		}
		g.Subjects = append(g.Subjects, s)
	}
	return g, nil
}

// signs stand before verdicts, which are not told by their colours alone.
var signs = map[verdict.Verdict]string{verdict.Worse: "✕ ", verdict.Better: "✓ ", verdict.Same: "= ", verdict.Unsure: "? "}

// judged is the change with its verdict.
func (c *Change) judged() htmlCell {
	if c.isBudget() {
		return htmlCell{Text: signs[verdict.Verdict(c.Verdict)] + c.word(), Class: c.Verdict, Sub: c.boundsText()}
	}
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
	t := &htmlTable{Head: append(heads("benchmark"), htmlHead{Text: "what", Left: true})}
	t.Head = append(t.Head, heads("old", "new")...)
	t.Head = append(t.Head, htmlHead{Text: fmt.Sprintf("from %s to %s", percentChange(axis.Lo), percentChange(axis.Hi)), Left: true})
	if c.Gate != nil {
		t.Head = append(t.Head, heads("shows from", "limit")...)
	}
	t.Head = append(t.Head, htmlHead{Text: "change", Broad: true})
	for i, d := range group {
		for k, ch := range d.Changes {
			name := htmlCell{Text: printable(d.Name), Href: "#" + anchor(first+i)}
			if k > 0 {
				name = htmlCell{Text: name.Text, Class: "again"}
			}
			row := []htmlCell{name, {Text: printable(ch.Statistic())}, {Text: ch.value(ch.Old)}, {Text: ch.newValue()}, ch.drawn(d.Name, axis)}
			if c.Gate != nil {
				row = append(row, ch.gateCells()...)
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

// drawn is the change as a drawing, an empty cell where there is no ratio.
func (c *Change) drawn(name string, axis figure.Axis) htmlCell {
	if !c.HasRatio {
		return htmlCell{}
	}
	return htmlCell{SVG: draw(c.ratioFigure(printable(name), axis)), Class: "inline"}
}

// gateCells are the change from which on these runs show one, and the limit.
func (c *Change) gateCells() []htmlCell {
	shows, limit := absent, absent
	if c.HasDetectable {
		shows = percentChange(c.Detectable)
	}
	if c.Limit != nil {
		limit = c.Limit.bound()
	}
	return []htmlCell{{Text: shows}, {Text: limit}}
}

// section is one benchmark on both sides.
func (c *Comparison) section(d *Difference, id string) (htmlSubject, error) {
	out := htmlSubject{ID: id, Name: printable(d.Name)}
	chip := htmlText{Text: d.arrangement()}
	if !d.Paired && !d.budgetsOnly() {
		chip = htmlText{Text: "▲ " + chip.Text, Class: "alarm"}
	}
	out.Chips = append(out.Chips, chip)
	for _, p := range d.joint {
		o, err := newOverlay(d, p)
		if err != nil {
			return out, err
		}
		if o.drawn() {
			out.Blocks = append(out.Blocks, o.curveBlock(), o.histogramBlock())
		}
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
		if what := strings.TrimSpace(strings.TrimPrefix(n.names[0], printable(d.Name))); what != "" {
			text = what + ": " + text
		}
		lines = append(lines, text)
	}
	out.Blocks = append(out.Blocks, htmlBlock{Title: "Remarks", Level: 4, Whole: true, Lines: lines})
	return out, nil
}
