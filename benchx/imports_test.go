package benchx

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/plateau-bench/plateau"

// A package that benchmarks import must not pull anything into their module, nor into their binary.
func TestDependsOnTheStandardLibraryAlone(t *testing.T) {
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	list := exec.Command(command, "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	text, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := 0
	for _, path := range strings.Fields(string(text)) {
		if path == module+"/benchx" || strings.HasPrefix(path, module+"/internal/") {
			found++
			continue
		}
		t.Errorf("benchx depends on %s", path)
	}
	if found < 5 {
		t.Errorf("only %d packages found: %s", found, text)
	}
}

// sources calls f for each Go file of the module but tests, and what lies in modules and data of its own.
func sources(t *testing.T, mode parser.Mode, f func(dir, path string, file *ast.File)) {
	t.Helper()
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "e2e" || len(name) > 2 && strings.HasPrefix(name, ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, mode|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel("..", filepath.Dir(path))
		f(filepath.ToSlash(dir), path, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Arrows between packages point downwards: benchx and reportx meet in internal packages only, and package testing is benchx's.
func TestImports(t *testing.T) {
	if _, err := os.Stat("../go.mod"); err != nil {
		t.Skipf("the sources are not beside the test: %v", err)
	}
	seen := map[string]bool{}
	sources(t, parser.ImportsOnly, func(dir, path string, file *ast.File) {
		seen[dir] = true
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			own, isOwn := strings.CutPrefix(imported, module+"/")
			internal := strings.HasPrefix(dir, "internal/")
			switch {
			case imported == "testing" && dir != "benchx":
				t.Errorf("%s imports testing, which is benchx's alone", path)
			case dir == "benchx" && own == "reportx", dir == "reportx" && own == "benchx":
				t.Errorf("%s imports %s: they meet in internal packages", path, own)
			case internal && isOwn && !strings.HasPrefix(own, "internal/"):
				t.Errorf("%s imports %s, which is above it", path, own)
			case (dir == "benchx" || dir == "reportx") && isOwn && strings.HasPrefix(own, "cmd/"):
				t.Errorf("%s imports %s, which is above it", path, own)
			}
		}
	})
	for _, dir := range []string{"benchx", "reportx", "internal/clock", "internal/series"} {
		if !seen[dir] {
			t.Errorf("no source of %s was found", dir)
		}
	}
}

// Nothing happens at import, of no library: no init, and no variable that is made by a call.
func TestNothingHappensAtImport(t *testing.T) {
	harmless := map[string]bool{"sync.OnceValue": true, "sync.OnceValues": true, "sync.OnceFunc": true, "errors.New": true,
		"a conversion": true, "syscall.NewLazyDLL": true, "an expression.NewProc": true}
	sources(t, 0, func(dir, path string, file *ast.File) {
		if strings.HasPrefix(dir, "cmd/") {
			return
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init", path)
			}
			g, ok := decl.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				spec := spec.(*ast.ValueSpec)
				for _, value := range spec.Values {
					ast.Inspect(value, func(n ast.Node) bool {
						if _, ok := n.(*ast.FuncLit); ok { // runs when it is called
							return false
						}
						if call, ok := n.(*ast.CallExpr); ok && !harmless[name(call.Fun)] {
							t.Errorf("%s: %s is made by a call of %s", path, spec.Names[0].Name, name(call.Fun))
						}
						return true
					})
				}
			}
		}
	})
}

// name is the name of a called function, with its type arguments left out.
func name(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return name(f.X) + "." + f.Sel.Name
	case *ast.IndexExpr:
		return name(f.X)
	case *ast.IndexListExpr:
		return name(f.X)
	case *ast.ParenExpr:
		return name(f.X)
	case *ast.ArrayType:
		return "a conversion"
	}
	return "an expression"
}
