package instrument

import (
	"bytes"
	"fmt"
	"go/ast"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
)

// host is the package of the standard library that the assembly is put into. The assembler works in the directory of a package,
// so that an overlay cannot have assembly in a directory that does not exist. Hardly anything imports this one, and it imports
// nothing: adding to it has little compiled again.
const host = "container/ring"

// assemblyFile names the added files, with a suffix for the architecture.
const assemblyFile = "plateau_ticks_"

// assembly returns files for the directory of host with the functions that packages of ours have in assembly for an
// architecture, exported. It returns none where there is no assembly for it.
func assembly(sources fs.FS, dir, goarch string) ([]copied, error) {
	name := "ticks_" + goarch
	code, err := fs.ReadFile(sources, path.Join(dir, name+".s"))
	if err != nil {
		return nil, nil // nothing for this architecture
	}
	text, err := fs.ReadFile(sources, path.Join(dir, name+".go"))
	if err != nil {
		return nil, fmt.Errorf("the sources of %s: %w", dir, err)
	}
	g, err := parseGo(name+".go", text)
	if err != nil {
		return nil, err
	}
	var decl bytes.Buffer
	fmt.Fprintf(&decl, "%spackage %s\n", g.buildLine(), path.Base(host))
	for _, f := range g.bodiless() {
		signature := string(g.text[g.files.Position(f.Type.Params.Pos()).Offset:g.files.Position(f.Type.End()).Offset])
		fmt.Fprintf(&decl, "\n//go:noescape\nfunc %s%s\n", assemblyName(f.Name.Name), signature)
		code = rename(code, f)
	}
	return []copied{
		{name: assemblyFile + goarch + ".go", text: decl.Bytes()},
		{name: assemblyFile + goarch + ".s", text: code},
	}, nil
}

// rename gives a function its exported name in assembly.
func rename(code []byte, f *ast.FuncDecl) []byte {
	symbol := regexp.MustCompile(`·` + f.Name.Name + `\(SB\)`)
	return symbol.ReplaceAll(code, []byte("·"+assemblyName(f.Name.Name)+"(SB)"))
}

// canHost reports whether the standard library lies where an overlay reaches it: not in the module cache, which the go command
// keeps from being changed, and where the toolchains lie that it downloads.
func (e goEnv) canHost() bool {
	if e.GOROOT == "" || e.GOMODCACHE == "" {
		return e.GOROOT != ""
	}
	rel, err := filepath.Rel(e.GOMODCACHE, e.GOROOT)
	return err != nil || !filepath.IsLocal(rel)
}
