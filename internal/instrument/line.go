package instrument

import (
	"bytes"
	"go/ast"
	"go/token"
	"strings"
)

// lineEdits are lines to be added around a loop. It has failed when other code stands on a line that must be a statement's alone.
type lineEdits struct {
	edits  []edit
	failed bool
}

func (e *lineEdits) add(at int, ok bool, indent string, lines ...string) {
	if !ok {
		e.failed = true
		return
	}
	var text strings.Builder
	for _, l := range lines {
		text.WriteString(indent + l + "\n")
	}
	e.edits = append(e.edits, insertion(at, text.String()))
}

// before adds lines before the one that a statement begins.
func (e *lineEdits) before(f *File, p token.Pos, lines ...string) {
	at, indent, ok := f.lineOf(p)
	e.add(at, ok, indent, lines...)
}

// behind adds a line behind the one that a statement ends, indented as where that began.
func (e *lineEdits) behind(f *File, end, begin token.Pos, line string) {
	at, ok := f.lineBehind(end)
	_, indent, begins := f.lineOf(begin)
	e.add(at, ok && begins, indent, line)
}

// top adds a line behind the opening brace of a body.
func (e *lineEdits) top(f *File, brace token.Pos, line string) {
	at, ok := f.lineBehind(brace + 1)
	e.add(at, ok, f.indentAt(brace)+"\t", line)
}

func (e *lineEdits) inside(f *File, l *Loop, line string) { e.top(f, l.body.Lbrace, line) }

// alone fails if a statement does not begin its line.
func (e *lineEdits) alone(f *File, n ast.Node) {
	if _, _, ok := f.lineOf(n.Pos()); !ok {
		e.failed = true
	}
}

// lineOf is where the line of a position begins, and its indentation; false if anything else stands before the position.
func (f *File) lineOf(p token.Pos) (at int, indent string, ok bool) {
	offset := f.offset(p)
	at = bytes.LastIndexByte(f.Text[:offset], '\n') + 1
	before := string(f.Text[at:offset])
	return at, before, strings.TrimLeft(before, " \t") == ""
}

// indentAt is the white space that the line of a position begins with.
func (f *File) indentAt(p token.Pos) string {
	offset := f.offset(p)
	at := bytes.LastIndexByte(f.Text[:offset], '\n') + 1
	line := string(f.Text[at:offset])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// lineBehind is where the line behind that of a position begins; false if anything but a comment stands between.
func (f *File) lineBehind(p token.Pos) (at int, ok bool) {
	offset := f.offset(p)
	n := bytes.IndexByte(f.Text[offset:], '\n')
	if n < 0 {
		return 0, false
	}
	rest := strings.TrimSpace(string(f.Text[offset : offset+n]))
	return offset + n + 1, rest == "" || strings.HasPrefix(rest, "//")
}
