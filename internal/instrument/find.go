package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
)

// A Source is a Go file and the name to report it by.
type Source struct {
	Name string
	Text []byte
}

// A File is a source in which loops were looked for.
type File struct {
	Source
	Loops []Loop // in source order

	files *token.FileSet
	ast   *ast.File
	taken map[string]bool // names that other files of the package declare, as far as they matter
}

// find finds the loops over benchmarks' iterations in the files of one package, given in any order. Sources that do not import
// package testing need not be among them, unless they declare types that a *testing.B is embedded in. The result has only
// files with loops, in the order of the sources. Broken is what cannot be parsed: the compiler will say why.
func find(sources []Source) (found []File, broken error) {
	files := token.NewFileSet()
	var parsed []File
	var trees []*ast.File
	for _, s := range sources {
		tree, err := parser.ParseFile(files, s.Name, s.Text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			broken = errors.Join(broken, fmt.Errorf("it does not parse: %w", err))
			continue
		}
		if !bytes.Contains(s.Text, []byte(`"testing"`)) && !bytes.Contains(s.Text, []byte("\tgo ")) {
			dropBodies(tree)
		}
		parsed = append(parsed, File{Source: s, files: files, ast: tree})
		trees = append(trees, tree)
	}
	if !slices.ContainsFunc(parsed, func(f File) bool { return candidate(f.Text) }) {
		return nil, broken
	}
	f := &finder{files: files, info: resolve(files, trees), known: testingKnown()}
	f.survey(trees)
	for _, file := range parsed {
		if file.Loops = f.file(file); len(file.Loops) > 0 {
			found = append(found, file)
		}
	}
	return found, broken
}

// candidate reports whether a source may have a loop to be found.
func candidate(text []byte) bool {
	for _, s := range []string{".N", ".Loop", ".Next"} {
		if bytes.Contains(text, []byte(s)) {
			return bytes.Contains(text, []byte(`"testing"`))
		}
	}
	return false
}

// dropBodies leaves declarations alone: nothing in the functions of this file matters.
func dropBodies(file *ast.File) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
}

// A finder looks for loops in the files of one package.
type finder struct {
	files *token.FileSet
	info  *types.Info
	known
	facts
	calls
	ties ties

	text  []byte
	stack []ast.Node // from the file down to the current node's parent
	loops []Loop
	of    map[ast.Stmt]*limit // loops on the stack that were found, by statement
}

// A limit is what a loop's condition compares its counter with.
type limit struct {
	b       string       // source of the *testing.B
	root    *ast.Ident   // the name that it begins with
	object  types.Object // of b, as far as it is one variable or ends in one field
	counter types.Object // nil without one
}

func (f *finder) file(file File) []Loop {
	f.text, f.stack, f.loops = file.Text, nil, nil
	f.of = map[ast.Stmt]*limit{}
	ast.Inspect(file.ast, func(n ast.Node) bool {
		if n == nil {
			f.stack = f.stack[:len(f.stack)-1]
			return true
		}
		if stmt, ok := n.(ast.Stmt); ok {
			f.visit(file, stmt)
		}
		f.stack = append(f.stack, n)
		return true
	})
	f.missing(file)
	return f.loops
}

// visit adds a statement if it is a loop over iterations.
func (f *finder) visit(file File, stmt ast.Stmt) {
	var l *Loop
	var lim *limit
	switch s := stmt.(type) {
	case *ast.ForStmt:
		l, lim = f.forLoop(s)
	case *ast.RangeStmt:
		l, lim = f.rangeLoop(s)
	}
	if l == nil {
		return
	}
	if f.shares(lim) {
		return // a part of the loop that counts in the same counter
	}
	f.of[stmt] = lim
	l.stmt = f.labelled(stmt)
	place := f.files.PositionFor(stmt.Pos(), false)
	l.File, l.Line, l.Func = file.Name, place.Line, f.function()
	l.b = lim.b
	if l.Why == "" && lim.root != nil && !f.names(lim.root, l.stmt) {
		l.Why = whyScope
	}
	if l.Why == "" {
		l.Why = f.obstacle(l, lim)
	}
	f.loops = append(f.loops, *l)
}

