package instrument

import (
	"fmt"
	"strings"
	"testing"
)

// tables is a package with n benchmarks that each hand their b to functions in a table, and n helpers that call the next twice: there are
// more than 2^n paths between them.
func tables(n int, last string) string {
	var text strings.Builder
	text.WriteString("package m\n\nimport \"testing\"\n\ntype row struct{ f func(*testing.B) }\n\n")
	for i := range n {
		fmt.Fprintf(&text, "func BenchmarkTable%d(b *testing.B) { use(measure%[1]d); for _, r := range []row{{measure%[1]d}} { r.f(b) } }\n", i)
		fmt.Fprintf(&text, "func measure%d(b *testing.B) { for _, r := range rows { r.f(b) }; for b.Loop() {} }\n", i)
		fmt.Fprintf(&text, "func helper%d(b *testing.B) { helper%d(b); helper%[2]d(b); for b.Loop() {} }\n", i, i+1)
	}
	fmt.Fprintf(&text, "func helper%d(b *testing.B) { for b.Loop() {} }\n", n)
	for i := range n {
		fmt.Fprintf(&text, "func through%d(f func()) { through%d(f); through%[2]d(f) }\n", i, i+1)
	}
	fmt.Fprintf(&text, "func through%d(f func()) { f() }\n", n)
	text.WriteString("func BenchmarkThrough(b *testing.B) { through0(func() { for b.Loop() {} }) }\n")
	text.WriteString(last + "\nvar rows []row\nfunc use(f func(*testing.B)) { rows = append(rows, row{f}) }\n")
	return text.String()
}

// Every loop is judged, however many paths lead to it, and by what stands at the end of the longest of them.
func TestFateOfManyPaths(t *testing.T) {
	const n = 60
	for _, c := range []struct{ why, last, table, helper string }{
		{"nothing starts a goroutine", "func BenchmarkHelp(b *testing.B) { helper0(b) }", "", ""},
		{"a function from a table is called in a goroutine", "func any(b *testing.B) { for _, r := range rows { go r.f(b) } }", whyPerhaps, ""},
		{"the first of the helpers is called in a goroutine", "func BenchmarkHelp(b *testing.B) { go helper0(b) }", "", whyGoroutine},
	} {
		files := filesOf([]Source{{"m_test.go", []byte(tables(n, c.last))}})
		if len(files) != 1 || len(files[0].Loops) != 2*n+2 {
			t.Fatalf("%s: not all loops were found", c.why)
		}
		for _, l := range files[0].Loops {
			want := c.helper
			switch {
			case l.Func == "BenchmarkThrough":
				want = ""
			case strings.HasPrefix(l.Func, "measure"):
				want = c.table
			}
			if l.Why != want {
				t.Errorf("%s: %s is left alone because %q, want %q", c.why, l.Func, l.Why, want)
			}
		}
	}
}
