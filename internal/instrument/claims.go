package instrument

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// claims are what of our part a function does itself.
type claims struct{ benchx, sets, ours, theirs bool }

// why is the reason to leave a loop alone in a function with such claims, or beside others with them; "" for none.
func (c claims) why() string {
	switch {
	case c.benchx:
		return whyBenchx
	case c.sets:
		return whySets
	case c.ours:
		return whyMetric
	case c.theirs:
		return whyNsOp
	}
	return ""
}

// claimed says what stands against measuring a loop at a node: what those do that work for the same benchmark.
func (f *finder) claimed(at ast.Node) string {
	around := f.bearerAround(at)
	if around == nil {
		return ""
	}
	var all claims
	for _, b := range f.kin(around) {
		c, ok := f.ties.claims[b]
		if !ok {
			c = f.claimsOf(b)
			f.ties.claims[b] = c
		}
		all = claims{all.benchx || c.benchx, all.sets || c.sets, all.ours || c.ours, all.theirs || c.theirs}
	}
	return all.why()
}

// claimsOf looks through a function, without what bears another benchmark.
func (f *finder) claimsOf(b bearer) (c claims) {
	benchx, dots := "", false
	if file := f.fileAround(b); file != nil {
		benchx, dots = importName(file, benchxPath), dotImports(file, benchxPath)
	}
	c.benchx = dots // nobody can tell
	ast.Inspect(b, func(n ast.Node) bool {
		if n != b && f.isOwn(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.Ident:
			c.benchx = c.benchx || benchx != "" && n.Name == benchx
		case *ast.BasicLit:
			unit := f.unit(n)
			c.ours = c.ours || isOurs(unit)
			c.theirs = c.theirs || unit == "ns/op"
		default:
			c.sets = c.sets || f.setsN(n)
		}
		return true
	})
	return c
}

// unit is the unit that a literal is taken for, "" for none. A time per operation is one wherever it stands: it may be reported by
// somebody else. Words like batch mean something else as well, unless they are reported here.
func (f *finder) unit(lit *ast.BasicLit) string {
	text, err := strconv.Unquote(lit.Value)
	if err != nil || lit.Kind != token.STRING {
		return ""
	}
	call, _ := f.parents[lit].(*ast.CallExpr)
	if strings.HasSuffix(text, "ns/op") || call != nil && f.isReport(call) {
		return text
	}
	return ""
}

// isReport reports whether a call is one of ReportMetric.
func (f *finder) isReport(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && sel.Sel.Name == "ReportMetric"
}

// setsN reports whether a node changes a b.N, or takes its address.
func (f *finder) setsN(n ast.Node) bool {
	isN := func(e ast.Expr) bool {
		_, ok := f.selects(e, f.n)
		return ok
	}
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if isN(left) {
				return true
			}
		}
	case *ast.IncDecStmt:
		return isN(n.X)
	case *ast.UnaryExpr:
		return n.Op == token.AND && isN(n.X)
	}
	return false
}

// fileAround is the file that a node stands in.
func (f *finder) fileAround(n ast.Node) *ast.File {
	for ; n != nil; n = f.parents[n] {
		if file, ok := n.(*ast.File); ok {
			return file
		}
	}
	return nil
}
