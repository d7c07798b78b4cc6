package reportx

import (
	"fmt"
	"math"
)

// A Problem is something in an input that could not be read, or could be read
// only in part. It is an error, and has the place where it was found.
//
// Problems do not stop reading: what is whole around them is kept.
type Problem struct {
	File string // as given; "-" is standard input
	Line int    // 1-based; 0 when the problem concerns the whole file
	Err  error
}

// Error is "file:line: what", or "file: what" without a line, with control characters quoted: names in inputs are
// anybody's, and errors go to terminals.
func (p *Problem) Error() string { return printable(position(p.File, p.Line) + p.Err.Error()) }

// order is the line, or beyond all lines for a problem of the whole file.
func (p *Problem) order() int {
	if p.Line == 0 {
		return math.MaxInt
	}
	return p.Line
}

// Unwrap is the error without its position.
func (p *Problem) Unwrap() error { return p.Err }

// A Note is a remark on an input that is in order: what was left out of it on
// purpose, or what a reader of the report should know about it.
type Note struct {
	File string
	Line int // 1-based; 0 when it concerns the whole file
	Text string
}

// String is "file:line: text", or "file: text" without a line, with control characters quoted.
func (n Note) String() string { return printable(position(n.File, n.Line) + n.Text) }

// displayed is the name of an input for people.
func displayed(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

func position(file string, line int) string {
	file = displayed(file)
	if line == 0 {
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}
