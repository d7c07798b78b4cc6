package instrument

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
)

// Survey finds the loops in the packages that a query matches, without those that they import, in the order of the go command.
// The summary counts them all. A package that cannot be found is an error, whose text is the go command's, and so is a
// file that may have loops and cannot be parsed.
func Survey(ctx context.Context, q Query) ([]File, Summary, error) {
	var sum Summary
	packages, err := q.matched(ctx)
	if err != nil {
		return nil, sum, err
	}
	var files []File
	found, err := findAll(ctx, packages, os.ReadFile, &sum) // Write is for what is on disk, whatever overlay is in use
	if err != nil {
		return nil, sum, err
	}
	for _, p := range found {
		taken := declared(p.Dir)
		for _, f := range p.files {
			f.taken = taken
			files = append(files, f)
		}
	}
	return files, sum, sum.Broken
}

// matched are the packages that the patterns match.
func (q Query) matched(ctx context.Context) ([]pkg, error) {
	all, err := q.list(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.Dir == "" && !p.DepOnly && p.Error != nil {
			err = errors.Join(err, errors.New(p.Error.Err))
		}
	}
	return slices.DeleteFunc(all, func(p pkg) bool { return p.DepOnly }), err
}

// Instrumented are the files of the packages that a query matches in which Write has left its mark.
func Instrumented(ctx context.Context, q Query) ([]Source, error) {
	packages, err := q.matched(ctx)
	if err != nil {
		return nil, err
	}
	var marked []Source
	for _, p := range packages {
		if p.untouchable() != "" {
			continue
		}
		for _, name := range slices.Concat(p.groups()...) {
			path := filepath.Join(p.Dir, name)
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, fmt.Errorf("looking for what was added: %w", err)
			}
			if bytes.Contains(text, []byte(marker)) {
				marked = append(marked, Source{path, text})
			}
		}
	}
	return marked, nil
}

// Lacks reports whether the module at hand does not require this one yet: what Write adds does not compile there.
func Lacks(ctx context.Context, q Query) (bool, error) {
	out, err := q.run(ctx, "list", append(append([]string{"-e", "-f", "{{if .Error}}missing{{end}}"}, q.Build...), "--", benchxPath)...)
	return bytes.Contains(out, []byte("missing")), err
}

// declared are the names at package level of the Go files in a directory that mention benchx, whatever their build tags: an import
// of that name would not compile beside them.
func declared(dir string) map[string]bool {
	names := map[string]bool{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("benchx")) {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range tree.Decls {
			declare(d, names)
		}
	}
	return names
}

// declare adds the names of a declaration.
func declare(d ast.Decl, to map[string]bool) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			to[d.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				to[spec.Name.Name] = true
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					to[name.Name] = true
				}
			}
		}
	}
}
