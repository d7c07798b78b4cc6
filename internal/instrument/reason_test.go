package instrument

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// files are those of this package, tests left out.
func files(t *testing.T) map[string]*ast.File {
	all := map[string]*ast.File{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if all[name], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// reasons are the constants of a file that say why.
func reasons(file *ast.File) map[string]string {
	all := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "why") || len(spec.Values) != 1 {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				all[spec.Names[0].Name] = text
			}
		}
		return true
	})
	return all
}

// Whoever is given a reason finds it in the documentation, in the same words, and each is given to somebody.
func TestReasonsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile(filepath.FromSlash("../../docs/compatibility.md"))
	if err != nil {
		t.Fatal(err)
	}
	all, used := files(t), map[string]int{}
	for _, file := range all {
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				used[id.Name]++
			}
			return true
		})
	}
	n := 0
	for file, tree := range all {
		for name, text := range reasons(tree) {
			n++
			if file != "reason.go" {
				t.Errorf("%s is declared in %s", name, file)
			}
			if used[name] < 2 {
				t.Errorf("%s is never given", name)
			}
			if !strings.Contains(string(doc), "\n| "+text+" |") {
				t.Errorf("%s begins no row of a table in docs/compatibility.md: %q", name, text)
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d reasons were found", n)
	}
}
