package instrument

import (
	"cmp"
	"go/ast"
	"slices"
	"strings"
)

// missing lists the benchmarks of a file that use b.N or b.Loop without a loop that is known. Those that hand their b on are left to whom they
// hand it.
func (f *finder) missing(file File) {
	known := map[string]bool{}
	for _, l := range f.loops {
		known[l.Func] = true
	}
	for _, decl := range file.ast.Decls {
		d, ok := decl.(*ast.FuncDecl)
		if !ok || d.Recv != nil || d.Body == nil || !strings.HasPrefix(d.Name.Name, "Benchmark") {
			continue
		}
		if known[d.Name.Name] || !f.counts(d) || f.handsOn(d) {
			continue
		}
		f.loops = append(f.loops, Loop{File: file.Name, Line: f.files.PositionFor(d.Pos(), false).Line, Func: d.Name.Name,
			Why: d.Name.Name + ": " + whyMissing, Missing: true})
	}
	slices.SortStableFunc(f.loops, func(a, b Loop) int { return cmp.Compare(a.Line, b.Line) })
}

// counts reports whether a function has a b.N or b.Loop in it.
func (f *finder) counts(d *ast.FuncDecl) bool {
	return anyBelow(d.Body, func(n ast.Node) bool {
		e, ok := n.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		_, isN := f.selects(e, f.n)
		_, loop := f.selects(e, f.loop)
		return isN || loop
	})
}

// handsOn reports whether a function hands a *testing.B to another, itself or through b.Run.
func (f *finder) handsOn(d *ast.FuncDecl) bool {
	return anyBelow(d.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return false
		}
		_, runs := f.selects(call.Fun, f.run)
		_, literal := call.Args[len(call.Args)-1].(*ast.FuncLit)
		return runs && !literal || slices.ContainsFunc(call.Args, f.isBenchmark)
	})
}
