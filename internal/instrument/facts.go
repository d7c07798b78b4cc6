package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// facts are what has to be known of a package before its loops are judged.
type facts struct {
	given   map[types.Object]*ast.SelectorExpr // variables that hold b.N and never change
	began   map[types.Object]*ast.SelectorExpr // variables that began as b.N and are counted down
	targets map[string]bool                    // labels of goto statements
}

// survey collects the facts.
func (f *finder) survey(trees []*ast.File) {
	f.facts = facts{map[types.Object]*ast.SelectorExpr{}, map[types.Object]*ast.SelectorExpr{}, map[string]bool{}}
	f.trace(trees)
	s := surveyor{f, map[types.Object]*ast.SelectorExpr{}, map[types.Object]bool{}}
	for _, tree := range trees {
		ast.Inspect(tree, func(n ast.Node) bool {
			s.look(n)
			return true
		})
	}
	for o, sel := range s.given {
		if s.changed[o] {
			f.began[o] = sel
		} else {
			f.given[o] = sel
		}
	}
}

// A surveyor has seen a part of a package: what holds b.N so far may change further on.
type surveyor struct {
	*finder
	given   map[types.Object]*ast.SelectorExpr
	changed map[types.Object]bool
}

func (s *surveyor) look(n ast.Node) {
	switch n := n.(type) {
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			s.targets[n.Label.Name] = true
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			if len(n.Values) == len(n.Names) {
				s.give(name, n.Values[i])
			}
		}
	case *ast.AssignStmt:
		s.assign(n)
	case *ast.IncDecStmt:
		s.changed[s.object(n.X)] = true
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			s.changed[s.object(n.X)] = true
		}
	}
}

func (s *surveyor) assign(a *ast.AssignStmt) {
	for i, left := range a.Lhs {
		if id, ok := left.(*ast.Ident); ok && a.Tok == token.DEFINE && len(a.Lhs) == len(a.Rhs) && s.info.Defs[id] != nil {
			s.give(id, a.Rhs[i])
		} else if o := s.object(left); o != nil {
			s.changed[o] = true
		}
	}
}

// give notes a variable that is declared as b.N, give or take a fixed number.
func (s *surveyor) give(name *ast.Ident, value ast.Expr) {
	if amount, sel := s.amount(value); amount == whole && sel != nil {
		if o := s.info.Defs[name]; o != nil {
			s.given[o] = sel
		}
	}
}
