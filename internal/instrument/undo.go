package instrument

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// Undo returns a text without what Write has added to it, nil if that is nothing. The import of benchx goes when nothing else
// needs it. Comments that stand beside what goes stay, on lines of their own. Kept are the lines of a recorder that is also used for
// something else, that has a comment within its calls, or whose Start is not where it was; the second result says where.
func Undo(src Source) (text []byte, kept []Loop, err error) {
	if !bytes.Contains(src.Text, []byte(marker)) {
		return nil, nil, nil
	}
	original := src.Text
	if endsInCRLF(src.Text) {
		src.Text = toLF(src.Text)
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, src.Name, src.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	u := &undoer{File: File{Source: src, files: files, ast: tree}, gone: map[ast.Node]bool{}}
	for _, group := range tree.Comments {
		for _, c := range group.List {
			if c.Text == marker || strings.HasPrefix(c.Text, marker+" ") {
				u.undo(c)
			}
		}
	}
	if len(u.cuts) == 0 {
		return nil, u.Loops, nil
	}
	u.cutImport()
	out, err := reformat(original, apply(u.Text, u.cuts))
	return out, u.Loops, err
}

// An undoer collects the lines to be taken out.
type undoer struct {
	File // whose loops are those that are kept
	cuts []edit
	gone map[ast.Node]bool // statements that are taken out
}

// undo takes out what belongs to one marker.
func (u *undoer) undo(c *ast.Comment) {
	decl := declAround(u.ast, c.Pos())
	if decl == nil {
		return
	}
	start, name := u.startBelow(decl, c)
	if start == nil {
		u.keep(c.Pos(), whyNoStart)
		return
	}
	taken := []ast.Node{start}
	var lanes []string
	ast.Inspect(decl, func(n ast.Node) bool {
		if v, ok := laneOf(n, name); ok {
			lanes = append(lanes, v)
			taken = append(taken, n)
		}
		return true
	})
	recorders := append(lanes, name)
	ast.Inspect(decl, func(n ast.Node) bool {
		if isCallOn(n, recorders) {
			taken = append(taken, n)
		}
		return true
	})
	if where := u.otherUse(decl, recorders, taken); where.IsValid() {
		u.keep(where, whyUsed)
		return
	}
	if where := u.commentIn(taken); where.IsValid() {
		u.keep(where, whyComment)
		return
	}
	u.cutMarker(c)
	for _, n := range taken {
		u.gone[n] = true
		u.cutLine(n)
	}
}

func (u *undoer) keep(where token.Pos, why string) {
	u.Loops = append(u.Loops, Loop{File: u.Name, Line: u.files.PositionFor(where, false).Line, Why: why})
}

// startBelow is the assignment of Start if that is the next statement behind a marker.
func (u *undoer) startBelow(decl ast.Decl, c *ast.Comment) (start ast.Node, name string) {
	var next ast.Stmt
	ast.Inspect(decl, func(n ast.Node) bool {
		if s, ok := n.(ast.Stmt); ok && s.Pos() > c.Pos() && (next == nil || s.Pos() < next.Pos()) {
			next = s
		}
		return true
	})
	a, ok := next.(*ast.AssignStmt)
	if !ok || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return nil, ""
	}
	call, ok := a.Rhs[0].(*ast.CallExpr)
	if !ok {
		return nil, ""
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Start" {
		return nil, ""
	}
	return a, a.Lhs[0].(*ast.Ident).Name
}

// laneOf is the variable of an assignment lane := s.Lane().
func laneOf(n ast.Node, s string) (lane string, ok bool) {
	a, ok := n.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
		return "", false
	}
	id, ok := a.Lhs[0].(*ast.Ident)
	if !ok || !isMethod(a.Rhs[0], []string{s}, "Lane") {
		return "", false
	}
	return id.Name, true
}

// isCallOn reports whether a node is a statement Lap or Stop of one of the recorders.
func isCallOn(n ast.Node, recorders []string) bool {
	s, ok := n.(*ast.ExprStmt)
	return ok && (isMethod(s.X, recorders, "Lap") || isMethod(s.X, recorders, "Stop"))
}

func isMethod(e ast.Expr, of []string, name string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains(of, id.Name)
}

// otherUse is where a recorder is used outside of what is taken out.
func (u *undoer) otherUse(decl ast.Decl, recorders []string, taken []ast.Node) (where token.Pos) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if slices.Contains(taken, n) {
			return false
		}
		if id, ok := n.(*ast.Ident); ok && slices.Contains(recorders, id.Name) && !where.IsValid() {
			where = id.Pos()
		}
		return true
	})
	return where
}

// commentIn is where a comment stands within one of some nodes.
func (u *undoer) commentIn(nodes []ast.Node) token.Pos {
	for _, group := range u.ast.Comments {
		for _, n := range nodes {
			if n.Pos() < group.Pos() && group.Pos() < n.End() {
				return group.Pos()
			}
		}
	}
	return token.NoPos
}

// cutMarker takes out a marker, but for what somebody has written behind it.
func (u *undoer) cutMarker(c *ast.Comment) {
	if c.Text == marker {
		u.cutLine(c)
		return
	}
	from := u.offset(c.Pos())
	u.cuts = append(u.cuts, edit{from, from + len(marker), "//"})
}

// cutLine takes out the lines of a node. A comment behind it stays, and so does whatever else somebody has put beside it.
func (u *undoer) cutLine(n ast.Node) {
	from, _, begins := u.lineOf(n.Pos())
	end := u.offset(n.End())
	to, ends := u.lineBehind(n.End())
	rest := u.Text[end:max(to, end)]
	switch comment := bytes.TrimLeft(rest, " \t"); {
	case begins && ends && len(bytes.TrimSpace(rest)) == 0:
	case begins && ends:
		from, to = u.offset(n.Pos()), end+len(rest)-len(comment)
	default:
		from, to = u.offset(n.Pos()), end
	}
	u.cuts = append(u.cuts, edit{from: from, to: to})
}

// cutImport takes out the import of benchx when nothing needs it any more.
func (u *undoer) cutImport() {
	name := importName(u.ast, benchxPath)
	if name == "" || u.needs(name) {
		return
	}
	for _, d := range u.ast.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for i, spec := range g.Specs {
			spec := spec.(*ast.ImportSpec)
			if importPath(spec) == benchxPath && (spec.Name == nil || spec.Name.Name == name) {
				u.cutSpec(g, i)
			}
		}
	}
}

// needs reports whether something that stays selects from an import.
func (u *undoer) needs(name string) (needed bool) {
	ast.Inspect(u.ast, func(n ast.Node) bool {
		if n != nil && u.gone[n] {
			return false
		}
		if sel, ok := n.(*ast.SelectorExpr); ok {
			id, ok := sel.X.(*ast.Ident)
			needed = needed || ok && id.Name == name
		}
		return !needed
	})
	return needed
}

// cutSpec takes out one import of a declaration, with the empty line that Write put before it.
func (u *undoer) cutSpec(g *ast.GenDecl, i int) {
	if !g.Lparen.IsValid() {
		u.cutLine(g)
		return
	}
	spec := g.Specs[i].(*ast.ImportSpec)
	u.cutLine(spec)
	cut := &u.cuts[len(u.cuts)-1]
	if i > 0 && i == len(g.Specs)-1 && spec.Comment == nil && bytes.HasSuffix(u.Text[:cut.from], []byte("\n\n")) {
		cut.from--
	}
}
