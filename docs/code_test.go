package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// block is one ```go block of a document.
type block struct {
	line int // of its first line of code, from 1
	code string
}

// goBlocks returns the Go blocks of a Markdown text in order. The error says where a block begins that does not end.
func goBlocks(text string) (blocks []block, err error) {
	var code []string
	start, language := 0, ""
	for i, line := range strings.Split(text, "\n") {
		switch fence := strings.HasPrefix(line, "```"); {
		case fence && start == 0:
			start, language, code = i+2, strings.TrimPrefix(line, "```"), nil
		case fence:
			if language == "go" {
				blocks = append(blocks, block{start, strings.Join(code, "\n") + "\n"})
			}
			start = 0
		default:
			code = append(code, line)
		}
	}
	if start > 0 {
		return blocks, fmt.Errorf("%d: the block has no end", start-1)
	}
	return blocks, nil
}

// packages are those that a block may use without importing them.
var packages = map[string]string{
	"benchx":  "github.com/plateau-bench/plateau/benchx",
	"http":    "net/http",
	"os":      "os",
	"perfx":   "github.com/plateau-bench/plateau/perfx",
	"testing": "testing",
	"time":    "time",
}

// file returns the block as the text of a Go file in which %s stands for the path of its document, so that errors
// name the line there, and whether it was a whole file already.
func (b block) file() (src string, whole bool, err error) {
	body := fmt.Sprintf("//line %%s:%d\n%s", b.line, strings.ReplaceAll(b.code, "%", "%%"))
	if strings.HasPrefix(b.code, "package ") {
		return body, true, nil
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), "", "package documents\n"+b.code, parser.SkipObjectResolution)
	if err != nil {
		return "", false, fmt.Errorf("not a list of Go declarations: %w", err)
	}
	used := make(map[string]bool)
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && packages[x.Name] != "" {
				used[packages[x.Name]] = true
			}
		}
		return true
	})
	head := "package documents\n"
	for _, path := range slices.Sorted(maps.Keys(used)) {
		head += fmt.Sprintf("import %q\n", path)
	}
	return head + body, false, nil
}

func TestGoBlocks(t *testing.T) {
	const text = "# T\n```go\nvar a = 1\n```\ntext\n```sh\nls\n```\n```go\npackage p\n```\n"
	got, err := goBlocks(text)
	want := []block{{3, "var a = 1\n"}, {10, "package p\n"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("goBlocks = %v, %v; want %v", got, err, want)
	}
	if _, err := goBlocks("text\n```go\n"); err == nil || !strings.HasPrefix(err.Error(), "2:") {
		t.Errorf("a block without an end: error %v, want one for line 2", err)
	}
}

func TestBlockFile(t *testing.T) {
	src, whole, err := block{7, "func f(t time.Time) { t.Format(\"%\") }\n"}.file()
	want := "package documents\nimport \"time\"\n//line %s:7\nfunc f(t time.Time) { t.Format(\"%%\") }\n"
	if src != want || whole || err != nil {
		t.Errorf("got %q, %v, %v; want %q", src, whole, err, want)
	}
	if _, whole, _ := (block{1, "package p\n"}).file(); !whole {
		t.Error("a block with a package clause is not a whole file")
	}
	if _, _, err := (block{1, "x := 1\n"}).file(); err == nil {
		t.Error("a statement outside a function is no error")
	}
}
