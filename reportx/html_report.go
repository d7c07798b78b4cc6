package reportx

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
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
