package instrument

import (
	"go/ast"
	"go/types"
	"slices"
)

// ties are the declared functions that a function hands its *testing.B to, and those that hand it theirs.
type ties struct {
	to, from map[*ast.FuncDecl][]*ast.FuncDecl
}

// kin are the functions that may work for the same call of a benchmark as d: itself, those that lead to it, and those that any of
// these hands the benchmark on to. A function that b.Run calls has one of its own.
func (f *finder) kin(d *ast.FuncDecl) []*ast.FuncDecl {
	if f.ties.to == nil {
		f.tie()
	}
	return reach(reach([]*ast.FuncDecl{d}, f.ties.from), f.ties.to)
}

// reach adds to functions all that ties lead to.
func reach(functions []*ast.FuncDecl, ties map[*ast.FuncDecl][]*ast.FuncDecl) []*ast.FuncDecl {
	for i := 0; i < len(functions); i++ {
		for _, d := range ties[functions[i]] {
			if !slices.Contains(functions, d) {
				functions = append(functions, d)
			}
		}
	}
	return functions
}

// tie finds the calls that hand on a benchmark.
func (f *finder) tie() {
	f.ties = ties{map[*ast.FuncDecl][]*ast.FuncDecl{}, map[*ast.FuncDecl][]*ast.FuncDecl{}}
	for o, d := range f.decls {
		for _, id := range f.usesOf(o) {
			e := f.expression(id)
			call, ok := f.parents[e].(*ast.CallExpr)
			if !ok || call.Fun != e || !f.handsBenchmark(call) {
				continue
			}
			if from := f.declAround(call); from != nil && from != d {
				f.ties.to[from] = append(f.ties.to[from], d)
				f.ties.from[d] = append(f.ties.from[d], from)
			}
		}
	}
}

// handsBenchmark reports whether a call hands a *testing.B on, as an argument or in a field of its receiver.
func (f *finder) handsBenchmark(call *ast.CallExpr) bool {
	if slices.ContainsFunc(call.Args, f.isBenchmark) {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || f.info.Selections[sel] == nil {
		return false
	}
	t := f.info.Selections[sel].Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for v := range s.Fields() {
			if f.isB(v.Type()) {
				return true
			}
		}
	}
	return false
}

// declAround is the declared function that a node stands in, nil outside of functions.
func (f *finder) declAround(n ast.Node) *ast.FuncDecl {
	for ; n != nil; n = f.parents[n] {
		if d, ok := n.(*ast.FuncDecl); ok {
			return d
		}
	}
	return nil
}
