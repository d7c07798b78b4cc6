package instrument

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// home is the module whose packages are copied.
const home = "github.com/plateau-bench/plateau"

// language is the version of Go that the copies are written in. A build line in each file asks for it, since the language of a file
// is otherwise that of the module it lies in.
const language = "go1.24"

// A copied file is one of the packages that measure, made fit for another module.
type copied struct {
	dir  string // below the root of the copies
	name string
	text []byte
}

// copies returns benchx and the packages of its module that it imports, from their sources, for the import path root: benchx
// becomes root/benchx. Assembly is left out, and with it what needs it, unless ticks names a package that holds it; see assembly.
func copies(sources fs.FS, root string, ticks string) ([]copied, error) {
	var all []copied
	todo, seen := []string{"benchx"}, map[string]bool{}
	for len(todo) > 0 {
		dir := todo[0]
		todo = todo[1:]
		if seen[dir] {
			continue
		}
		seen[dir] = true
		files, imported, err := copyPackage(sources, dir, root, ticks)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
		todo = append(todo, imported...)
	}
	return all, nil
}

// copyPackage copies one package, given by its directory in the sources, and returns those that it imports.
func copyPackage(sources fs.FS, dir, root, ticks string) (files []copied, imported []string, err error) {
	entries, err := fs.ReadDir(sources, dir)
	if err != nil {
		return nil, nil, fmt.Errorf("the sources of %s: %w", dir, err)
	}
	hasAssembly := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return path.Ext(e.Name()) == ".s" })
	for _, e := range entries {
		name := e.Name()
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(sources, path.Join(dir, name))
		if err != nil {
			return nil, nil, fmt.Errorf("the sources of %s: %w", dir, err)
		}
		g, err := parseGo(name, text)
		if err != nil {
			return nil, nil, err
		}
		if bodiless := g.bodiless(); len(bodiless) > 0 {
			if ticks == "" {
				continue
			}
			g.callInstead(bodiless, ticks)
		}
		imported = append(imported, g.rebase(root)...)
		// What stands in for assembly elsewhere does so here, where there is none.
		g.raise(hasAssembly && ticks == "" && strings.HasSuffix(name, "_other.go"))
		files = append(files, copied{path.Base(dir), name, apply(g.text, g.edits)})
	}
	return files, imported, nil
}

// A goFile is a file of ours that is changed for another module.
type goFile struct {
	text  []byte
	files *token.FileSet
	tree  *ast.File
	edits []edit
}

func parseGo(name string, text []byte) (*goFile, error) {
	g := &goFile{text: text, files: token.NewFileSet()}
	var err error
	g.tree, err = parser.ParseFile(g.files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return g, err
}

func (g *goFile) replace(from, to token.Pos, text string) {
	g.edits = append(g.edits, edit{g.files.Position(from).Offset, g.files.Position(to).Offset, text})
}

// bodiless are the functions that assembly implements.
func (g *goFile) bodiless() []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, d := range g.tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body == nil {
			found = append(found, f)
		}
	}
	return found
}

// callInstead gives functions bodies that call those of the same name in the package that holds the assembly.
func (g *goFile) callInstead(functions []*ast.FuncDecl, pkg string) {
	g.replace(g.tree.Name.End(), g.tree.Name.End(), "; import "+strconv.Quote(pkg))
	for _, f := range functions {
		for _, c := range f.Doc.List {
			if strings.HasPrefix(c.Text, "//go:noescape") {
				g.replace(c.Pos(), c.End(), "//")
			}
		}
		var args []string
		for _, field := range f.Type.Params.List {
			for _, name := range field.Names {
				args = append(args, name.Name)
			}
		}
		g.replace(f.End(), f.End(), fmt.Sprintf(" { return %s.%s(%s) }", path.Base(pkg), assemblyName(f.Name.Name), strings.Join(args, ", ")))
	}
}

// assemblyName is what a function of ours is called in the package that holds the assembly.
func assemblyName(name string) string { return "Plateau_" + name }

// rebase makes the file import the copies in place of the originals, and returns which these are, as directories.
func (g *goFile) rebase(root string) (imported []string) {
	for _, spec := range g.tree.Imports {
		if dir, ok := strings.CutPrefix(importPath(spec), home+"/"); ok {
			imported = append(imported, dir)
			g.replace(spec.Path.Pos(), spec.Path.End(), strconv.Quote(root+"/"+path.Base(dir)))
		}
	}
	return imported
}

// raise puts the version of the language into the file's build line. A file that is general has no other condition any more.
func (g *goFile) raise(general bool) {
	c := g.constraint()
	if c == nil {
		g.edits = append(g.edits, insertion(0, "//go:build "+language+"\n\n"))
		return
	}
	line := "//go:build " + language
	if expr, err := constraint.Parse(c.Text); err == nil && !general {
		line += " && (" + expr.String() + ")"
	}
	g.replace(c.Pos(), c.End(), line)
}

// constraint is the comment that is the file's build line, nil without one.
func (g *goFile) constraint() *ast.Comment {
	for _, group := range g.tree.Comments {
		for _, c := range group.List {
			if c.Pos() < g.tree.Package && constraint.IsGoBuild(c.Text) {
				return c
			}
		}
	}
	return nil
}

// buildLine is the file's build line with an empty line behind it, "" without one.
func (g *goFile) buildLine() string {
	if c := g.constraint(); c != nil {
		return c.Text + "\n\n"
	}
	return ""
}
