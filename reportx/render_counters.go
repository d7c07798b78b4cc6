package reportx

import (
	"bufio"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/tally"
)

// counterHead is the heading of the table of counts.
var counterHead = []string{"counter", "thread", "process", "counted"}

// rows are the rows of the table of counts of one benchmark: for each event what the goroutine's thread and the whole
// process count for an operation. Those of the runtime and of the system stand where the process does.
func (c *Counters) rows() (rows [][]string) {
	seen := make(map[string]bool)
	for _, x := range c.Counts {
		if seen[x.Name] {
			continue
		}
		seen[x.Name] = true
		if x.system && !c.occurred(x.Name) {
			continue
		}
		thread, process := c.of(x.Name, tally.Thread), c.of(x.Name, tally.Process)
		if x.Scope == tally.Runtime || x.Scope == tally.System {
			process = c.of(x.Name, x.Scope)
		}
		rows = append(rows, []string{printable(x.Name), thread.cell(), process.cell(), thread.counted(process)})
	}
	return rows
}

// occurred reports whether any scope has a count of the name other than 0.
func (c *Counters) occurred(name string) bool {
	return slices.ContainsFunc(c.Counts, func(x Counted) bool { return x.Name == name && x.Total > 0 })
}

func (x *Counted) cell() string {
	switch {
	case x == nil:
		return ""
	case x.HasPerOp:
		return formatMetric(x.PerOp, x.Unit)
	case x.Unit == "" && x.Runs > 0:
		return formatMetric(x.Total, x.Name)
	}
	return absent
}

// counted is for how much of the time the counts of an event are known: the less of the two.
func (x *Counted) counted(other *Counted) string {
	least := 1.0
	for _, c := range []*Counted{x, other} {
		if c != nil && c.Unit == "" {
			return "not per operation"
		}
		if c != nil && c.Runs > 0 {
			least = min(least, c.Share)
		}
	}
	if least == 1 {
		return ""
	}
	return "scaled from " + share(least)
}

// lines are what the counts say: ratios of totals, what bounds the code, the rules that apply.
func (c *Counters) lines() (lines []string) {
	var ratios []string
	for _, r := range c.Ratios {
		ratios = append(ratios, r.Name+" "+r.Text)
	}
	if ratios != nil {
		lines = append(lines, strings.Join(ratios, ", "))
	}
	if c.Bound != "" {
		lines = append(lines, c.Bound+" while it runs")
	}
	lines = append(lines, c.Findings...)
	if c.Bound == "" && len(c.Ratios) > 1 {
		lines = append(lines, c.Needs...)
	}
	if none := c.none(); none != nil {
		lines = append(lines, "counted, and 0: "+strings.Join(none, ", "))
	}
	return onePerLine(append(append(lines, c.whys()...), c.Notes...))
}

// onePerLine escapes what records of files say, so that each text stays in its line.
func onePerLine(lines []string) []string {
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return lines
}

// none are the counts of the system that have no row because nothing occurred.
func (c *Counters) none() (names []string) {
	for _, x := range c.Counts {
		if x.system && x.Runs > 0 && !c.occurred(x.Name) && !slices.Contains(names, x.Name) {
			names = append(names, x.Name)
		}
	}
	return names
}

// whys says which events were not counted, or not as asked for, and why.
func (c *Counters) whys() []string {
	var reasons []tally.Count
	for _, x := range c.Counts {
		reasons = append(reasons, x.reasons...)
	}
	return tally.Whys(reasons)
}

// head says what the table of counts is of.
func (c *Counters) head() string {
	if c.Runs == 0 {
		return ": none"
	}
	return ", per operation: " + c.part()
}

// textCounters writes the counts of each benchmark that has any.
func textCounters(out textPage, group []*Summary) {
	for _, s := range group {
		c := s.Counters
		if c == nil {
			continue
		}
		out.WriteString("\ncounters of " + printable(s.Name) + c.head() + "\n")
		c.textTable(out)
		for _, line := range c.lines() {
			out.WriteString(line + "\n")
		}
	}
}

