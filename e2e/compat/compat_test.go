package compat

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var (
	table     = flag.Bool("table", false, "try all modules and print the table of docs/compatibility.md")
	only      = flag.String("only", "", "with -table, only modules whose path contains this")
	rounds    = flag.Int("rounds", 5, "with -table, how often the times of each side are measured; 0 not at all")
	benchTime = flag.String("round-time", "50ms", "with -table, the -benchtime of a round")
)

// command builds the command from the checkout that this module lies in.
func command(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plateau")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	cmd := exec.Command("go", "build", "-o", path, "./cmd/plateau")
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building the command: %v\n%s", err, out)
	}
	return path
}

// Two modules of others are rewritten, build, and lose nothing.
func TestSmallModules(t *testing.T) {
	if testing.Short() {
		t.Skip("downloads and builds modules")
	}
	plateau := command(t)
	for _, s := range subjects {
		if !slices.Contains(small, s.path) {
			continue
		}
		t.Run(s.path, func(t *testing.T) {
			dir := t.TempDir()
			if err := s.checkout(dir); err != nil {
				t.Skip(err)
			}
			row := tryOnce(t, s, dir, plateau)
			if row.measured < row.found || row.found == 0 {
				t.Errorf("%d of %d loops measured: %q", row.measured, row.found, row.left)
			}
			if row.sampled == 0 {
				t.Error("no result has samples")
			}
		})
	}
}

// A result is what became of a module.
type result struct {
	found, measured, benchmarks, sampled int
	left                                 []string
	auto, noise                          []float64
	slower, slowerPlain                  []string
}

// tryOnce runs each benchmark once as it is and once measured.
func tryOnce(t *testing.T, s subject, dir, plateau string) result {
	t.Helper()
	before, err := sum(dir)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := runner{dir: dir}.run(s.packages, s.once, "1x")
	if err != nil {
		t.Fatal(err)
	}
	auto, err := runner{dir, plateau}.run(s.packages, s.once, "1x")
	if err != nil {
		t.Fatal(err)
	}
	after, err := sum(dir)
	if err != nil || before != after {
		t.Errorf("the checkout has changed, error %v", err)
	}
	lost, failures := auto.lost(plain)
	if len(lost) > 0 || len(failures) > 0 {
		t.Errorf("lost: %q\nnew failures: %q\n%s", lost, failures, auto.output)
	}
	return result{found: auto.found, measured: auto.measured, left: auto.left, benchmarks: len(plain.lines), sampled: auto.sampled()}
}

func TestTable(t *testing.T) {
	if !*table {
		t.Skip("takes long; -args -table asks for it")
	}
	plateau := command(t)
	var out, left strings.Builder
	fmt.Fprintln(&out, "| module | loops | measured | benchmarks | with samples | of 1 µs and more | ns/op, measured / untouched | untouched / untouched | slower, measured | slower, untouched |")
	fmt.Fprintln(&out, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	loops, done := 0, 0
	for _, s := range subjects {
		if !strings.Contains(s.path, *only) {
			continue
		}
		dir := filepath.Join(t.TempDir(), "checkout")
		if err := s.checkout(dir); err != nil {
			t.Errorf("%v", err)
			continue
		}
		r := tryOnce(t, s, dir, plateau)
		all, err := compare(dir, plateau, s, *rounds, *benchTime)
		if err != nil {
			t.Error(err)
		}
		r.auto, r.noise = ratios(all)
		r.slower, r.slowerPlain = slower(all, measured), slower(all, plainB)
		loops += r.found
		done += r.measured
		row := fmt.Sprintf("| %s %s | %d | %d | %d | %d | %d | %s | %s | %d | %d |\n", s.path, s.version,
			r.found, r.measured, r.benchmarks, r.sampled, len(r.auto), describe(r.auto), describe(r.noise), len(r.slower), len(r.slowerPlain))
		t.Logf("%s%q\n%q", row, r.slower, r.slowerPlain) // as soon as it is known
		out.WriteString(row)
		for _, l := range r.left {
			fmt.Fprintf(&left, "* %s %s\n", s.path, l)
		}
		os.RemoveAll(dir)
	}
	t.Logf("\n%s\nLeft as they are, %d of %d:\n\n%s", out.String(), loops-done, loops, left.String())
	if loops > 0 && float64(done) < 0.98*float64(loops) {
		t.Errorf("%d of %d loops are measured, fewer than 98%%", done, loops)
	}
}

// The reading of other programs' output has witnesses of its own.
func TestReading(t *testing.T) {
	tr := &trial{lines: map[string][]map[string]float64{}}
	tr.readSummary("x\nplateau: 3 of 5 benchmark loops in 2 packages are measured; these run as before:\n\ta_test.go:3: why\n\tb/c_test.go:40: another\nok\n\td_test.go:1: not\n")
	if tr.found != 5 || tr.measured != 3 || len(tr.left) != 2 {
		t.Errorf("summary read as %+v", tr)
	}
	tr.readSummary("plateau: 1 benchmark loop in 1 package, all measured\n")
	if tr.found != 1 || tr.measured != 1 {
		t.Errorf("summary read as %+v", tr)
	}
	err := tr.readEvents([]byte(`{"Action":"output","Package":"p","Output":"BenchmarkA-2 \t"}` + "\n" +
		`{"Action":"output","Package":"p","Output":"      10\t       2.5 ns/op\t 3 p50-ns/op\n"}` + "\nnoise\n" +
		`{"Action":"fail","Package":"p","Test":"BenchmarkB"}` + "\n"))
	want := map[string][]map[string]float64{"p BenchmarkA-2": {{"ns/op": 2.5, "p50-ns/op": 3}}}
	if err != nil || !reflect.DeepEqual(tr.lines, want) || tr.sampled() != 1 || !slices.Equal(tr.failed, []string{"p BenchmarkB"}) {
		t.Errorf("events: error %v, failed %q, lines %v, want %v", err, tr.failed, tr.lines, want)
	}
	less := &trial{lines: map[string][]map[string]float64{"p BenchmarkA-2": {{"ns/op": 1}}}}
	if lost, failures := less.lost(tr); len(lost) != 1 || len(failures) != 0 {
		t.Errorf("lost %q, failures %q", lost, failures)
	}
	if lost, failures := tr.lost(less); len(lost) != 0 || len(failures) != 1 {
		t.Errorf("lost %q, failures %q", lost, failures)
	}
	auto, noise := ratios(map[string]times{
		"slow":  {plainA: {1000, 2000, 4000}, measured: {3000, 6000, 99_000}, plainB: {4000, 8000, 8000}},
		"quick": {plainA: {999}, measured: {1}, plainB: {1}},
		"gone":  {plainA: {2000}, plainB: {2000}},
	})
	if !slices.Equal(auto, []float64{1.5}) || !slices.Equal(noise, []float64{4}) {
		t.Errorf("ratios %v and %v", auto, noise)
	}
	some := map[string]times{
		"slower":  {plainA: {2000, 3000}, measured: {3001, 9000}, plainB: {1000, 2500}},
		"touches": {plainA: {2000, 3000}, measured: {3000, 9000}, plainB: {1000, 2500}},
		"between": {plainA: {2000, 3000}, measured: {4000, 9000}, plainB: {1000, 5000}},
		"quick":   {plainA: {20, 30}, measured: {40, 90}, plainB: {10, 20}},
	}
	if got := slower(some, measured); len(got) != 1 || !strings.HasPrefix(got[0], "slower: ") {
		t.Errorf("slower %q", got)
	}
	if got := slower(some, plainB); len(got) != 0 {
		t.Errorf("slower untouched %q", got)
	}
}
