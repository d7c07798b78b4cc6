package instrument

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"sync"
)

// outline is what benchmarks use of package testing: enough to tell which b.N, b.Loop, pb.Next and b.RunParallel are testing's.
const outline = `package testing

type TB interface {
	Cleanup(func())
	Error(args ...any)
	Fatal(args ...any)
	Helper()
	Name() string
}

type common struct{}

func (*common) Cleanup(func())
func (*common) Error(args ...any)
func (*common) Errorf(format string, args ...any)
func (*common) Fatal(args ...any)
func (*common) Fatalf(format string, args ...any)
func (*common) Helper()
func (*common) Log(args ...any)
func (*common) Logf(format string, args ...any)
func (*common) Name() string
func (*common) Skip(args ...any)
func (*common) TempDir() string

type B struct {
	common
	N int
}

func (*B) Loop() bool
func (*B) Run(name string, f func(b *B)) bool
func (*B) RunParallel(body func(*PB))
func (*B) ReportAllocs()
func (*B) ReportMetric(n float64, unit string)
func (*B) ResetTimer()
func (*B) SetBytes(n int64)
func (*B) StartTimer()
func (*B) StopTimer()

type PB struct{}

func (*PB) Next() bool

type T struct{ common }

func (*T) Run(name string, f func(t *T)) bool
func (*T) Parallel()

type F struct{ common }

type M struct{}

func (*M) Run() int

type BenchmarkResult struct{ N int }

func Benchmark(f func(b *B)) BenchmarkResult
func AllocsPerRun(runs int, f func()) float64
func Short() bool
func Verbose() bool
`

// known are the objects of package testing that loops are found by.
type known struct {
	pkg                     *types.Package
	b                       types.Object // the type B
	n, loop, next, parallel types.Object // B.N, B.Loop, PB.Next, B.RunParallel
	run                     types.Object // B.Run
}

var testingKnown = sync.OnceValue(func() known {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "testing.go", outline, parser.SkipObjectResolution)
	if err != nil {
		panic("the outline of testing: " + err.Error()) // a constant, and tested
	}
	check := types.Config{Error: func(error) {}} // functions without bodies
	pkg, _ := check.Check("testing", files, []*ast.File{file}, nil)
	k := known{pkg: pkg, b: pkg.Scope().Lookup("B")}
	member := func(of, name string) types.Object {
		t := types.NewPointer(pkg.Scope().Lookup(of).Type())
		found, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
		return found
	}
	k.n, k.loop, k.parallel = member("B", "N"), member("B", "Loop"), member("B", "RunParallel")
	k.next, k.run = member("PB", "Next"), member("B", "Run")
	return k
})

// errUnknown is why any import but testing cannot be read. It never reaches a user.
var errUnknown = errors.New("not needed")

// imports knows package testing alone.
type imports struct{}

func (imports) Import(path string) (*types.Package, error) {
	if path == "testing" {
		return testingKnown().pkg, nil
	}
	return nil, errUnknown
}

// resolve finds out what the names in files mean, as far as that can be told without their imports. The files are those of one
// package.
func resolve(files *token.FileSet, of []*ast.File) *types.Info {
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
	}
	check := types.Config{Importer: imports{}, FakeImportC: true, DisableUnusedImportCheck: true, Error: func(error) {}}
	check.Check("p", files, of, info) // errors are expected: of everything that is imported
	return info
}
