package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// columns is the width at which lists of names are broken.
const columns = 100

// writeCountersText writes a table of the events that were asked for, or the classes of all.
func writeCountersText(w io.Writer, found findings) error {
	var b bytes.Buffer
	if found.asked {
		writeAsked(&b, found.Events)
	} else {
		writeClasses(&b, found)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeAsked(b *bytes.Buffer, events []finding) {
	width := 0
	for _, e := range events {
		width = max(width, len([]rune(e.Name)))
	}
	for _, e := range events {
		sign, answer := "+", "can be counted"
		switch {
		case !e.Counted:
			sign, answer = "-", "cannot: "+*e.Why
		case e.How != nil:
			answer += ": " + *e.How
		case e.What != nil:
			answer += ": " + *e.What
		}
		fmt.Fprintf(b, "%s %-*s  %s\n", sign, width, e.Name, answer)
	}
}

func writeClasses(b *bytes.Buffer, found findings) {
	cpu := "CPU without a name"
	if found.CPU != nil {
		cpu = *found.CPU
	}
	fmt.Fprintf(b, "%s, %s/%s", cpu, found.OS, found.Arch)
	if found.Virtual {
		b.WriteString(", virtual")
	}
	b.WriteByte('\n')
	said := map[string]bool{}
	for rest := found.Events; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Class == rest[0].Class {
			n++
		}
		writeClass(b, rest[:n], said)
		rest = rest[n:]
	}
}

// writeClass writes the events of a class: first what is counted, then what is not, by reason. What was said before is
// not said again.
func writeClass(b *bytes.Buffer, events []finding, said map[string]bool) {
	groups := groupByAnswer(events)
	counted := 0
	for _, g := range groups {
		if g.counted {
			counted += len(g.names)
		}
	}
	fmt.Fprintf(b, "\n%s", events[0].Class)
	if events[0].Class != classTracepoint {
		fmt.Fprintf(b, ": %d of %d", counted, len(events))
	}
	b.WriteByte('\n')
	for _, counts := range []bool{true, false} {
		for _, g := range groups {
			if g.counted == counts {
				g.write(b, said)
			}
		}
	}
}

// A group is events of which the same is to be said.
type group struct {
	counted bool
	remark  string
	names   []string
}

// groupByAnswer keeps the order of first events.
func groupByAnswer(events []finding) []*group {
	var groups []*group
	index := map[string]*group{}
	for _, e := range events {
		remark := ""
		switch {
		case e.Why != nil:
			remark = *e.Why
		case e.How != nil:
			remark = *e.How
		}
		name := e.Name
		if e.Class == classTracepoint && e.What != nil {
			name = *e.What
		}
		key := fmt.Sprint(e.Counted, remark)
		if index[key] == nil {
			index[key] = &group{counted: e.Counted, remark: remark}
			groups = append(groups, index[key])
		}
		index[key].names = append(index[key].names, name)
	}
	return groups
}

func (g *group) write(b *bytes.Buffer, said map[string]bool) {
	sign := "+"
	if !g.counted {
		sign = "-"
	}
	writeWrapped(b, "  "+sign+" ", "    ", strings.Join(g.names, ", "))
	switch {
	case g.remark == "":
	case said[g.remark]:
		b.WriteString("      as above\n")
	default:
		writeWrapped(b, "      ", "      ", g.remark)
		said[g.remark] = true
	}
}

// writeWrapped breaks text at blanks.
func writeWrapped(b *bytes.Buffer, first, rest, text string) {
	line := first
	empty := true
	for w := range strings.FieldsSeq(text) {
		if !empty && len([]rune(line))+1+len([]rune(w)) > columns {
			b.WriteString(line + "\n")
			line, empty = rest, true
		}
		if !empty {
			line += " "
		}
		line += w
		empty = false
	}
	b.WriteString(line + "\n")
}
