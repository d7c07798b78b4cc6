package runner

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadPlan(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("a_test.go", "package a\nimport \"testing\"\nfunc BenchmarkB(b *testing.B) {}\nfunc BenchmarkA(b *testing.B) {}\nfunc benchmarkC(b *testing.B) {}\nfunc (x T) BenchmarkD(b *testing.B) {}\nfunc BenchmarkE(b *testing.B, n int) {}\nfunc Benchmarks(b *testing.B) {}\n")
	write("x_test.go", "package a_test\nimport \"testing\"\nfunc BenchmarkX(b *testing.B) {}\n")
	write("broken_test.go", "package a\nfunc BenchmarkBroken(b *testing.B) {")
	list, err := json.Marshal(listedPackage{"m/a", dir, []string{"a_test.go", "broken_test.go", "missing_test.go"}, []string{"x_test.go"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		bench, skip string
		want        string
	}{
		{".", "", "BenchmarkB BenchmarkA BenchmarkX"},
		{"A$", "", "BenchmarkA"},
		{"A/sub", "", "BenchmarkA"},
		{"A/sub|X", "", "BenchmarkA BenchmarkX"},
		{"(A|X)$", "", "BenchmarkA BenchmarkX"},
		{"[A/]$", "", "BenchmarkA"},
		{".", "A", "BenchmarkB BenchmarkX"},
		{".", "A/sub", "BenchmarkB BenchmarkA BenchmarkX"},
		{"(", "", ""}, // go test will refuse it
	} {
		var got []string
		for _, p := range readPlan(strings.NewReader(string(list)+"{broken"), Command{Bench: tt.bench, Skip: tt.skip}) {
			if p.Pkg != "m/a" {
				t.Errorf("package %q", p.Pkg)
			}
			got = append(got, p.Name)
		}
		if d := cmp.Diff(tt.want, strings.Join(got, " ")); d != "" {
			t.Errorf("-bench %s -skip %q (-want +got)\n%s", tt.bench, tt.skip, d)
		}
	}
}
