package reportx

import (
	"fmt"
	"strings"
)

// A remark is a line under a table, with what it holds for, as it is printed.
type remark struct {
	text  string
	names []string
}

// A remarkList has different texts, in the order in which they were first added: what holds for several is said once. The zero value is
// empty.
type remarkList struct {
	list  []*remark
	index map[string]*remark
}

func (r *remarkList) add(name, text string) {
	m := r.index[text]
	if m == nil {
		if r.index == nil {
			r.index = make(map[string]*remark)
		}
		m = &remark{text: text}
		r.index[text] = m
		r.list = append(r.list, m)
	}
	m.names = append(m.names, name)
}

// namedRemarked is how many of those that a remark holds for are named.
const namedRemarked = 3

// String is the remark behind what it holds for.
func (m *remark) String() string {
	who := strings.Join(m.names[:min(len(m.names), namedRemarked)], ", ")
	if more := len(m.names) - namedRemarked; more > 0 {
		who += fmt.Sprintf(" and %d more", more)
	}
	return who + ": " + m.text
}

// among is the remark under a table of so many: "all" stands for more than a few of which it holds for each.
func (m *remark) among(all int) string {
	if n := len(m.names); n == all && n > namedRemarked {
		return "all: " + m.text
	}
	return m.String()
}
