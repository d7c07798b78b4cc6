package runner

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// planTimeout bounds the time that is spent on finding out what will run.
const planTimeout = 10 * time.Second

// MakePlan finds the top-level benchmarks that a command will run, in order,
// for the estimate of the time left. It asks go list for the test files and
// reads them: go test -list would build and run the test binaries, the user's
// TestMain included. What it cannot find out is left out.
func MakePlan(gocmd string, env []string, c Command) []Planned {
	ctx, cancel := context.WithTimeout(context.Background(), planTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, gocmd, c.ListArgs()...)
	cmd.Env = env
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output() // go test says what is wrong, and says it better
	return readPlan(strings.NewReader(string(out)), c)
}

// A listedPackage is what go list says about a package.
type listedPackage struct {
	ImportPath, Dir           string
	TestGoFiles, XTestGoFiles []string
}

func readPlan(r io.Reader, c Command) []Planned {
	var plan []Planned
	dec := json.NewDecoder(r)
	for {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) || err != nil {
			return plan
		}
		for _, name := range c.Benchmarks(p.Dir, append(p.TestGoFiles, p.XTestGoFiles...)) {
			plan = append(plan, Planned{p.ImportPath, name})
		}
	}
}

// Benchmarks are the top-level benchmarks in the test files of a directory that the command
// will run, in the order in which testing runs them.
func (c Command) Benchmarks(dir string, files []string) (names []string) {
	for _, file := range files {
		for _, name := range benchmarksIn(filepath.Join(dir, file)) {
			if c.Selects(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Selects reports whether -bench and -skip leave something of a top-level benchmark to run.
func (c Command) Selects(name string) bool {
	unwanted := newPattern(c.Skip)
	return newPattern(c.Bench).matches(name) && !(c.Skip != "" && unwanted.whole && unwanted.matches(name))
}

// benchmarksIn lists the benchmarks of a file in source order, which is the
// order in which testing runs them.
func benchmarksIn(path string) []string {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if f == nil || err != nil {
		return nil
	}
	var names []string
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if ok && fn.Recv == nil && isName(fn.Name.Name) && fn.Type.Params.NumFields() == 1 {
			names = append(names, fn.Name.Name)
		}
	}
	return names
}

// A pattern is the part of a -bench or -skip pattern that concerns top-level
// names: of each alternative the first element.
type pattern struct {
	tops  []*regexp.Regexp
	whole bool // no alternative goes on to sub-benchmarks
}

func newPattern(s string) pattern {
	p := pattern{whole: true}
	for _, alt := range splitPattern(s, '|') {
		elems := splitPattern(alt, '/')
		p.whole = p.whole && len(elems) == 1
		if re, err := regexp.Compile(elems[0]); err == nil {
			p.tops = append(p.tops, re)
		}
	}
	return p
}

func (p pattern) matches(name string) bool {
	for _, re := range p.tops {
		if re.MatchString(name) {
			return true
		}
	}
	return false
}

// splitPattern splits a pattern at a separator outside brackets and
// parentheses, as testing does.
func splitPattern(s string, sep byte) []string {
	var parts []string
	square, round, start := 0, 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case c == '[':
			square++
		case c == ']':
			square = max(0, square-1)
		case c == '(' && square == 0:
			round++
		case c == ')' && square == 0:
			round--
		case c == sep && square == 0 && round == 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}
