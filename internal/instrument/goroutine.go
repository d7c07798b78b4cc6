package instrument

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A fate is what becomes of a function value: in which goroutine it is called. The greater says more against measuring.
type fate uint8

const (
	direct  fate = iota // called by whoever made it, before that goes on, or never
	unknown             // handed to somebody who may start a goroutine for it
	spawned             // started in a goroutine of its own
)

// why is the reason that a fate gives.
func (is fate) why() string {
	return [...]string{direct: "", unknown: whyPerhaps, spawned: whyGoroutine}[is]
}

// calls are where the functions and variables of a package are used.
type calls struct {
	parents map[ast.Node]ast.Node
	uses    map[types.Object][]*ast.Ident
	decls   map[types.Object]*ast.FuncDecl
	values  map[types.Object]*ast.FuncLit // that variables are declared with
	judged  map[types.Object]bool         // those that are being judged: recursion adds nothing
}

// trace collects the calls.
func (f *finder) trace(trees []*ast.File) {
	f.calls = calls{map[ast.Node]ast.Node{}, map[types.Object][]*ast.Ident{}, map[types.Object]*ast.FuncDecl{},
		map[types.Object]*ast.FuncLit{}, map[types.Object]bool{}}
	for _, tree := range trees {
		var stack []ast.Node
		ast.Inspect(tree, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			if len(stack) > 0 {
				f.parents[n] = stack[len(stack)-1]
			}
			stack = append(stack, n)
			switch n := n.(type) {
			case *ast.Ident:
				if o := origin(f.info.Uses[n]); o != nil {
					f.uses[o] = append(f.uses[o], n)
				}
			case *ast.FuncDecl:
				f.decls[f.info.Defs[n.Name]] = n
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					id, isName := left.(*ast.Ident)
					if isName && len(n.Lhs) == len(n.Rhs) && f.info.Defs[id] != nil {
						if lit, ok := n.Rhs[i].(*ast.FuncLit); ok {
							f.values[f.info.Defs[id]] = lit
						}
					}
				}
			}
			return true
		})
	}
}

// origin is the declared function that an instance was made from, and anything else itself.
func origin(o types.Object) types.Object {
	if fn, ok := o.(*types.Func); ok {
		return fn.Origin()
	}
	return o
}

// elsewhere is the fate of the functions around a node, up to the one that declares b.
func (f *finder) elsewhere(n ast.Node, b types.Object) fate {
	for ; n != nil; n = f.parents[n] {
		switch n := n.(type) {
		case *ast.FuncLit:
			is := f.fate(n)
			if encloses(n, b) { // whoever calls it says which benchmark it is for
				return benign(is)
			}
			if is != direct {
				return is
			}
		case *ast.FuncDecl:
			return f.declared(n, encloses(n, b))
		}
	}
	return direct
}

// benign takes what cannot be told for harmless.
func benign(is fate) fate {
	if is == unknown {
		return direct
	}
	return is
}

func encloses(n ast.Node, o types.Object) bool {
	return o != nil && n.Pos() <= o.Pos() && o.Pos() < n.End()
}

// declared is the fate of a declared function. One that is handed its benchmark may be used as a value, as by b.Run.
func (f *finder) declared(d *ast.FuncDecl, handed bool) (is fate) {
	o := f.info.Defs[d.Name]
	if f.judged[o] {
		return direct
	}
	f.judged[o] = true
	defer delete(f.judged, o)
	for _, id := range f.uses[o] {
		e := f.expression(id)
		next := f.fate(e)
		call, isCall := f.parents[e].(*ast.CallExpr)
		switch {
		case next == direct && isCall && call.Fun == e:
			next = f.elsewhere(call, f.benchmarkOf(call))
		case handed:
			next = benign(next)
		}
		is = max(is, next)
	}
	return is
}

// benchmarkOf is the variable of the *testing.B that a call hands over, or of the receiver that holds it, nil for others.
func (f *finder) benchmarkOf(call *ast.CallExpr) types.Object {
	for _, arg := range call.Args {
		if t := f.info.TypeOf(arg); t != nil && f.isB(t) {
			return f.object(arg)
		}
	}
	if sel, ok := call.Fun.(*ast.SelectorExpr); ok {
		return f.object(sel.X)
	}
	return nil
}

