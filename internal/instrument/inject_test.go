package instrument

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// benchxOutline has what is called of benchx.
const benchxOutline = `package benchx

import "testing"

type S struct{}

func Start(b *testing.B) *S
func (*S) Lap()
func (*S) Stop()
func (*S) Lane() *Lane

type Lane struct{}

func (*Lane) Lap()
func (*Lane) Stop()
`

type outlines struct{ benchx *types.Package }

func (o outlines) Import(path string) (*types.Package, error) {
	if strings.HasSuffix(path, "/benchx") {
		return o.benchx, nil
	}
	return imports{}.Import(path)
}

// compileErrors type-checks a file that imports testing and benchx alone.
func compileErrors(t *testing.T, text []byte) (errs []error) {
	t.Helper()
	files := token.NewFileSet()
	outline, err := parser.ParseFile(files, "benchx.go", benchxOutline, 0)
	if err != nil {
		t.Fatal(err)
	}
	check := types.Config{Importer: imports{}, Error: func(error) {}}
	pkg, _ := check.Check("benchx", files, []*ast.File{outline}, nil)
	file, err := parser.ParseFile(files, "x_test.go", text, parser.SkipObjectResolution)
	if err != nil {
		return []error{err}
	}
	check = types.Config{Importer: outlines{pkg}, Error: func(err error) { errs = append(errs, err) }}
	check.Check("p", files, []*ast.File{file}, nil)
	return errs
}

// The cases compile as they are, or the next test would show nothing.
func TestCasesCompile(t *testing.T) {
	for _, c := range loopCases {
		if c.foreign {
			continue
		}
		for _, err := range compileErrors(t, c.source().Text) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestInject(t *testing.T) {
	for _, c := range loopCases {
		t.Run(c.why, func(t *testing.T) {
			for _, f := range filesOf([]Source{c.source()}) {
				checkInjection(t, &f)
				text := f.Inject("example.com/m/benchx")
				if text == nil || c.foreign {
					continue
				}
				for _, err := range compileErrors(t, text) {
					t.Errorf("%v\n%s", err, text)
				}
			}
		})
	}
}

// checkInjection checks what holds for any file: what is left when the insertions are taken out is the original, no line moves,
// and the result is Go.
func checkInjection(t *testing.T, f *File) {
	t.Helper()
	edits := f.injection("example.com/m/benchx")
	out := apply(f.Text, edits)
	if got, want := bytes.Count(out, []byte("\n")), bytes.Count(f.Text, []byte("\n")); got != want {
		t.Errorf("%d lines became %d", want, got)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), f.Name, out, parser.SkipObjectResolution); err != nil {
		t.Errorf("the result is no Go: %v\n%s", err, out)
	}
	for _, e := range edits {
		if strings.Contains(e.text, "\n") {
			t.Errorf("%q adds a line", e.text)
		}
		if n := bytes.Index(out, []byte(e.text)); n < 0 {
			t.Errorf("%q is not in the result", e.text)
		} else {
			out = append(out[:n:n], out[n+len(e.text):]...)
		}
	}
	if !bytes.Equal(out, f.Text) {
		t.Errorf("without the insertions (-original +left):\n%s", cmp.Diff(string(f.Text), string(out)))
	}
}

func TestInjectText(t *testing.T) {
	const before = `package p // a comment

import "testing"

func BenchmarkX(b *testing.B) {
	for i := 0; i < b.N; i++ { // top
		op()
	}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			op()
		}
	})
	for i := 0; i < b.N; {
		i++ // done
	}
}

func op() {}
`
	const after = `package p; import plateau_benchx "m/benchx" // a comment

import "testing"

func BenchmarkX(b *testing.B) {
	{ plateau_s := plateau_benchx.Start(b); for i := 0; i < b.N; i++ { plateau_s.Lap();  // top
		op()
	}; plateau_s.Stop() }
	{ plateau_s := plateau_benchx.Start(b); b.RunParallel(func(pb *testing.PB) {
		{ plateau_lane := plateau_s.Lane(); for pb.Next() { plateau_lane.Lap(); 
			op()
		}; plateau_lane.Stop() }
	}); plateau_s.Stop() }
	{ plateau_s := plateau_benchx.Start(b); for i := 0; i < b.N; {
		i++; plateau_s.Lap();  // done
	} }
}

func op() {}
`
	files := filesOf([]Source{{"x_test.go", []byte(before)}})
	if d := cmp.Diff(after, string(files[0].Inject("m/benchx"))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What the compiler says names the file that was there, at the line that it had.
func TestInjectKeepsNames(t *testing.T) {
	const text = `package p

import "testing"

func BenchmarkX(b *testing.B) {
	for range b.N { op(
//line gram mar.y:70
		1)
		/*line /there.y:3:1*/ op(2); /*line inner.y:5:6*/ op(3)
	}
}

func op(int) {}
`
	dir := t.TempDir()
	name := filepath.Join(dir, "x_test.go")
	f := filesOf([]Source{{name, []byte(text)}})[0]
	checkInjection(t, &f)
	places := func(name string, text []byte) (all []string) {
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.INT {
				p := files.Position(lit.Pos())
				all = append(all, fmt.Sprintf("%s:%d", p.Filename, p.Line))
			}
			return true
		})
		return all
	}
	want := places(name, []byte(text))
	if d := cmp.Diff(want, places(filepath.Join(t.TempDir(), "1.go"), f.Inject("m/benchx"))); d != "" || len(want) != 3 {
		t.Errorf("places (-original +injected):\n%s", d)
	}
}

// A file without a loop that can be measured is not changed.
func TestInjectNothing(t *testing.T) {
	for _, f := range filesOf([]Source{{"x_test.go", []byte(caseHead + "func run(b *testing.B) {\n\tfor range b.N / 2 {\n\t}\n}\n")}}) {
		if text := f.Inject("m/benchx"); text != nil {
			t.Errorf("changed to\n%s", text)
		}
	}
}

func FuzzInject(f *testing.F) {
	for _, c := range loopCases {
		f.Add(c.source().Text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, file := range filesOf([]Source{{"x_test.go", text}}) {
			checkInjection(t, &file)
			checkWriting(t, &file)
		}
	})
}

// A directory whose name ends in a star would end the comment that a line directive is.
func TestInjectInDirectoryWithStar(t *testing.T) {
	const text = "package p\n\nimport \"testing\"\n\nfunc op(int) {}\n\nfunc BenchmarkX(b *testing.B) {\n\tfor b.Loop() {\n\t\t/*line y.y:3:1*/ op(1)\n\t}\n}\n"
	name := filepath.Join(t.TempDir(), "star*", "x_test.go")
	files := filesOf([]Source{{name, []byte(text)}})
	if len(files) != 1 {
		t.Fatal("the loop was not found")
	}
	if errs := compileErrors(t, files[0].Inject("m/benchx")); errs != nil {
		t.Error(errs)
	}
}