// function is the name of the declaration around the current node, "" outside of functions.
func (f *finder) function() string {
	if d := f.decl(); d != nil {
		return d.Name.Name
	}
	return ""
}

func (f *finder) decl() *ast.FuncDecl {
	for _, n := range f.stack {
		if d, ok := n.(*ast.FuncDecl); ok {
			return d
		}
	}
	return nil
}

// labelled is the label before a statement, or the statement itself.
func (f *finder) labelled(stmt ast.Stmt) ast.Stmt {
	if n := len(f.stack); n > 0 {
		if l, ok := f.stack[n-1].(*ast.LabeledStmt); ok {
			return l
		}
	}
	return stmt
}

// source is the text of a node.
func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) offset(p token.Pos) int { return f.files.PositionFor(p, false).Offset }

// benchmark is the source of the *testing.B that a selector like b.N or s.b.Loop selects from, and the object that tells it from
// others. Why says what stands against using it.
func (f *finder) benchmark(sel *ast.SelectorExpr) (b string, object types.Object, why string) {
	if begins(sel.X) == nil {
		return "", nil, whyCall
	}
	b = f.source(sel.X)
	selection := f.info.Selections[sel]
	t := selection.Recv()
	path := selection.Index()
	for _, i := range path[:len(path)-1] {
		field := fieldOf(t, i)
		if field == nil {
			break
		}
		if f.isB(t) { // the rest lies inside of testing.B
			break
		}
		b += "." + field.Name()
		t, object = field.Type(), field
	}
	if !f.isB(t) { // of a type that was defined as testing.B is
		return "", nil, whyCall
	}
	if _, ok := t.Underlying().(*types.Pointer); !ok {
		b = "&" + b
	}
	if object == nil {
		object = f.object(sel.X)
	}
	return b, object, ""
}

// begins is the name that an expression begins with, nil for one that is more than names and selectors and may not be evaluated once
// more.
func begins(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return begins(e.X)
	case *ast.ParenExpr:
		return begins(e.X)
	case *ast.StarExpr:
		return begins(e.X)
	}
	return nil
}

// names reports whether a name means before a statement what it means where it stands.
func (f *finder) names(name *ast.Ident, before ast.Stmt) bool {
	want := f.info.ObjectOf(name)
	for n := f.parents[before]; n != nil && want != nil; n = f.parents[n] {
		inner := n
		switch n := n.(type) {
		case *ast.FuncDecl:
			inner = n.Type
		case *ast.FuncLit:
			inner = n.Type
		}
		if scope := f.info.Scopes[inner]; scope != nil {
			_, got := scope.LookupParent(name.Name, before.Pos())
			return got == want
		}
	}
	return true
}

// isB reports whether a type is testing.B or a pointer to it.
func (f *finder) isB(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj() == f.b
}

// isBenchmark is isB for an expression.
func (f *finder) isBenchmark(e ast.Expr) bool {
	t := f.info.TypeOf(e)
	return t != nil && f.isB(t)
}

func fieldOf(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i)
	}
	return nil
}

// object is the variable or field that an expression names, nil for others.
func (f *finder) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.info.ObjectOf(e)
	case *ast.SelectorExpr:
		if s := f.info.Selections[e]; s != nil {
			return s.Obj()
		}
		return f.info.ObjectOf(e.Sel)
	case *ast.StarExpr:
		return f.object(e.X)
	}
	return nil
}

// selects reports whether an expression selects a known field or method of testing's.
func (f *finder) selects(e ast.Expr, object types.Object) (*ast.SelectorExpr, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	s := f.info.Selections[sel]
	return sel, s != nil && s.Obj() == object
}

// String is the place of a loop and what became of it.
func (l Loop) String() string {
	if l.Why == "" {
		return fmt.Sprintf("%s:%d: measured", l.File, l.Line)
	}
	return fmt.Sprintf("%s:%d: %s", l.File, l.Line, l.Why)
}

func (f *File) offset(p token.Pos) int { return f.files.PositionFor(p, false).Offset }

// markAt is where a lap of a counted loop goes: behind a statement, or to the top of a body.
func (f *File) markAt(mark ast.Node) int {
	if body, ok := mark.(*ast.BlockStmt); ok {
		return f.offset(body.Lbrace) + 1
	}
	return f.offset(mark.End())
}
