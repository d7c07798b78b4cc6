package reportx

import (
	"fmt"
	"strings"
)

// notices are what there is to say beside the numbers; what holds for several is said once.
func (c *Comparison) notices(of []*Difference) []*remark {
	var found remarkList
	for _, d := range of {
		if !d.budgetsOnly() {
			found.add(printable(d.Name), d.arrangement())
		}
	}
	for _, d := range of {
		lines, more := d.suspectLines(c.Gate != nil)
		for _, s := range lines {
			found.add(printable(d.Name), s)
		}
		if more > 0 {
			found.add(printable(d.Name), plural(int64(more), "suspect run")+" without a say in the answer; compare shows them")
		}
		for _, ch := range d.Changes {
			name := printable(d.Name) + " " + ch.Statistic()
			if ch.Cliff {
				found.add(name, ch.cliff())
			}
			if ch.Why != "" && ch.alone == "" { // that is said of all together
				found.add(name, "unsure: "+ch.Why)
			}
		}
		for _, n := range d.Notes {
			found.add(printable(d.Name), n)
		}
	}
	return found.list
}

// budgetsOnly reports whether nothing depends on how the runs lay.
func (d *Difference) budgetsOnly() bool {
	return !hasChanges([]*Difference{d})
}

// arrangement says how the runs lay, and how far to trust what follows from it.
func (d *Difference) arrangement() string {
	runs := fmt.Sprintf("%d and %d runs", d.OldRuns, d.NewRuns)
	switch {
	case d.endless:
		return "did not end in " + printable(d.NewSide) + ": infinitely slow"
	case d.Paired && d.Order == Interleaved:
		return runs + " " + d.Order.String()
	case d.Paired && d.Order == FixedOrder:
		return runs + " " + d.Order.String() + ": its place and its version cannot be told apart"
	case d.Paired:
		return runs + " paired as told"
	case d.Order.neighbours():
		return runs + " " + d.Order.String() + ", compared as unpaired, as told: advisory"
	}
	return runs + ", not interleaved in fresh processes (" + d.Order.String() + "): advisory, drift between the sides passes for a change"
}

// cliff says that a percentile jumps.
func (c *Change) cliff() string {
	text := "sits on a cliff, between two modes, where a small change of shares moves it far"
	if c.HasAbove && !c.isBudget() { // of which there is no old side
		text += fmt.Sprintf("; %.3g%% of the old and %.3g%% of the new samples lie above the old value", 100*c.OldAbove, 100*c.NewAbove)
	}
	return text
}

// onlyLines say which benchmarks one side lacks.
func (c *Comparison) onlyLines() (lines []string) {
	const named = 10
	index := make(map[string]int)
	var names [][]string
	var heads []string
	for _, o := range c.Only {
		if c.harmed(o.Pkg, o.Name) {
			continue // said with what came to harm
		}
		head := fmt.Sprintf("only in %s, not in %s", printable(o.On), printable(o.Not))
		if o.Failed {
			head = fmt.Sprintf("failed in %s", printable(o.Not))
		}
		i, ok := index[head]
		if !ok {
			i = len(heads)
			index[head] = i
			heads, names = append(heads, head), append(names, nil)
		}
		name := o.Name
		if name == "" {
			name = "package " + o.Pkg
		}
		names[i] = append(names[i], printable(name))
	}
	for i, head := range heads {
		list := names[i]
		if len(list) > named {
			list = append(list[:named:named], fmt.Sprintf("%d more", len(names[i])-named))
		}
		lines = append(lines, head+": "+strings.Join(list, ", "))
	}
	return lines
}
