package instrument

import (
	"go/ast"
	"go/types"
	"slices"
)

// calls are where the functions and variables of a package are used.
type calls struct {
	parents map[ast.Node]ast.Node
	uses    map[types.Object][]*ast.Ident
	decls   map[types.Object]*ast.FuncDecl
	values  map[types.Object]*ast.FuncLit // that variables are declared with
	methods map[string][]*types.Func      // those of interfaces that are used, by name
	blind   []*ast.CallExpr               // that hand a *testing.B to a function which only running would tell

	judged   map[any]bool        // functions and calls that are judged, or being judged, for one loop
	followed map[*types.Var]bool // variables that a function value was followed into
	trust    []trust             // what is known of signatures
	blindly  bool                // the answer being looked for is one of trust's
}

// trace collects the calls.
func (f *finder) trace(trees []*ast.File) {
	f.calls = calls{
		parents: map[ast.Node]ast.Node{}, uses: map[types.Object][]*ast.Ident{}, decls: map[types.Object]*ast.FuncDecl{},
		values: map[types.Object]*ast.FuncLit{}, methods: map[string][]*types.Func{},
		judged: map[any]bool{}, followed: map[*types.Var]bool{},
	}
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
			f.traceNode(n)
			return true
		})
	}
}

func (f *finder) traceNode(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		f.traceUse(n)
	case *ast.FuncDecl:
		f.decls[f.info.Defs[n.Name]] = n
	case *ast.CallExpr:
		if f.isBlind(n) {
			f.blind = append(f.blind, n)
		}
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
}

func (f *finder) traceUse(id *ast.Ident) {
	o := origin(f.info.Uses[id])
	if o == nil {
		return
	}
	if fn, ok := o.(*types.Func); ok && f.uses[o] == nil && ofInterface(fn) {
		f.methods[fn.Name()] = append(f.methods[fn.Name()], fn)
	}
	f.uses[o] = append(f.uses[o], id)
}

func ofInterface(fn *types.Func) bool {
	recv := fn.Type().(*types.Signature).Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// isBlind reports whether a call hands a *testing.B to a function in a field, an element or a variable, or one that another call
// returned.
func (f *finder) isBlind(call *ast.CallExpr) bool {
	switch f.object(call.Fun).(type) {
	case *types.Func, *types.TypeName, *types.Builtin:
		return false
	}
	if _, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok || f.signature(call.Fun) == nil {
		return false
	}
	return slices.ContainsFunc(call.Args, f.isBenchmark)
}

// signature is the type of a function, nil for what is none or is not known.
func (f *finder) signature(of ast.Expr) *types.Signature {
	if t := f.info.TypeOf(of); t != nil {
		s, _ := t.Underlying().(*types.Signature)
		return s
	}
	return nil
}

// usesOf are the names by which a declared function is used. A method is also used by the names of those of interfaces that it may
// implement: whether its type is ever in one is not asked.
func (f *finder) usesOf(o types.Object) []*ast.Ident {
	uses := f.uses[o]
	fn, ok := o.(*types.Func)
	if !ok || fn.Type().(*types.Signature).Recv() == nil {
		return uses
	}
	for _, m := range f.methods[fn.Name()] {
		if types.Identical(m.Type(), fn.Type()) { // receivers do not count
			uses = append(slices.Clip(uses), f.uses[m]...)
		}
	}
	return uses
}

// origin is the declared function that an instance was made from, and anything else itself.
func origin(o types.Object) types.Object {
	if fn, ok := o.(*types.Func); ok {
		return fn.Origin()
	}
	return o
}

// benchmarkOf is the variable of the *testing.B that a call hands over, or of the receiver that holds it, nil for others.
func (f *finder) benchmarkOf(call *ast.CallExpr) types.Object {
	for _, arg := range call.Args {
		if f.isBenchmark(arg) {
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