func (c *Counters) textTable(out textPage) {
	rows := c.rows()
	if rows == nil {
		return
	}
	t := table{left: []bool{true}}
	for _, r := range append([][]string{counterHead}, rows...) {
		t.add(row{{r[0]}, {r[1]}, {r[2]}, {r[3]}}...)
	}
	out.table(t)
}

// markdownCounters is textCounters as Markdown.
func markdownCounters(out *bufio.Writer, group []*Summary) {
	for _, s := range group {
		c := s.Counters
		if c == nil {
			continue
		}
		out.WriteString("\nCounters of " + markdownText(printable(s.Name)) + c.head() + "\n\n")
		c.markdownTable(out)
		for _, line := range c.lines() {
			out.WriteString("- " + markdownText(line) + "\n")
		}
	}
}

func (c *Counters) markdownTable(out *bufio.Writer) {
	rows := c.rows()
	if rows == nil {
		return
	}
	markdownRow(out, counterHead)
	markdownRow(out, []string{":--", "--:", "--:", "--:"})
	for _, r := range rows {
		for i := range r {
			r[i] = markdownText(r[i])
		}
		markdownRow(out, r)
	}
	out.WriteByte('\n')
}

// has reports whether a unit of a result line is among the counts.
func (c *Counters) has(unit string) bool {
	if c == nil {
		return false
	}
	unit = strings.TrimPrefix(unit, "process-")
	for _, x := range c.Counts {
		if x.Unit == unit {
			return true
		}
	}
	return false
}

type jsonCounters struct {
	Runs       int           `json:"runs"`
	Operations int64         `json:"operations"`
	From       []int64       `json:"from"`
	WallNS     float64       `json:"wall_ns"`
	Counts     []jsonCounted `json:"counts"`
	Ratios     []jsonRatio   `json:"ratios"`
	Bound      *string       `json:"bound"`
	Waiting    bool          `json:"waiting"`
	Findings   []string      `json:"findings"`
	Needs      []string      `json:"needs"`
	Notes      []string      `json:"notes"`
}

// A jsonCounted has a total over all runs that have the count, null without any.
type jsonCounted struct {
	Name  string   `json:"name"`
	Scope string   `json:"scope"`
	Unit  *string  `json:"unit"`
	Runs  int      `json:"runs"`
	Total *float64 `json:"total"`
	PerOp *float64 `json:"per_op"`
	Share *float64 `json:"share"`
	Why   *string  `json:"why"`
}

type jsonRatio struct {
	Name        string  `json:"name"`
	Value       float64 `json:"value"`
	Numerator   string  `json:"numerator"`
	Denominator string  `json:"denominator"`
}

func (c *Counters) json() *jsonCounters {
	if c == nil {
		return nil
	}
	out := &jsonCounters{
		Runs: c.Runs, Operations: c.Operations, From: append([]int64{}, c.From...), WallNS: c.WallNS, Counts: []jsonCounted{}, Ratios: []jsonRatio{},
		Bound: known(c.Bound, c.Bound != ""), Waiting: c.Waiting, Findings: append([]string{}, c.Findings...),
		Needs: append([]string{}, c.Needs...), Notes: append([]string{}, c.Notes...),
	}
	for _, x := range c.Counts {
		out.Counts = append(out.Counts, jsonCounted{
			Name: x.Name, Scope: x.Scope, Unit: known(x.Unit, x.Unit != ""), Runs: x.Runs, Total: known(x.Total, x.Runs > 0),
			PerOp: known(x.PerOp, x.HasPerOp), Share: known(x.Share, x.Runs > 0), Why: known(x.Why, x.Why != ""),
		})
	}
	for _, r := range c.Ratios {
		out.Ratios = append(out.Ratios, jsonRatio{r.Name, r.Value, r.Numerator, r.Denominator})
	}
	return out
}
