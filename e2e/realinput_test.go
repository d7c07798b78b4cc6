package e2e

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A subject is a public module whose benchmarks get the two lines.
type subject struct {
	module, version string
	// files are those with benchmarks to edit, and loops how many of them.
	files []string
	loops int
	// bench selects benchmarks that take little time; some are not edited,
	// as in a real module.
	bench string
	// timed and plain are the names of those that are edited and not.
	timed, plain []string
}

var subjects = []subject{{
	module:  "github.com/google/go-cmp",
	version: "v0.7.0",
	files:   []string{"cmp/compare_test.go", "cmp/internal/diff/diff_test.go"},
	loops:   3,
	bench:   "Bytes/^4KiB$/EqualFilter[01]|Difference/^N(1024|4096)$",
	timed: []string{
		"BenchmarkBytes/4KiB/EqualFilter0", "BenchmarkBytes/4KiB/EqualFilter1",
		"BenchmarkDifference/N1024", "BenchmarkDifference/N4096",
	},
}, {
	module:  "github.com/montanaflynn/stats",
	version: "v0.14.0",
	files:   []string{"mean_test.go", "median_test.go", "round_test.go"},
	loops:   5,
	bench:   "Mean(Small|Large)|Median(Small|Large)|Round|NistLew",
	timed: []string{
		"BenchmarkMeanSmallFloatSlice", "BenchmarkMeanLargeFloatSlice",
		"BenchmarkMedianSmallFloatSlice", "BenchmarkMedianLargeFloatSlice", "BenchmarkRound",
	},
	plain: []string{"BenchmarkNistLew"},
}}

// TestRealInput adds the two lines to the benchmarks of public modules, runs
// them six times, reads the report and hands the output to benchstat.
func TestRealInput(t *testing.T) {
	for _, s := range subjects {
		t.Run(filepath.Base(s.module), func(t *testing.T) { s.test(t) })
	}
}

func (s subject) test(t *testing.T) {
	u := s.copy(t)
	without := u.run(nil, "go", "test", "-run=^$", "-bench="+s.bench, "-benchtime=50x", "-benchmem", "./...")

	edited := 0
	for _, name := range s.files {
		edited += instrument(t, filepath.Join(u.dir, name))
	}
	if edited != s.loops {
		t.Fatalf("%d loops edited, want %d", edited, s.loops)
	}
	u.run(nil, "go", "mod", "edit", "-go=1.24.0",
		"-require=github.com/plateau-bench/plateau@v0.0.0",
		"-replace=github.com/plateau-bench/plateau="+checkout)
	with := u.run(nil, "go", "test", "-run=^$", "-bench="+s.bench, "-benchtime=50x", "-benchmem", "./...")
	s.sameAllocations(t, without, with)

	const count = 6
	u.run(nil, "plateau", "run", fmt.Sprint("-count=", count), "-bench="+s.bench, "-benchtime=20ms", "-o", "real.bench", "./...")
	path := filepath.Join(u.dir, "real.bench")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s.wholeLines(t, string(text), count)
	s.wholeReport(t, u.run(nil, "plateau", "report", "-format=json", "real.bench"), count)
	for _, name := range s.timed {
		if report := u.run(nil, "plateau", "report", "real.bench"); !strings.Contains(report, strings.TrimPrefix(name, "Benchmark")) {
			t.Errorf("the report does not name %s:\n%s", name, report)
		}
	}

	stat := benchstat(t, path)
	for _, unit := range []string{"sec/op", "mean-sec/op", "p50-sec/op", "p95-sec/op", "p99-sec/op"} {
		if !strings.Contains(stat, " "+unit+" ") {
			t.Errorf("benchstat shows no %s:\n%s", unit, stat)
		}
	}
}

