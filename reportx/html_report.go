package reportx

import (
	"fmt"
	"io"
	"strings"
)

// WriteHTML writes the report as one HTML file for a browser, which needs neither a network nor scripts: for each benchmark its
// percentile curve, its histogram and its runs in the order of their samples, and what else is known of it. How large the
// file is depends on the number of benchmarks and runs, not of samples; what is drawn has the fastest and the slowest sample of every stretch.
// Of more than 200 benchmarks the others are in a table alone, and so are runs of a benchmark beyond those that a page has room for.
//
// Samples are read again, run by run. An error is that of decoding them, or of w.
func (r *Report) WriteHTML(w io.Writer) error {
	page := &htmlPage{Title: "Benchmark report", Subject: subjectOf(len(r.Benchmarks), func(i int) (pkg, name string) { return r.Benchmarks[i].Pkg, r.Benchmarks[i].Name }), Lede: r.lede(), Foot: []string{
		"Percentiles are exact, of nearest rank, over the steady samples of all runs together. An interval says, at 95% confidence, how far a percentile " +
			"would scatter over runs like these. Figures draw every stretch of samples from its fastest to its slowest one.",
	}}
	drawn, rest := r.drawn()
	var runs []int
	for _, s := range drawn {
		runs = append(runs, s.Runs)
	}
	h := htmlReport{detail: detailOf(runs), scratch: newSpreader()}
	for _, group := range byPackage(drawn) {
		g, err := h.group(group)
		if err != nil {
			return err
		}
		page.Groups = append(page.Groups, g)
	}
	if len(rest) > 0 {
		page.Groups = append(page.Groups, undrawnGroup(rest))
	}
	var notes []string
	for _, p := range r.Problems {
		notes = append(notes, "not read: "+p.Error())
	}
	for _, n := range r.Notes {
		notes = append(notes, n.String())
	}
	page.Notes = shortList(notes, shownNotes)
	return page.write(w)
}

// drawn are the benchmarks that have figures, and the others.
func (r *Report) drawn() (drawn, rest []*Summary) {
	has := room(len(r.Benchmarks), drawnBenchmarks, func(i int) bool { return r.Benchmarks[i].doubtful() })
	for i, s := range r.Benchmarks {
		if has[i] {
			drawn = append(drawn, s)
		} else {
			rest = append(rest, s)
		}
	}
	return drawn, rest
}

// undrawnGroup is what the page has no room to draw.
func undrawnGroup(rest []*Summary) htmlGroup {
	g := htmlGroup{
		Title: plural(int64(len(rest)), "further benchmark"),
		Text:  undrawn(drawnBenchmarks, "those with suspect runs or that never settled before the others"),
	}
	sampled, _ := divide(rest)
	if len(sampled) > 0 {
		o := overview{packages: true, bare: true}
		g.Blocks = append(g.Blocks, o.block(sampled))
	}
	if b, ok := lineOverview(rest, overview{packages: true, bare: true}); ok {
		g.Blocks = append(g.Blocks, b)
	}
	return g
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
		plural(int64(len(r.Benchmarks)), "benchmark"), plural(int64(runs), "run"), plural(samples, "sample")+" after warm-up")}}
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
	o := overview{first: h.subjects + 1}
	for _, s := range group {
		h.subjects++
		subject, err := h.subject(s, anchor(h.subjects))
		if err != nil {
			return g, fmt.Errorf("%s: %w", s.Name, err)
		}
		g.Subjects = append(g.Subjects, subject)
	}
	sampled, lines := divide(group)
	if len(sampled) > 0 {
		g.Blocks = append(g.Blocks, o.block(group))
	}
	if len(lines) > 1 {
		if b, ok := lineOverview(group, o); ok {
			g.Blocks = append(g.Blocks, b)
		}
	}
	g.Blocks = append(g.Blocks, environmentBlock(group))
	return g, nil
}
