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

// reasons are the constants of this package that say why, by file.
func reasons(t *testing.T) map[string]map[string]string {
	all := map[string]map[string]string{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = map[string]string{}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok || !strings.HasPrefix(spec.Names[0].Name, "why") || len(spec.Values) != 1 {
				return true
			}
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					all[name][spec.Names[0].Name] = text
				}
			}
			return true
		})
	}
	return all
}

// identifiers counts the names in this package, tests left out.
func identifiers(t *testing.T) map[string]int {
	count := map[string]int{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				count[id.Name]++
			}
			return true
		})
	}
	return count
}

// Whoever is given a reason finds it in the documentation, in the same words, and each is given to somebody.
func TestReasonsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile(filepath.FromSlash("../../docs/compatibility.md"))
	if err != nil {
		t.Fatal(err)
	}
	used := identifiers(t)
	n := 0
	for file, constants := range reasons(t) {
		for name, text := range constants {
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
