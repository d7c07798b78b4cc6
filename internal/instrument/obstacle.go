package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// facts are what has to be known of a package before its loops are judged.
type facts struct {
	given   map[types.Object]*ast.SelectorExpr // variables that hold b.N and never change
	began   map[types.Object]*ast.SelectorExpr // variables that began as b.N and are counted down
	targets map[string]bool                    // labels of goto statements, as place of the function and name
}

// survey collects the facts.
func (f *finder) survey(trees []*ast.File) {
	f.given, f.began = map[types.Object]*ast.SelectorExpr{}, map[types.Object]*ast.SelectorExpr{}
	f.targets = map[string]bool{}
	f.trace(trees)
	given := map[types.Object]*ast.SelectorExpr{} // not yet f's: one that changes is nothing to go by
	changed := map[types.Object]bool{}
	for _, tree := range trees {
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BranchStmt:
				if n.Tok == token.GOTO {
					f.targets[n.Label.Name] = true
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) == len(n.Names) {
						f.give(name, n.Values[i], given)
					}
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) && f.info.Defs[id] != nil {
						f.give(id, n.Rhs[i], given)
					} else if o := f.object(left); o != nil {
						changed[o] = true
					}
				}
			case *ast.IncDecStmt:
				changed[f.object(n.X)] = true
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					changed[f.object(n.X)] = true
				}
			}
			return true
		})
	}
	for o, sel := range given {
		if changed[o] {
			f.began[o] = sel
		} else {
			f.given[o] = sel
		}
	}
}

// give notes a variable that is declared as b.N, give or take a fixed number.
func (f *finder) give(name *ast.Ident, value ast.Expr, to map[types.Object]*ast.SelectorExpr) {
	if amount, sel := f.amount(value); amount == whole && sel != nil {
		if o := f.info.Defs[name]; o != nil {
			to[o] = sel
		}
	}
}

// shares reports whether a loop around the current node counts in the same counter: then this one is a part of it.
func (f *finder) shares(lim *limit) bool {
	if lim.counter == nil {
		return false
	}
	for _, n := range f.stack {
		if s, ok := n.(ast.Stmt); ok && f.of[s] != nil && f.of[s].counter == lim.counter {
			return true
		}
	}
	return false
}

// obstacle says what stands against measuring a loop that is one by its own form.
func (f *finder) obstacle(file File, l *Loop, lim *limit) string {
	for _, n := range f.stack {
		if s, ok := n.(ast.Stmt); ok && f.of[s] != nil && lim.object != nil && f.of[s].object == lim.object {
			return whyNested
		}
	}
	if label, ok := l.stmt.(*ast.LabeledStmt); ok && f.targets[label.Label.Name] {
		return whyGoto
	}
	if d := f.decl(); d != nil {
		if f.usesBenchx(file.ast, d) {
			return whyBenchx
		}
		switch {
		case f.setsN(d):
			return whySets
		case reports(d, ours):
			return whyMetric
		case reports(d, theirs):
			return whyNsOp
		}
	}
	if l.form != parallel {
		return f.elsewhere(f.stack[len(f.stack)-1], lim.object).why()
	}
	return ""
}

// runParallel finds the call of RunParallel whose function the current node stands in, and the *testing.B it is called on.
func (f *finder) runParallel(next *ast.SelectorExpr) (call ast.Stmt, b, why string) {
	pb := f.object(next.X)
	for i := len(f.stack) - 1; i >= 2; i-- {
		lit, ok := f.stack[i].(*ast.FuncLit)
		if !ok {
			continue
		}
		if pb == nil || pb.Pos() < lit.Pos() || pb.Pos() >= lit.Body.Pos() {
			if f.fate(lit) == spawned { // of others it is enough that pb, like a lane, serves one goroutine at a time
				return nil, "", whyGoroutine
			}
			continue
		}
		c, ok := f.stack[i-1].(*ast.CallExpr)
		if !ok || len(c.Args) != 1 || c.Args[0] != lit {
			break
		}
		sel, ok := f.selects(c.Fun, f.parallel)
		if !ok {
			break
		}
		stmt, ok := f.stack[i-2].(*ast.ExprStmt)
		if !ok {
			break
		}
		b, object, why := f.benchmark(sel)
		if why == "" {
			why = f.elsewhere(stmt, object).why()
		}
		return stmt, b, why
	}
	return nil, "", whyHelper
}

// benchxPath is the import path of the package that measures.
const benchxPath = "github.com/plateau-bench/plateau/benchx"

// usesBenchx reports whether a function names package benchx.
func (f *finder) usesBenchx(file *ast.File, d *ast.FuncDecl) bool {
	if dotImports(file, benchxPath) {
		return true // nobody can tell
	}
	name := importName(file, benchxPath)
	return name != "" && mentions(d, func(id *ast.Ident) bool { return id.Name == name })
}

// importName is the name that a file selects from an import by, "" without one.
func importName(file *ast.File, path string) string {
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		if spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_") {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return path[strings.LastIndexByte(path, '/')+1:]
	}
	return ""
}

// dotImports reports whether a file has the names of an import as its own.
func dotImports(file *ast.File, path string) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Name != nil && spec.Name.Name == "." && spec.Path.Value == strconv.Quote(path)
	})
}

func mentions(n ast.Node, is func(id *ast.Ident) bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && is(id) {
			found = true
		}
		return !found
	})
	return found
}

// ours matches the units that benchx reports.
var ours = regexp.MustCompile(`^((mean|p[0-9.]+)-ns/op|warmup-iters|unsettled|batch)$`)

// theirs matches the unit that package testing reports, and a benchmark may report in its place.
var theirs = regexp.MustCompile(`^ns/op$`)

// reports reports whether a function has a unit in it, which it then reports itself.
func reports(d *ast.FuncDecl, unit *regexp.Regexp) bool {
	found := false
	ast.Inspect(d, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			found = found || err == nil && unit.MatchString(text)
		}
		return !found
	})
	return found
}

// setsN reports whether a function changes a b.N, or has its address.
func (f *finder) setsN(d *ast.FuncDecl) bool {
	found := false
	is := func(e ast.Expr) {
		_, ok := f.selects(e, f.n)
		found = found || ok
	}
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				is(left)
			}
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}
