package instrument

import (
	"go/ast"
	"go/types"
	"slices"
)

// A bearer is a function that has a *testing.B of its own to work with: a declared one, or a literal with such a parameter, as b.Run takes.
type bearer ast.Node

// ties are which bearers hand their *testing.B to which.
type ties struct {
	to, from map[bearer][]bearer
	claims   map[bearer]claims // what each does, as far as it was asked
}

// kin are the bearers that may work for the same call of a benchmark as one of them: itself, those that lead to it, and those that any
// of these hands the benchmark on to.
func (f *finder) kin(of bearer) []bearer {
	if f.ties.to == nil {
		f.tie()
	}
	return reach(reach([]bearer{of}, f.ties.from), f.ties.to)
}

// reach adds to bearers all that ties lead to.
func reach(bearers []bearer, ties map[bearer][]bearer) []bearer {
	seen := map[bearer]bool{}
	for _, b := range bearers {
		seen[b] = true
	}
	for i := 0; i < len(bearers); i++ {
		for _, b := range ties[bearers[i]] {
			if !seen[b] {
				seen[b] = true
				bearers = append(bearers, b)
			}
		}
	}
	return bearers
}

// tie finds the calls that hand on a benchmark.
func (f *finder) tie() {
	f.ties = ties{map[bearer][]bearer{}, map[bearer][]bearer{}, map[bearer]claims{}}
	for o, d := range f.decls {
		f.tieUses(f.usesOf(o), d)
	}
	for o, lit := range f.values {
		if f.bears(lit.Type) {
			f.tieUses(f.uses[o], lit)
		}
	}
}

// tieUses ties a function to those that call it, by one of these names, or hand it to another beside the benchmark.
func (f *finder) tieUses(names []*ast.Ident, to bearer) {
	for _, id := range names {
		e := f.expression(id)
		switch p := f.parents[e].(type) { // f[int]
		case *ast.IndexExpr:
			e = p
		case *ast.IndexListExpr:
			e = p
		}
		call, ok := f.parents[e].(*ast.CallExpr)
		if !ok || !f.handsBenchmark(call) && !f.holdsMethod(e) {
			continue
		}
		if from := f.bearerAround(call); from != nil && from != to {
			f.ties.to[from] = append(f.ties.to[from], to)
			f.ties.from[to] = append(f.ties.from[to], from)
		}
	}
}

// handsBenchmark reports whether a call hands a *testing.B on, by itself or in a field of what it is called with or on.
func (f *finder) handsBenchmark(call *ast.CallExpr) bool {
	if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return f.holdsB(f.info.TypeOf(arg), 0) }) {
		return true
	}
	return f.holdsMethod(ast.Unparen(call.Fun))
}

// holdsMethod reports whether an expression is a method of something that has a *testing.B in a field.
func (f *finder) holdsMethod(e ast.Node) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || f.info.Selections[sel] == nil {
		return false
	}
	recv := f.info.Selections[sel].Recv()
	return !f.isB(recv) && f.holdsB(recv, 0)
}

// holdsB reports whether a type is a *testing.B, or may be as a testing.TB, or has one in a field, which may be a struct again.
func (f *finder) holdsB(t types.Type, depth int) bool {
	const deepest = 3
	switch {
	case t == nil || depth > deepest:
		return false
	case f.isB(t):
		return true
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == f.pkg && n.Obj().Name() == "TB" {
		return true
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for v := range s.Fields() {
			if f.holdsB(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// bears reports whether a function has a *testing.B for a parameter.
func (f *finder) bears(t *ast.FuncType) bool {
	return slices.ContainsFunc(t.Params.List, func(p *ast.Field) bool { return f.isBenchmark(p.Type) })
}

// isOwn reports whether a node is a literal that bears a benchmark of its own.
func (f *finder) isOwn(n ast.Node) bool {
	lit, ok := n.(*ast.FuncLit)
	return ok && f.bears(lit.Type)
}

// bearerAround is the bearer that a node stands in, nil outside of functions.
func (f *finder) bearerAround(n ast.Node) bearer {
	for ; n != nil; n = f.parents[n] {
		if _, ok := n.(*ast.FuncDecl); ok || f.isOwn(n) {
			return n
		}
	}
	return nil
}
