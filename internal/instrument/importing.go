package instrument

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// addImport adds the import of benchx where goimports would: into the group of the import whose path has most in common with its own,
// or of the first that is not of the standard library, or else in a group of its own behind the last. It reports false where there is
// no line for it.
func (w *writer) addImport() bool {
	decl, beside := w.neighbour()
	if decl == nil {
		return false
	}
	spec := strconv.Quote(benchxPath)
	if w.pkg != "benchx" {
		spec = w.pkg + " " + spec
	}
	at, ok := 0, false
	switch {
	case !decl.Lparen.IsValid():
		at, ok = w.lineBehind(decl.End())
		spec = "import " + spec
	case isThirdParty(beside):
		at, ok = w.lineBehind(beside.End())
		spec = "\t" + spec // gofmt puts it in order
	default:
		at, ok = w.lineBehind(beside.End())
		spec = "\n\t" + spec
	}
	w.edits = append(w.edits, insertion(at, spec+"\n"))
	return ok
}

// neighbour is the import that benchx comes to stand behind, and its declaration; nil without imports.
func (w *writer) neighbour() (decl *ast.GenDecl, beside *ast.ImportSpec) {
	most := -1
	for _, d := range w.ast.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT || isC(g) {
			continue
		}
		for _, s := range g.Specs {
			spec := s.(*ast.ImportSpec)
			common := 0
			if isThirdParty(spec) {
				common = 1 + sharedElements(importPath(spec), benchxPath)
			}
			if common > most || common == 0 && most == 0 {
				most, decl, beside = common, g, spec
			}
		}
	}
	return decl, beside
}

// sharedElements is the number of path elements that two import paths begin with in common.
func sharedElements(a, b string) (n int) {
	for {
		x, restA, moreA := strings.Cut(a, "/")
		y, restB, moreB := strings.Cut(b, "/")
		if x != y {
			return n
		}
		n++
		if !moreA || !moreB {
			return n
		}
		a, b = restA, restB
	}
}

func isC(g *ast.GenDecl) bool {
	return len(g.Specs) == 1 && importPath(g.Specs[0].(*ast.ImportSpec)) == "C"
}

// isThirdParty reports whether an import is not of the standard library: its first element has a dot.
func isThirdParty(spec *ast.ImportSpec) bool {
	first, _, _ := strings.Cut(importPath(spec), "/")
	return strings.Contains(first, ".")
}
