package instrument

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// synchronous are packages of the standard library whose functions call what they are handed before they return.
var synchronous = []string{"testing", "slices", "sort", "maps", "strings", "bytes", "path/filepath", "io/fs", "go/ast", "runtime/pprof"}

// handed is the fate of the i-th argument of a call.
func (f *finder) handed(call *ast.CallExpr, i int) fate {
	callee := origin(f.object(call.Fun))
	if callee != nil && callee.Pkg() == f.pkg && callee.Name() == "Cleanup" { // of a B or a TB
		return late
	}
	if callee != nil && callee == f.run || f.isSynchronous(call.Fun) {
		return direct
	}
	if t := f.typeOf(callee); t != nil {
		if p := f.parameter(t, i); p != nil {
			return f.variable(p)
		}
		return unknown
	}
	if startsByName(call.Fun) {
		return spawned
	}
	return unknown
}

// isSynchronous reports whether a called function belongs to one of those packages.
func (f *finder) isSynchronous(fun ast.Expr) bool {
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	p, ok := f.info.ObjectOf(id).(*types.PkgName)
	return ok && slices.Contains(synchronous, p.Imported().Path())
}

// startsByName reports whether a function is called as those are that start goroutines.
func startsByName(fun ast.Expr) bool {
	name := ""
	switch fun := ast.Unparen(fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	}
	switch name {
	case "RunParallel", "AfterFunc", "Submit", "Spawn", "Go":
		return true
	}
	return strings.HasPrefix(name, "Go") && len(name) > 2 && name[2] >= 'A' && name[2] <= 'Z'
}
