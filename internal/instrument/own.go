package instrument

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
)

// benchxPath is the import path of the package that measures.
const benchxPath = "github.com/plateau-bench/plateau/benchx"

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
