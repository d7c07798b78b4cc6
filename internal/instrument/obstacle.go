package instrument

import (
	"go/ast"
)

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
func (f *finder) obstacle(l *Loop, lim *limit) string {
	for _, n := range f.stack {
		if s, ok := n.(ast.Stmt); ok && f.of[s] != nil && lim.object != nil && f.of[s].object == lim.object {
			return whyNested
		}
	}
	if label, ok := l.stmt.(*ast.LabeledStmt); ok && f.targets[label.Label.Name] {
		return whyGoto
	}
	if why := f.claimed(f.stack[len(f.stack)-1]); why != "" {
		return why
	}
	if l.form != parallel {
		return f.around(f.stack[len(f.stack)-1], lim.object).why()
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
			why = f.around(stmt, object).why()
		}
		return stmt, b, why
	}
	return nil, "", whyHelper
}
