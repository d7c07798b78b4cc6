package instrument

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// How many iterations an expression stands for, next to b.N.
type amount uint8

const (
	none  amount = iota // it has nothing to do with b.N
	whole               // b.N, give or take a fixed number
	part                // a part or a multiple of it, or anything else made from it
)

// amount judges an expression, and gives the b.N in it.
func (f *finder) amount(e ast.Expr) (amount, *ast.SelectorExpr) {
	e = ast.Unparen(e)
	if sel, ok := f.selects(e, f.n); ok {
		return whole, sel
	}
	switch e := e.(type) {
	case *ast.Ident:
		if sel := f.given[f.info.ObjectOf(e)]; sel != nil {
			return whole, sel
		}
	case *ast.CallExpr:
		if len(e.Args) == 1 && f.isType(e.Fun) {
			return f.amount(e.Args[0])
		}
		for _, arg := range e.Args {
			if _, sel := f.amount(arg); sel != nil {
				return part, sel
			}
		}
	case *ast.BinaryExpr:
		x, left := f.amount(e.X)
		y, right := f.amount(e.Y)
		switch {
		case left != nil && right != nil:
			return part, left
		case left == nil && right == nil:
			return none, nil
		case right != nil:
			x, left = y, right
			if e.Op != token.ADD {
				return part, left
			}
		}
		if e.Op == token.ADD || e.Op == token.SUB {
			return x, left
		}
		return part, left
	}
	return none, nil
}

// isType reports whether a called expression is a type: the call is a conversion.
func (f *finder) isType(e ast.Expr) bool {
	if t, ok := f.info.Types[e]; ok && t.IsType() {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = f.info.ObjectOf(id).(*types.TypeName)
	return ok
}

// counter is the variable that an operand of a loop's condition stands for.
func (f *finder) counter(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		o := f.object(e)
		if v, ok := o.(*types.Var); ok {
			return v
		}
	case *ast.CallExpr:
		if len(e.Args) == 1 && f.isType(e.Fun) {
			return f.counter(e.Args[0])
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD || e.Op == token.SUB {
			if o := f.counter(e.X); o != nil {
				return o
			}
			return f.counter(e.Y)
		}
	}
	return nil
}

// A step is a statement that changes a variable.
type step struct {
	stmt ast.Node
	unit bool // by one, up or down
	away bool // its address is taken: who has it may change it
}

// steps are the statements below a node that change a variable, or may.
func (f *finder) steps(below ast.Node, v types.Object) []step {
	var found []step
	if below == nil {
		return nil
	}
	ast.Inspect(below, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			if f.object(n.X) == v {
				found = append(found, step{stmt: n, unit: true})
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if f.object(left) == v {
					found = append(found, step{stmt: n, unit: f.isUnit(n, i, v)})
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN && (n.Key != nil && f.object(n.Key) == v || n.Value != nil && f.object(n.Value) == v) {
				found = append(found, step{stmt: n})
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND && f.object(n.X) == v {
				found = append(found, step{stmt: n, away: true})
			}
		}
		return true
	})
	return found
}

// isUnit reports whether the i-th variable of an assignment changes by one.
func (f *finder) isUnit(a *ast.AssignStmt, i int, v types.Object) bool {
	switch a.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN:
		return f.isOne(a.Rhs[0])
	case token.ASSIGN:
		if len(a.Lhs) != len(a.Rhs) {
			return false
		}
		sum, ok := ast.Unparen(a.Rhs[i]).(*ast.BinaryExpr)
		if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
			return false
		}
		return f.object(sum.X) == v && f.isOne(sum.Y) || sum.Op == token.ADD && f.object(sum.Y) == v && f.isOne(sum.X)
	}
	return false
}

func (f *finder) isOne(e ast.Expr) bool {
	v := f.info.Types[e].Value
	if v == nil {
		return false
	}
	n, ok := constant.Int64Val(constant.ToInt(v))
	return ok && n == 1
}

// isConstant reports whether an expression is a number that is known.
func (f *finder) isConstant(e ast.Expr) bool { return f.info.Types[e].Value != nil }
