package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// forLoop is the loop that a for statement is, nil for one that has nothing to do with a benchmark's iterations.
func (f *finder) forLoop(s *ast.ForStmt) (*Loop, *limit) {
	if s.Cond == nil {
		return nil, nil
	}
	for _, cond := range conjuncts(s.Cond, nil) {
		switch cond := cond.(type) {
		case *ast.CallExpr:
			if sel, ok := f.selects(cond.Fun, f.loop); ok {
				return f.callLoop(s, sel, each)
			}
			if sel, ok := f.selects(cond.Fun, f.next); ok {
				return f.callLoop(s, sel, parallel)
			}
		case *ast.BinaryExpr:
			if l, lim := f.countLoop(s, cond); l != nil {
				return l, lim
			}
		}
	}
	return nil, nil
}

// conjuncts are the operands of && in a condition.
func conjuncts(e ast.Expr, to []ast.Expr) []ast.Expr {
	e = ast.Unparen(e)
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.LAND {
		return conjuncts(b.Y, conjuncts(b.X, to))
	}
	return append(to, e)
}

// callLoop is a loop over b.Loop or pb.Next.
func (f *finder) callLoop(s *ast.ForStmt, sel *ast.SelectorExpr, form form) (*Loop, *limit) {
	b, object, why := f.benchmark(sel)
	l := &Loop{form: form, body: s.Body, Why: why}
	if form == parallel {
		call, b, why := f.runParallel(sel)
		l.call, l.Why = call, why
		return l, &limit{b: b, object: object}
	}
	return l, &limit{b: b, object: object, root: begins(sel.X)}
}

// countLoop is a loop with a comparison of a counter and b.N in its condition.
func (f *finder) countLoop(s *ast.ForStmt, cond *ast.BinaryExpr) (*Loop, *limit) {
	switch cond.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ, token.NEQ:
	default:
		return nil, nil
	}
	x, left := f.amount(cond.X)
	y, right := f.amount(cond.Y)
	amount, sel, other := x, left, cond.Y
	if left == nil {
		amount, sel, other = y, right, cond.X
	}
	if sel == nil {
		return f.countdown(s, cond)
	}
	lim := &limit{counter: f.counter(other), root: begins(sel.X)}
	l := &Loop{form: each, body: s.Body}
	lim.b, lim.object, l.Why = f.benchmark(sel)
	switch {
	case l.Why != "":
	case left != nil && right != nil || amount == part:
		l.Why = whyPart
	case f.isConstant(other): // n > 0 with n := b.N counts down
		return f.countdown(s, cond)
	case lim.counter == nil:
		l.Why = whyCounter
	default:
		l.form, l.marks, l.Why = f.advance(s, lim.counter)
	}
	return l, lim
}

// countdown is a loop like for n := b.N; n > 0; n--.
func (f *finder) countdown(s *ast.ForStmt, cond *ast.BinaryExpr) (*Loop, *limit) {
	operand := cond.X
	if f.isConstant(operand) {
		operand = cond.Y
	}
	v := f.counter(operand)
	sel := f.began[v]
	if v == nil || sel == nil {
		return nil, nil
	}
	l, lim := &Loop{body: s.Body}, &limit{counter: v, root: begins(sel.X)}
	lim.b, lim.object, l.Why = f.benchmark(sel)
	if l.Why == "" {
		l.form, l.marks, l.Why = f.advance(s, v)
	}
	return l, lim
}

// advance finds out where a loop's counter advances.
func (f *finder) advance(s *ast.ForStmt, counter types.Object) (form form, marks []ast.Node, why string) {
	var post []step
	if s.Post != nil {
		post = f.steps(s.Post, counter)
	}
	inside := f.steps(s.Body, counter)
	for _, p := range append(post, inside...) {
		switch {
		case p.away:
			return each, nil, whyAddress
		case !p.unit:
			return each, nil, whySteps
		}
	}
	switch {
	case len(post) > 0 && len(inside) > 0:
		return each, nil, whyTwice
	case len(post) > 0:
		return each, nil, ""
	case len(inside) == 0:
		return each, nil, whyCounter
	}
	for _, p := range inside {
		mark := f.mark(s.Body, p.stmt)
		if mark == nil {
			return each, nil, whyCounter
		}
		marks = append(marks, mark)
	}
	return counted, marks, ""
}

// mark is where in a body an operation ends that a statement counts: behind the statement, or at the top of the body of an inner
// loop whose post statement it is. It is nil where neither can be.
func (f *finder) mark(body *ast.BlockStmt, stmt ast.Node) ast.Node {
	var mark ast.Node
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // it may run in another goroutine, or at another time
		case *ast.BlockStmt:
			mark = memberOf(n.List, stmt, mark)
		case *ast.CaseClause:
			mark = memberOf(n.Body, stmt, mark)
		case *ast.CommClause:
			mark = memberOf(n.Body, stmt, mark)
		case *ast.ForStmt:
			if n.Post == stmt {
				mark = n.Body
			}
		}
		return true
	})
	return mark
}

func memberOf(list []ast.Stmt, stmt ast.Node, otherwise ast.Node) ast.Node {
	for _, s := range list {
		if s == stmt {
			return s
		}
	}
	return otherwise
}

// rangeLoop is the loop that a range statement is: over b.N, or over a slice of that length made for the purpose.
func (f *finder) rangeLoop(s *ast.RangeStmt) (*Loop, *limit) {
	over := ast.Unparen(s.X)
	switch e := over.(type) {
	case *ast.SliceExpr:
		if e.Low != nil || e.High == nil {
			return nil, nil
		}
		over = e.High
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "make" && len(e.Args) == 2 {
			over = e.Args[1]
		}
	}
	amount, sel := f.amount(over)
	if sel == nil {
		return nil, nil
	}
	l, lim := &Loop{body: s.Body}, &limit{root: begins(sel.X)}
	lim.b, lim.object, l.Why = f.benchmark(sel)
	if l.Why == "" && amount == part {
		l.Why = whyPart
	}
	return l, lim
}
