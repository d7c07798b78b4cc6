package perfevent

import (
	"fmt"
	"strings"
)

// An Error says why a name is no event of the machine, and where in the name the trouble begins.
type Error struct {
	Name    string   // as it was asked for
	Offset  int      // in bytes, from 0 to len(Name)
	Problem string   // in words
	Suggest []string // names that may have been meant, the nearest first
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "event %q", e.Name)
	if e.Offset > 0 {
		fmt.Fprintf(&b, ", byte %d", e.Offset)
	}
	fmt.Fprintf(&b, ": %s", e.Problem)
	for i, s := range e.Suggest {
		switch {
		case i == 0:
			b.WriteString("; did you mean ")
		case i == len(e.Suggest)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(s)
	}
	if len(e.Suggest) > 0 {
		b.WriteByte('?')
	}
	return b.String()
}

// problem is an error whose position counts from the beginning of the part that was being read.
func problem(offset int, format string, args ...any) *Error {
	return &Error{Offset: offset, Problem: fmt.Sprintf(format, args...)}
}

// unknown is the problem of a word that is none of the known ones.
func unknown(offset int, what, word string, known []string) *Error {
	e := problem(offset, "unknown %s %q", what, word)
	e.Suggest = nearest(word, known)
	return e
}

// at moves an error into a longer text, in which the part begins at offset.
func (e *Error) at(offset int) *Error {
	e.Offset += offset
	return e
}
