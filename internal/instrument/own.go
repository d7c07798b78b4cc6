package instrument

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// benchxPath is the import path of the package that measures.
const benchxPath = "github.com/plateau-bench/plateau/benchx"

// usesBenchx reports whether a function names package benchx.
func (f *finder) usesBenchx(d *ast.FuncDecl) bool {
	file, ok := f.parents[d].(*ast.File)
	if !ok {
		return false
	}
	if dotImports(file, benchxPath) {
		return true // nobody can tell
	}
	name := importName(file, benchxPath)
	return name != "" && mentions(d, name)
}

// importName is the name that a file selects from an import by, "" without one.
func importName(file *ast.File, path string) string {
	for _, spec := range file.Imports {
		switch {
		case importPath(spec) != path || spec.Name != nil && (spec.Name.Name == "." || spec.Name.Name == "_"):
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return path[strings.LastIndexByte(path, '/')+1:]
		}
	}
	return ""
}

func importPath(spec *ast.ImportSpec) string {
	path, _ := strconv.Unquote(spec.Path.Value) // of what the parser took it can be
	return path
}

// dotImports reports whether a file has the names of an import as its own.
func dotImports(file *ast.File, path string) bool {
	return slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return spec.Name != nil && spec.Name.Name == "." && importPath(spec) == path
	})
}

// mentions reports whether a name occurs below a node.
func mentions(n ast.Node, name string) bool {
	return anyBelow(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && id.Name == name
	})
}

// isOurs reports whether benchx reports a unit.
func isOurs(unit string) bool {
	switch unit {
	case "warmup-iters", "unsettled", "batch":
		return true
	}
	what, isTime := strings.CutSuffix(unit, "-ns/op")
	p, isPercentile := strings.CutPrefix(what, "p")
	return isTime && (what == "mean" || isPercentile && p != "" && strings.Trim(p, "0123456789.") == "")
}

// reportsOurs reports whether a function reports a metric that benchx would.
func reportsOurs(d *ast.FuncDecl) bool { return reports(d, isOurs) }

// reportsTheirs reports whether a function reports what package testing would.
func reportsTheirs(d *ast.FuncDecl) bool {
	return reports(d, func(unit string) bool { return unit == "ns/op" })
}

// reports reports whether a function has such a unit in it, which it then reports itself.
func reports(d *ast.FuncDecl, is func(unit string) bool) bool {
	return anyBelow(d, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return false
		}
		text, err := strconv.Unquote(lit.Value)
		return err == nil && is(text)
	})
}

// setsN reports whether a function changes a b.N, or has its address.
func (f *finder) setsN(d *ast.FuncDecl) bool {
	isN := func(e ast.Expr) bool {
		_, ok := f.selects(e, f.n)
		return ok
	}
	return anyBelow(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, isN)
		case *ast.IncDecStmt:
			return isN(n.X)
		case *ast.UnaryExpr:
			return n.Op == token.AND && isN(n.X)
		}
		return false
	})
}
