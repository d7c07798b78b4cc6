package instrument

import (
	"go/ast"
	"go/token"
	"strconv"
)

// marker is the comment above each Start that Write adds, by which Undo knows it.
const marker = "//plateau:instrumented"

// Write returns the file's text with the calls of benchx on lines of their own, as people would write them, and formatted as by
// gofmt if it was so before. A loop that only Inject can measure gets the reason. The text is nil when no loop is changed.
func (f *File) Write() ([]byte, error) {
	w := &writer{File: f, named: map[ast.Decl]names{}, calls: map[ast.Stmt]string{}}
	w.pkg = importName(f.ast, benchxPath)
	imported := w.pkg != ""
	if !imported {
		w.pkg = f.freshIdent(f.ast, "benchx", "plateaubenchx")
	}
	if w.pkg == "" || !imported && !w.addImport() {
		for i := range f.Loops {
			f.Loops[i].refuse(whyImport)
		}
		return nil, nil
	}
	added := false
	for i := range f.Loops {
		if l := &f.Loops[i]; l.Why == "" {
			l.Why = w.loop(l)
			added = added || l.Why == ""
		}
	}
	if !added {
		return nil, nil
	}
	return reformat(f.Text, apply(f.Text, w.edits))
}

func (l *Loop) refuse(why string) {
	if l.Why == "" {
		l.Why = why
	}
}

// A writer collects the lines that Write adds.
type writer struct {
	*File
	pkg   string // the name of benchx in the file
	edits []edit
	named map[ast.Decl]names
	calls map[ast.Stmt]string // what Start is assigned to before a call of RunParallel
}

// names counts the variables that were added to a declaration.
type names struct{ s, lane int }

// loop adds the lines for one loop. It returns why it cannot.
func (w *writer) loop(l *Loop) (why string) {
	decl := declAround(w.ast, l.stmt.Pos())
	if hasGoto(decl) {
		return whyJump
	}
	var lines lineEdits
	if l.form == parallel {
		w.parallel(&lines, decl, l)
	} else {
		w.single(&lines, decl, l)
	}
	if lines.failed {
		return whyLine
	}
	w.edits = append(w.edits, lines.edits...)
	return ""
}

// single adds the lines for a loop in the benchmark's goroutine.
func (w *writer) single(lines *lineEdits, decl ast.Decl, l *Loop) {
	s := w.start(lines, decl, l.stmt.Pos(), l)
	if l.form == each {
		lines.inside(w.File, l, s+".Lap()")
		lines.behind(w.File, l.stmt.End(), l.stmt.Pos(), s+".Stop()")
		return
	}
	for _, m := range l.marks {
		if body, ok := m.(*ast.BlockStmt); ok {
			lines.top(w.File, body.Lbrace, s+".Lap()")
		} else {
			lines.alone(w.File, m)
			lines.behind(w.File, m.End(), m.Pos(), s+".Lap()")
		}
	}
}

// parallel adds the lines for a loop in each goroutine, and those around the call of RunParallel unless another loop in it has them.
func (w *writer) parallel(lines *lineEdits, decl ast.Decl, l *Loop) {
	s, ok := w.calls[l.call]
	if !ok {
		s = w.start(lines, decl, l.call.Pos(), l)
		lines.behind(w.File, l.call.End(), l.call.Pos(), s+".Stop()")
	}
	lane := w.name(decl, "lane")
	lines.before(w.File, l.stmt.Pos(), lane+" := "+s+".Lane()")
	lines.inside(w.File, l, lane+".Lap()")
	lines.behind(w.File, l.stmt.End(), l.stmt.Pos(), lane+".Stop()")
	if !lines.failed {
		w.calls[l.call] = s
	}
}

// start adds the call of Start before a position, and returns the variable of the recorder.
func (w *writer) start(lines *lineEdits, decl ast.Decl, before token.Pos, l *Loop) string {
	s := w.name(decl, "s")
	lines.before(w.File, before, marker, s+" := "+w.pkg+".Start("+l.b+")")
	return s
}

// name is a variable's name that does not occur in a declaration: s, s2, s3.
func (w *writer) name(within ast.Decl, base string) string {
	n := w.named[within]
	count := &n.s
	if base == "lane" {
		count = &n.lane
	}
	for {
		*count++
		name := base
		if *count > 1 {
			name += strconv.Itoa(*count)
		}
		if !mentions(within, name) {
			w.named[within] = n
			return name
		}
	}
}

// freshIdent is the first of the names that is no identifier below a node nor declared by the package, "" if all are.
func (f *File) freshIdent(within ast.Node, of ...string) string {
	for _, name := range of {
		if !f.taken[name] && !mentions(within, name) {
			return name
		}
	}
	return ""
}

// declAround is the declaration at package level that a position lies in, nil outside of all.
func declAround(file *ast.File, p token.Pos) ast.Decl {
	for _, d := range file.Decls {
		if d.Pos() <= p && p < d.End() {
			return d
		}
	}
	return nil
}

func hasGoto(n ast.Node) bool {
	return anyBelow(n, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		return ok && b.Tok == token.GOTO
	})
}
