package instrument

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
