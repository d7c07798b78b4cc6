package reportx

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// PlaceboFormats are the forms in which a placebo can be written, the default first.
func PlaceboFormats() []string { return []string{"text", "markdown", "json"} }

// Write writes the placebo in one of PlaceboFormats.
func (p *Placebo) Write(w io.Writer, format string) error {
	out := bufio.NewWriter(w)
	switch format {
	case "text":
		t := table{left: []bool{true, true}, rows: p.rows()}
		out.WriteString(p.headline() + "\n\n")
		t.write(out)
		out.WriteString("\n" + strings.Join(p.lines(), "\n") + "\n")
	case "markdown":
		p.markdown(out)
	case "json":
		return p.json(w)
	default:
		return fmt.Errorf("no format %q of a program against itself, choose one of %s", format, strings.Join(PlaceboFormats(), ", "))
	}
	return out.Flush()
}

// share is a part of the assignments in percent.
func (p *Placebo) share(n int) string { return fmt.Sprintf("%.1f%%", 100*p.rate(n)) }

func (p *Placebo) rate(n int) float64 {
	if p.Assignments == 0 {
		return 0
	}
	return float64(n) / float64(p.Assignments)
}

func (p *Placebo) ways() string {
	if p.All {
		return fmt.Sprintf("all %d ways", p.Assignments)
	}
	return fmt.Sprintf("%d random ways", p.Assignments)
}

func (p *Placebo) headline() string {
	if len(p.Effects) > 0 && !slices.ContainsFunc(p.Effects, (*PlaceboEffect).decidable) {
		return "no change at all, and none could be told: too few samples"
	}
	return fmt.Sprintf("no change at all: a gate by these pairs alone fails in %s, and plateau ab measures again in %s",
		p.share(p.Failed), p.share(p.Flagged))
}

func (p *Placebo) rows() []row {
	rows := []row{{{"benchmark"}, {"what"}, {"value"}, {"limit"}, {"by chance"}, {"shows from"}, {"again"}, {"fails"}}}
	for _, e := range p.Effects {
		byChance, from := absent, absent
		if e.HasChance {
			byChance = "±" + strings.TrimPrefix(percentChange(e.Chance), "+")
		}
		again, fails := p.share(e.Flagged), p.share(e.Failed)
		if !e.decidable() {
			again, fails = absent, absent
		} else if e.HasDetectable {
			from = percentChange(e.Detectable)
		}
		rows = append(rows, row{{printable(e.Name)}, {e.Statistic()}, {e.value(e.Old)}, {e.Limit.bound()}, {byChance}, {from},
			{again}, {fails}})
	}
	return rows
}

// lines say how it was computed, and what follows.
func (p *Placebo) lines() []string {
	lines := []string{
		fmt.Sprintf("computed from %d pairs of runs of one program, whose sides were exchanged within the pairs in %s,", p.Pairs, p.ways()),
		"from the values of single runs: that all samples together have to show a change too makes a gate fail less often",
		"by chance: 95% of the changes so found are smaller, in either direction",
		"shows from: the smallest change that as many pairs of this noise can tell from none; below it the answer is unsure",
		"again, fails: how often a change for the worse is flagged, and how often it fails a gate without fresh pairs",
		fmt.Sprintf("plateau ab fails only by what fresh pairs confirm at 2.5%%: about %.2g%% of its trials of no change", 2.5*p.rate(p.Flagged)),
	}
	for _, e := range p.Effects {
		if why := e.undecided(); why != "" {
			lines = append(lines, fmt.Sprintf("%s %s: nothing can be decided: %s", printable(e.Name), e.Statistic(), why))
			continue
		}
		if e.Limit.Ratio == 1 {
			lines = append(lines, printable(e.Name)+" "+e.Statistic()+": "+e.withoutRoom())
			continue
		}
		if e.Why != "" && !e.HasDetectable || !e.MorePairsHelp() {
			lines = append(lines, fmt.Sprintf("%s %s: %s", printable(e.Name), e.Statistic(), e.Why))
		}
	}
	return lines
}

// withoutRoom says what becomes of a limit of +0%, below which no change is small.
func (e *PlaceboEffect) withoutRoom() string {
	switch {
	case e.Verdict == string(verdict.Same):
		return fmt.Sprintf("never differed, so that a limit of %s can hold", e.Limit.bound())
	case e.HasChance && e.Chance > 1:
		return fmt.Sprintf("differs by chance, and a limit of %s leaves no room for it: %s is a limit that chance rarely reaches",
			e.Limit.bound(), e.roomy())
	}
	return fmt.Sprintf("differs in some runs, and a limit of %s leaves no room for it", e.Limit.bound())
}

// roomy is a limit in whole percent beyond what chance makes of no change.
func (e *PlaceboEffect) roomy() string {
	return fmt.Sprintf("%s=+%.0f%%", e.Statistic(), math.Ceil(100*(e.Chance-1)))
}

func (p *Placebo) markdown(out *bufio.Writer) {
	out.WriteString("**" + p.headline() + "**\n\n")
	for i, r := range p.rows() {
		out.WriteString("|")
		for _, c := range r {
			out.WriteString(" " + strings.ReplaceAll(c[0], "|", `\|`) + " |")
		}
		out.WriteByte('\n')
		if i == 0 {
			out.WriteString("| --- | --- |" + strings.Repeat(" ---: |", len(r)-2) + "\n")
		}
	}
	out.WriteByte('\n')
	for _, line := range p.lines() {
		out.WriteString("* " + line + "\n")
	}
}

type jsonPlacebo struct {
	Plateau     int          `json:"plateau"`
	Assignments int          `json:"assignments"`
	All         bool         `json:"all"`
	Pairs       int          `json:"pairs"`
	Failed      int          `json:"failed"`
	Flagged     int          `json:"flagged"`
	Effects     []jsonEffect `json:"placebo"`
	Notes       []string     `json:"notes"`
}

type jsonEffect struct {
	Name       string   `json:"name"`
	Pkg        *string  `json:"pkg"`
	Statistic  string   `json:"statistic"`
	Value      *float64 `json:"value"`
	Limit      float64  `json:"limit"`
	Chance     *float64 `json:"chance"`
	Detectable *float64 `json:"detectable"`
	Flagged    int      `json:"flagged"`
	Failed     int      `json:"failed"`
}

func (p *Placebo) json(w io.Writer) error {
	out := jsonPlacebo{1, p.Assignments, p.All, p.Pairs, p.Failed, p.Flagged, []jsonEffect{}, p.lines()}
	known := func(x float64, is bool) *float64 {
		if !is {
			return nil
		}
		return &x
	}
	for _, e := range p.Effects {
		j := jsonEffect{
			Name: e.Name, Statistic: e.Statistic(), Value: known(e.Old.Value, e.Old.Known), Limit: e.Limit.Ratio,
			Chance: known(e.Chance, e.HasChance), Detectable: known(e.Detectable, e.HasDetectable && e.decidable()), Flagged: e.Flagged, Failed: e.Failed,
		}
		if e.Pkg != "" {
			j.Pkg = &e.Pkg
		}
		out.Effects = append(out.Effects, j)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
