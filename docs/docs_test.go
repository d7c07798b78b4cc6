// Package docs_test keeps the documents true: their Go code compiles, their links lead somewhere.
package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents returns the text of each of the project's Markdown files, by its path from here.
func documents(t *testing.T) map[string]string {
	t.Helper()
	docs := make(map[string]string)
	for _, pattern := range []string{"../*.md", "*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			docs[path] = string(text)
		}
	}
	if len(docs) < 4 {
		t.Fatalf("only %d documents; is this the docs directory?", len(docs))
	}
	return docs
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)\s]*)?\)`)

func TestLinks(t *testing.T) {
	for path, text := range documents(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1])); err != nil {
				t.Errorf("%s links to %s: %v", path, m[1], err)
			}
		}
	}
}

// TestCode compiles every Go block of the documents, in a module of its own that replaces plateau by this checkout,
// as the README tells users to. A block without a package clause gets one, the imports that it uses and testdata/prelude.go.
func TestCode(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a module")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	write("go.mod", fmt.Sprintf(`module example.com/documents
go 1.24.0
require github.com/plateau-bench/plateau v0.0.0
replace github.com/plateau-bench/plateau => %s
`, root))
	write("go.sum", read("../go.sum"))
	prelude := read("testdata/prelude.go")

	count := 0
	for path, text := range documents(t) {
		blocks, err := goBlocks(text)
		if err != nil {
			t.Errorf("%s:%v", path, err)
		}
		for _, b := range blocks {
			count++
			pkg := fmt.Sprintf("block%d", count)
			src, whole, err := b.file()
			if err != nil {
				t.Errorf("%s:%d: %v", path, b.line, err)
				continue
			}
			write(filepath.Join(pkg, "block_test.go"), fmt.Sprintf(src, path))
			if !whole {
				write(filepath.Join(pkg, "prelude.go"), prelude)
			}
		}
	}
	if count == 0 {
		t.Fatal("the documents hold no Go code")
	}

	vet := exec.Command("go", "vet", "./...")
	vet.Dir = dir
	vet.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet of the %d Go blocks: %v\n%s", count, err, out)
	}
}
