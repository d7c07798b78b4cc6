package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)`(?: \\(the root\\))? \\|")

// The table of packages has every one, and no other.
func TestArchitecturePackages(t *testing.T) {
	text, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var listed []string
	for _, m := range tableRow.FindAllStringSubmatch(table, -1) {
		listed = append(listed, m[1])
		if fi, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil || !fi.IsDir() {
			t.Errorf("%s is in the table and not on disk: %v", m[1], err)
		}
	}
	packages, err := filepath.Glob("../internal/*")
	if err != nil || len(packages) < 10 {
		t.Fatalf("%d internal packages, error %v", len(packages), err)
	}
	packages = append(packages, "../benchx", "../perfx", "../reportx", "../cmd/plateau", "../e2e")
	for _, path := range packages {
		rel, err := filepath.Rel("..", path)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(listed, filepath.ToSlash(rel)) {
			t.Errorf("%s is on disk and not in the table", rel)
		}
	}
}
