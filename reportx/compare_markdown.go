package reportx

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	// maxComment is below what a comment on a pull request may have, 65,536 characters.
	maxComment = 59_000
	// commentEnd is room for what ends a page that is full.
	commentEnd = 400
)

// A page is text of a bounded length.
type page struct {
	strings.Builder
	left   int  // lines that did not fit
	folded bool // what follows is folded
}

// line adds a line if there is room for it.
func (p *page) line(s string) {
	if p.Len()+len(s)+1 > maxComment-commentEnd || p.left > 0 {
		p.left++
		return
	}
	p.WriteString(s + "\n")
}

// fold begins what is folded if there is room for it.
func (p *page) fold(summary string) {
	p.line("")
	p.line("<details><summary>" + summary + "</summary>")
	p.folded = p.left == 0
}

// end says how much did not fit, and ends what is folded.
func (p *page) end() {
	if p.left > 0 {
		fmt.Fprintf(p, "\n%s more do not fit: the text and JSON formats have all\n", plural(int64(p.left), "line"))
	}
	if p.folded {
		p.WriteString("\n</details>\n")
	}
}

// WriteMarkdown writes the comparison for a comment on a pull request: the answer,
// what changed or may well have, and folded all that was compared, what is the same last. It has fewer than 60,000 characters; what does
// not fit is counted.
func (c *Comparison) WriteMarkdown(w io.Writer) error {
	var p page
	p.line("**plateau** " + markdownText(c.sideNames()) + ": **" + markdownText(c.headline()) + "**")
	c.markdownStriking(&p)
	c.markdownHarm(&p)
	lines := c.onlyLines()
	if c.Gate != nil {
		lines = append(lines, c.Gate.Notes...)
	}
	p.list(lines)
	p.fold(plural(int64(len(c.Differences)), "benchmark") + " compared")
	groups := c.groups()
	for _, group := range groups {
		p.head(c, group)
		p.rows(c, group, func(ch *Change) bool { return !ch.same() })
		words := valueLines(group)
		for _, n := range c.notices(group) {
			words = append(words, n.String())
		}
		if weakChanges(group) {
			words = append(words, "* weak: fewer than 10 samples lie beyond it")
		}
		p.list(words)
	}
	for _, group := range groups {
		if anyChange(group, (*Change).same) {
			p.head(c, group)
			p.rows(c, group, (*Change).same)
		}
	}
	p.end()
	_, err := io.WriteString(w, p.String())
	return err
}

// markdownHarm lists what came to harm, and what it said as it was printed.
func (c *Comparison) markdownHarm(p *page) {
	const code = "      " // in an item of a list
	before := false
	for i, line := range c.harmLines(code) {
		said := strings.HasPrefix(line, code)
		if i == 0 || said != before {
			p.line("")
		}
		if before = said; !said {
			line = "- " + markdownText(line)
		}
		p.line(line)
	}
}

// markdownStriking is the table of what is worth a look.
func (c *Comparison) markdownStriking(p *page) {
	var striking []*Difference
	for _, d := range c.Differences {
		if slices.ContainsFunc(d.Changes, (*Change).striking) {
			striking = append(striking, d)
		}
	}
	if striking == nil {
		return
	}
	byUrgency(striking)
	p.line("")
	p.rows(c, striking, (*Change).striking)
}

// head names the package of a group, and its sides where there are several.
func (p *page) head(c *Comparison, group []*Difference) {
	p.line("")
	if head := markdownHead(group[0], len(c.Sides)); head != "" {
		p.line("### " + head)
		p.line("")
	}
}

func markdownHead(d *Difference, sides int) string {
	head := markdownText(printable(d.Pkg))
	if sides > 2 {
		head = strings.TrimSpace(head + " " + markdownText(printable(d.OldSide+" → "+d.NewSide)))
	}
	return head
}

// rows is a table of the changes that show takes, each worse one in bold, and one of the budgets.
func (p *page) rows(c *Comparison, group []*Difference, show func(*Change) bool) {
	changes := func(ch *Change) bool { return !ch.isBudget() && show(ch) }
	if anyChange(group, changes) {
		p.changeRows(c, group, changes)
	}
	budgets := func(ch *Change) bool { return ch.isBudget() && show(ch) }
	if !anyChange(group, budgets) {
		return
	}
	p.line("")
	p.line(markdownLine(budgetHead))
	p.line(markdownLine([]string{":--", ":--", "--:", "--:", "--:", ":--"}))
	for _, d := range group {
		for _, ch := range d.Changes {
			if !budgets(ch) {
				continue
			}
			cells := ch.budgetCells(d)
			for i := range cells {
				cells[i] = markdownText(cells[i])
			}
			if ch.word() == "over" {
				cells[len(cells)-1] = "**over**"
			}
			p.line(markdownLine(cells))
		}
	}
}

// changeRows is the table of changes.
func (p *page) changeRows(c *Comparison, group []*Difference, show func(*Change) bool) {
	head := []string{"benchmark", "what", "old", "new", "change", "95% interval", "shows from"}
	align := []string{":--", ":--", "--:", "--:", "--:", "--:", "--:"}
	if c.Gate != nil {
		head, align = append(head, "limit"), append(align, "--:")
	}
	p.line(markdownLine(append(head, "verdict")))
	p.line(markdownLine(append(align, ":--")))
	for _, d := range group {
		for _, ch := range d.Changes {
			if !show(ch) {
				continue
			}
			shows := absent
			if ch.HasDetectable {
				shows = percentChange(ch.Detectable)
			}
			cells := []string{markdownText(printable(d.Name)), markdownText(printable(ch.Statistic())), markdownText(ch.value(ch.Old)),
				markdownText(ch.newValue()), ch.change(), ch.interval(), shows}
			if c.Gate != nil {
				cells = append(cells, markdownText(ch.Limit.bound()))
			}
			word := ch.Verdict
			if word == "worse" || word == "better" {
				word = "**" + word + "**"
			}
			p.line(markdownLine(append(cells, word)))
		}
	}
}

func (p *page) list(lines []string) {
	if len(lines) > 0 {
		p.line("")
	}
	for _, line := range lines {
		p.line("- " + markdownText(line))
	}
}

func markdownLine(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }
