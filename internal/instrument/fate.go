package instrument

import (
	"go/ast"
	"go/types"
	"slices"
)

// A fate is what becomes of a function value: in which goroutine it is called. The greater says more against measuring.
type fate uint8

const (
	direct  fate = iota // called by whoever made it, before that goes on, or never
	unknown             // handed to somebody who may start a goroutine for it
	spawned             // started in a goroutine of its own
	late                // called when the benchmark has returned and its timer stands still
)

// why is the reason that a fate gives.
func (is fate) why() string {
	return [...]string{direct: "", unknown: whyPerhaps, spawned: whyGoroutine, late: whyCleanup}[is]
}

// around is the fate of the functions around a node, up to the one that declares b.
//
// Of the paths that lead to a loop through functions which call each other there may be more than anybody can follow. The greatest
// fate counts, so that what is met again on another path adds nothing, and everything is judged once.
func (f *finder) around(n ast.Node, b types.Object) fate {
	clear(f.judged)
	return f.elsewhere(n, b)
}

// elsewhere is around, without what has been judged on the way here.
func (f *finder) elsewhere(n ast.Node, b types.Object) fate {
	for ; n != nil; n = f.parents[n] {
		switch n := n.(type) {
		case *ast.FuncLit:
			is := f.fate(n)
			if encloses(n, b) {
				return f.trusted(is, n)
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

func encloses(n ast.Node, o types.Object) bool {
	return o != nil && n.Pos() <= o.Pos() && o.Pos() < n.End()
}

// declared is the fate of a declared function. One that is handed its benchmark may be used as a value, as by b.Run.
func (f *finder) declared(d *ast.FuncDecl, handed bool) (is fate) {
	o := f.info.Defs[d.Name]
	if !f.first(declaredFate{o, handed}) {
		return direct
	}
	for _, id := range f.usesOf(o) {
		e := f.expression(id)
		next := f.fate(e)
		call, isCall := f.parents[e].(*ast.CallExpr)
		switch {
		case next == direct && isCall && call.Fun == e:
			next = f.elsewhere(call, f.benchmarkOf(call))
		case handed:
			next = f.trusted(next, e)
		}
		is = max(is, next)
	}
	return is
}

// trusted is the fate of a function value that is handed its benchmark. Whoever calls it says which one it is for, as b.Run does, so
// that it is harmless where it goes out of sight, unless the package itself calls such functions from other goroutines.
func (f *finder) trusted(is fate, function ast.Expr) fate {
	if is != unknown {
		return is
	}
	sig := f.signature(function)
	if sig == nil {
		return direct
	}
	for _, t := range f.trust {
		if types.Identical(t.sig, sig) {
			return t.is
		}
	}
	if f.blindly {
		return f.blindFate(sig)
	}
	// Judged by itself the answer holds for all functions of the signature, from wherever they are met.
	before := f.judged
	f.judged, f.blindly = map[any]bool{}, true
	is = f.blindFate(sig)
	f.judged, f.blindly = before, false
	f.trust = append(f.trust, trust{sig, is})
	return is
}

// A trust is the fate of functions of one signature that go out of sight.
type trust struct {
	sig *types.Signature
	is  fate
}

// blindFate is unknown if a function of the signature is called from another goroutine, and direct otherwise.
func (f *finder) blindFate(sig *types.Signature) fate {
	for _, call := range f.blind {
		if types.Identical(f.signature(call.Fun), sig) && f.first(call) && f.called(call) != direct {
			return unknown // whether this is the function that is called there, only running would tell
		}
	}
	return direct
}

// A declaredFate is what is judged of a function.
type declaredFate struct {
	function types.Object
	handed   bool
}

// first reports whether something is judged for the first time.
func (f *finder) first(what any) bool {
	if f.judged[what] {
		return false
	}
	f.judged[what] = true
	return true
}

// called is the fate of what is called here.
func (f *finder) called(call *ast.CallExpr) fate {
	if _, started := f.parents[call].(*ast.GoStmt); started {
		return spawned
	}
	return f.elsewhere(call, f.benchmarkOf(call))
}

// fate is what becomes of a function value.
func (f *finder) fate(e ast.Expr) fate {
	clear(f.followed)
	return f.follow(e)
}

// follow follows a function value to where it is called.
func (f *finder) follow(e ast.Expr) fate {
	switch p := f.parents[e].(type) {
	case *ast.ParenExpr:
		return f.follow(p)
	case *ast.CallExpr:
		switch _, started := f.parents[p].(*ast.GoStmt); {
		case started:
			return spawned
		case p.Fun == e:
			return direct
		case f.isType(p.Fun):
			return f.follow(p)
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
	if f.followed[v] {
		return direct
	}
	if v.Parent() == nil || v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return unknown // of a field or of the package: anybody may call it
	}
	f.followed[v] = true
	for _, id := range f.uses[v] {
		e := f.expression(id)
		if a, ok := f.parents[e].(*ast.AssignStmt); ok && slices.Contains(a.Lhs, e) {
			continue
		}
		next := f.follow(e)
		for n := f.parents[e]; next == direct && n != nil && !encloses(n, v); n = f.parents[n] {
			if lit, ok := n.(*ast.FuncLit); ok {
				next = f.follow(lit)
			}
		}
		is = max(is, next)
	}
	return is
}
