package instrument

import "go/ast"

// anyBelow reports whether a node, or one below it, is what is looked for. Nothing is asked once it is found.
func anyBelow(n ast.Node, is func(ast.Node) bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		found = found || n != nil && is(n)
		return !found
	})
	return found
}
