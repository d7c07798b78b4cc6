package docs_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples wants an Example for each exported function of the packages that people import. Methods are shown
// where they are needed.
func TestExamples(t *testing.T) {
	for _, name := range []string{"benchx", "perfx", "reportx"} {
		p := documented(t, filepath.Join("..", name), name)
		functions := p.Funcs
		for _, typ := range p.Types {
			functions = append(functions, typ.Funcs...)
		}
		if len(functions) < 3 {
			t.Errorf("%s: only %d functions found", name, len(functions))
		}
		for _, f := range functions {
			if len(f.Examples) == 0 {
				t.Errorf("%s.%s has no Example", name, f.Name)
			}
		}
	}
}

// documented is the documentation of a package, with the examples of its tests: that of all files, whatever system they are for.
func documented(t *testing.T, dir, name string) *doc.Package {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, path := range paths {
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "_test.go") || f.Name.Name == name {
			files = append(files, f)
		}
	}
	p, err := doc.NewFromFiles(fset, files, "github.com/plateau-bench/plateau/"+name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
