package reportx

import (
	"fmt"
	"strings"
)

// A notice is a remark with what it is about.
type notice struct {
	text string
	of   []string
}

// notices are what there is to say beside the numbers; what holds for several is said once.
func (c *Comparison) notices(of []*Difference) (list []*notice) {
	index := make(map[string]*notice)
	add := func(name, text string) {
		n := index[text]
		if n == nil {
			n = &notice{text: text}
			index[text] = n
			list = append(list, n)
		}
		n.of = append(n.of, name)
	}
	for _, d := range of {
		if !d.budgetsOnly() {
			add(printable(d.Name), d.arrangement())
		}
	}
	for _, d := range of {
		lines, more := d.suspectLines(c.Gate != nil)
		for _, s := range lines {
			add(printable(d.Name), s)
		}
		if more > 0 {
			add(printable(d.Name), plural(int64(more), "suspect run")+" without a say in the answer; compare shows them")
		}
		for _, ch := range d.Changes {
			name := printable(d.Name) + " " + ch.Statistic()
			if ch.Cliff {
				add(name, ch.cliff())
			}
			if ch.Why != "" && ch.alone == "" { // that is said of all together
				add(name, "unsure: "+ch.Why)
			}
		}
		for _, n := range d.Notes {
			add(printable(d.Name), n)
		}
	}
	return list
}

// String is the notice behind what it is about.
func (n *notice) String() string {
	const named = 3
	names := n.of
	more := ""
	if len(names) > named {
		more = fmt.Sprintf(" and %d more", len(names)-named)
		names = names[:named]
	}
	return strings.Join(names, ", ") + more + ": " + n.text
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
	if c.HasAbove {
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