// copy makes the module of the module cache a user's own; without a network
// and a cached copy the test is skipped.
func (s subject) copy(t *testing.T) *user {
	t.Helper()
	download := exec.Command("go", "mod", "download", "-json", s.module+"@"+s.version)
	download.Dir = t.TempDir()
	out, err := download.Output()
	if err != nil {
		t.Skipf("%s cannot be had here: %v: %s", s.module, err, out)
	}
	var found struct{ Dir string }
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	u := &user{t: t, dir: t.TempDir()}
	u.environ(goEnv.GOMODCACHE)
	err = filepath.WalkDir(found.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(found.Dir, path)
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		u.write(rel, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// instrument adds the two lines to every loop over b.N in a file and returns
// how many there were.
func instrument(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	offset := func(p token.Pos) int { return fset.Position(p).Offset }

	type insertion struct {
		at   int
		text string
	}
	var insertions []insertion
	loops := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if loop, ok := n.(*ast.ForStmt); ok && overN(loop.Cond) {
			loops++
			insertions = append(insertions,
				insertion{offset(loop.Pos()), "s := benchx.Start(b)\n"},
				insertion{offset(loop.Body.Rbrace), "s.Lap()\n"})
		}
		return true
	})
	if loops > 0 {
		insertions = append(insertions, insertion{offset(file.Name.End()), "\n\nimport \"github.com/plateau-bench/plateau/benchx\"\n"})
	}
	slices.SortFunc(insertions, func(a, b insertion) int { return b.at - a.at })
	for _, in := range insertions {
		text = slices.Insert(text, in.at, []byte(in.text)...)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return loops
}

// overN reports whether a loop's condition has the form i < b.N.
func overN(cond ast.Expr) bool {
	less, ok := cond.(*ast.BinaryExpr)
	if !ok || less.Op != token.LSS {
		return false
	}
	field, ok := less.Y.(*ast.SelectorExpr)
	if !ok || field.Sel.Name != "N" {
		return false
	}
	b, ok := field.X.(*ast.Ident)
	return ok && b.Name == "b"
}

// sameAllocations fails when a benchmark allocates differently with us.
func (s subject) sameAllocations(t *testing.T, without, with string) {
	t.Helper()
	figures := func(text string) map[string]float64 {
		lines, err := parseResults(text)
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]float64{}
		for _, l := range lines {
			m[l.name] = l.values["allocs/op"]
		}
		return m
	}
	before, after := figures(without), figures(with)
	if len(before) != len(s.timed)+len(s.plain) {
		t.Fatalf("%d benchmarks in the unedited module, want %d:\n%s", len(before), len(s.timed)+len(s.plain), without)
	}
	for name, n := range before {
		// The runtime's own allocations come on top, once in a while.
		if m, ok := after[name]; !ok || math.Abs(n-m) > 1+0.01*n {
			t.Errorf("%s: %v allocs/op without us, %v with us (there: %v)", name, n, m, ok)
		}
	}
}

func (s subject) wholeLines(t *testing.T, text string, count int) {
	t.Helper()
	lines, err := parseResults(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(s.timed, s.plain) {
		n := 0
		for _, l := range lines {
			if !l.is(name) {
				continue
			}
			n++
			if err := l.sound(); err != nil {
				t.Error(err)
			}
			edited := slices.Contains(s.timed, name)
			if err := l.check("p50-ns/op"); (err == nil) != edited {
				t.Errorf("%s: edited %v, and p50: %v", name, edited, err)
			}
		}
		if n != count {
			t.Errorf("%d result lines of %s, want %d", n, name, count)
		}
	}
}

func (s subject) wholeReport(t *testing.T, text string, count int) {
	t.Helper()
	var report struct {
		Plateau    int
		Benchmarks []struct {
			Name        string
			Runs        int
			Samples     int64
			Percentiles []struct {
				P     float64
				Value *float64
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	if report.Plateau != 1 {
		t.Errorf("version %d, want 1", report.Plateau)
	}
	for _, name := range s.timed {
		found := false
		for _, b := range report.Benchmarks {
			got := b.Name
			if !strings.HasPrefix(got, "Benchmark") {
				got = "Benchmark" + got
			}
			if !(line{name: got}).is(name) {
				continue
			}
			found = true
			if b.Runs != count || b.Samples < int64(count) || len(b.Percentiles) == 0 || b.Percentiles[0].Value == nil || !(*b.Percentiles[0].Value > 0) {
				t.Errorf("%s: %d runs, %d samples, percentiles %v", name, b.Runs, b.Samples, b.Percentiles)
			}
		}
		if !found {
			t.Errorf("the report has no %s:\n%s", name, text)
		}
	}
}