// expression is the selector that a name is the end of, or the name itself, with the parentheses around it.
func (f *finder) expression(id *ast.Ident) ast.Expr {
	var e ast.Expr = id
	if sel, ok := f.parents[id].(*ast.SelectorExpr); ok && sel.Sel == id {
		e = sel
	}
	for {
		p, ok := f.parents[e].(*ast.ParenExpr)
		if !ok {
			return e
		}
		e = p
	}
}

// fate follows a function value to where it is called.
func (f *finder) fate(e ast.Expr) fate {
	switch p := f.parents[e].(type) {
	case *ast.ParenExpr:
		return f.fate(p)
	case *ast.CallExpr:
		switch _, started := f.parents[p].(*ast.GoStmt); {
		case started:
			return spawned
		case p.Fun == e:
			return direct
		case f.isType(p.Fun):
			return f.fate(p)
		}
		return f.handed(p, slices.Index(p.Args, e))
	case *ast.AssignStmt:
		if len(p.Lhs) == len(p.Rhs) {
			return f.stored(p.Lhs[max(0, slices.Index(p.Rhs, e))])
		}
	case *ast.ValueSpec:
		if len(p.Names) == len(p.Values) {
			return f.stored(p.Names[max(0, slices.Index(p.Values, e))])
		}
	}
	return unknown
}

// stored is the fate of what a variable holds.
func (f *finder) stored(in ast.Expr) fate {
	if id, ok := in.(*ast.Ident); ok {
		if id.Name == "_" {
			return direct
		}
		if v, ok := f.info.ObjectOf(id).(*types.Var); ok {
			return f.variable(v)
		}
	}
	return unknown
}

// variable is the fate of the function in a local variable or a parameter.
func (f *finder) variable(v *types.Var) (is fate) {
	if f.judged[v] {
		return direct
	}
	if v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return unknown // of a field or of the package: anybody may call it
	}
	f.judged[v] = true
	defer delete(f.judged, v)
	for _, id := range f.uses[v] {
		e := f.expression(id)
		if a, ok := f.parents[e].(*ast.AssignStmt); ok && slices.Contains(a.Lhs, e) {
			continue
		}
		next := f.fate(e)
		for n := f.parents[e]; next == direct && n != nil && !encloses(n, v); n = f.parents[n] {
			if lit, ok := n.(*ast.FuncLit); ok {
				next = f.fate(lit)
			}
		}
		is = max(is, next)
	}
	return is
}

// synchronous are packages of the standard library whose functions call what they are handed before they return.
var synchronous = []string{"testing", "slices", "sort", "maps", "strings", "bytes", "path/filepath", "io/fs", "go/ast", "runtime/pprof"}

// handed is the fate of the i-th argument of a call.
func (f *finder) handed(call *ast.CallExpr, i int) fate {
	callee := origin(f.object(call.Fun))
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

// typeOf is the head of a function whose body is at hand, nil for others.
func (f *finder) typeOf(callee types.Object) *ast.FuncType {
	if callee == nil {
		return nil
	}
	if d := f.decls[callee]; d != nil && d.Body != nil {
		return d.Type
	}
	if lit := f.literalIn(callee); lit != nil {
		return lit.Type
	}
	return nil
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

// literalIn is the function that a local variable was declared with, nil where it is changed afterwards.
func (f *finder) literalIn(o types.Object) *ast.FuncLit {
	v, ok := o.(*types.Var)
	if !ok {
		return nil
	}
	for _, id := range f.uses[v] {
		if a, ok := f.parents[id].(*ast.AssignStmt); ok && slices.Contains(a.Lhs, ast.Expr(id)) {
			return nil
		}
		if u, ok := f.parents[id].(*ast.UnaryExpr); ok && u.X == id {
			return nil
		}
	}
	return f.values[v]
}

// parameter is the parameter of a function that gets the i-th argument, nil if it has no name or is one of many.
func (f *finder) parameter(t *ast.FuncType, i int) *types.Var {
	for _, field := range t.Params.List {
		if _, variadic := field.Type.(*ast.Ellipsis); variadic || len(field.Names) == 0 {
			return nil
		}
		if i < len(field.Names) {
			v, _ := f.info.Defs[field.Names[i]].(*types.Var)
			return v
		}
		i -= len(field.Names)
	}
	return nil
}
