package reportx

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
		g := htmlGroup{Title: cmp.Or(printable(d.Pkg), "Benchmarks"), Text: c.heading(d)}
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
	page.Notes = append(c.harmLines(""), c.onlyLines()...)
	if c.Gate != nil {
		page.Notes = append(page.Notes, c.Gate.Notes...)
	}
	return page.write(w)
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
				{Text: printable(d.Name), Href: "#b" + strconv.Itoa(first+i)}, {Text: printable(ch.Statistic())}, {Text: ch.value(ch.Old)}, {Text: ch.newValue()}, {},
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

// subject is one benchmark on both sides.
func (c *Comparison) subject(d *Difference, id string) (htmlSubject, error) {
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
		if what := strings.TrimSpace(strings.TrimPrefix(n.of[0], printable(d.Name))); what != "" {
			text = what + ": " + text
		}
		lines = append(lines, text)
	}
	out.Blocks = append(out.Blocks, htmlBlock{Title: "Remarks", Level: 4, Whole: true, Lines: lines})
	return out, nil
}
