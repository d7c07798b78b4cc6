package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shownIn returns the declarations that a document shows as parts of files, in blocks that begin with ```go FILE.
func shownIn(text string) (parts []part) {
	const fence = "```go "
	for i, block := range strings.Split(text, fence) {
		file, code, ok := strings.Cut(block, "\n")
		if i == 0 || !ok {
			continue
		}
		code, _, _ = strings.Cut(code, "```")
		for _, decl := range strings.SplitAfter(code, "\n}\n") {
			if decl = strings.TrimSpace(decl); decl != "" {
				parts = append(parts, part{file, decl})
			}
		}
	}
	return parts
}

type part struct{ file, code string }

var sampleName = regexp.MustCompile(`(?m)^func ((?:Benchmark|Example_)\w+)`)

// TestSamplesShown holds docs/samples.md against the code that runs: what it shows is there as it stands, and
// there is nothing that it does not show.
func TestSamplesShown(t *testing.T) {
	text, err := os.ReadFile("samples.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := make(map[string]bool)
	for _, p := range shownIn(strings.ReplaceAll(string(text), "\r\n", "\n")) {
		code, err := os.ReadFile(p.file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.ReplaceAll(string(code), "\r\n", "\n"), p.code+"\n") {
			t.Errorf("samples.md shows what is not in %s:\n%s", p.file, p.code)
		}
		for _, m := range sampleName.FindAllStringSubmatch(p.code, -1) {
			shown[m[1]] = true
		}
	}
	paths, err := filepath.Glob("samples/*_test.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range paths {
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range sampleName.FindAllStringSubmatch(string(code), -1) {
			if !shown[m[1]] {
				t.Errorf("%s: samples.md does not show %s", path, m[1])
			}
		}
	}
}

func TestShownIn(t *testing.T) {
	got := shownIn("a\n```go f.go\nfunc a() {\n}\n\nfunc b() {\n}\n```\n```go\nvar x int\n```\n")
	want := []part{{"f.go", "func a() {\n}"}, {"f.go", "func b() {\n}"}}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("shownIn = %q, want %q", got, want)
	}
}
