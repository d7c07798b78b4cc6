package e2e

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shiftSource has a benchmark whose slow operations, 2 in 100, take SLOW.
//
// Operations are so short that other work on the machine interrupts few of them:
// many fewer than those 2 in 100.
const shiftSource = `package user

import (
	"os"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/benchx"
)

func BenchmarkLookup(b *testing.B) {
	slow, err := time.ParseDuration(os.Getenv("SLOW"))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(1000)
	b.ReportAllocs()
	s := benchx.Start(b)
	for i := 0; b.Loop(); i++ {
		d := 2 * time.Microsecond
		if i%50 == 49 {
			d = slow
		}
		spin(d)
		s.Lap()
	}
}
`

// pooledMain makes the module's runs end with pooled lines.
const pooledMain = `package user

import (
	"os"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

func TestMain(m *testing.M) { os.Exit(benchx.Main(m)) }
`

// TestBenchstatProduced makes a 20% shift of the tail for real, and finds it in
// everything that carries result lines: what go test prints, sample files, the
// file of plateau run, and its report in the same format.
func TestBenchstatProduced(t *testing.T) {
	u := newUser(t, map[string]string{"user_test.go": shiftSource, "main_test.go": pooledMain})
	flags := []string{"-run=^$", "-bench=.", "-benchtime=10000x", "-count=6"}

	produce := map[string]func(env string) string{
		"go test": func(env string) string {
			return u.run([]string{env}, "go", append([]string{"test"}, flags...)...)
		},
		"sample file": func(env string) string {
			dir := t.TempDir()
			u.run([]string{env, "PLATEAU_OUT=" + dir}, "go", append([]string{"test"}, flags...)...)
			files, err := filepath.Glob(filepath.Join(dir, "*.bench"))
			if err != nil || len(files) != 1 {
				t.Fatalf("sample files %q, want one (%v)", files, err)
			}
			return readFile(t, files[0])
		},
		"plateau run": func(env string) string {
			u.run([]string{env}, "plateau", append([]string{"run", "-o", "run.bench"}, flags...)...)
			return readFile(t, filepath.Join(u.dir, "run.bench"))
		},
		"plateau report": func(env string) string { // of the run before
			return u.run(nil, "plateau", "report", "-format=bench", "run.bench")
		},
	}
	before, after := map[string]string{}, map[string]string{}
	for _, side := range []struct {
		slow string
		into map[string]string
	}{{"50us", before}, {"60us", after}} {
		for _, what := range []string{"go test", "sample file", "plateau run", "plateau report"} {
			side.into[what] = produce[what]("SLOW=" + side.slow)
		}
	}
	name := strings.TrimPrefix(firstName(t, after["go test"]), "Benchmark")

	for what := range produce {
		t.Run(what, func(t *testing.T) {
			findsShift(t, before[what], after[what], name)
			if what != "sample file" { // which knows only what benchx does
				text := benchstat(t, writeFile(t, "old.txt", before[what]), writeFile(t, "new.txt", after[what]))
				for _, unit := range []string{"B/s", "B/op", "allocs/op"} {
					tableOf(t, text, unit)
				}
			}
		})
	}

	// A file of several kinds of output is one table too.
	t.Run("mixed", func(t *testing.T) {
		text := benchstat(t,
			writeFile(t, "old.txt", before["go test"]+before["sample file"]),
			writeFile(t, "new.txt", after["go test"]+after["sample file"]))
		oneConfiguration(t, text)
		tableOf(t, text, "p99-sec/op")
	})

	// One pooled line a side compares, since its unit is declared exact.
	t.Run("pooled", func(t *testing.T) {
		for _, what := range []string{"go test", "plateau report"} {
			text := benchstat(t, writeFile(t, "old.txt", before[what]), writeFile(t, "new.txt", after[what]))
			p99 := tableOf(t, text, "pooled-p99-sec/op")
			if !regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name) + ` .*\+(1\d|2\d|3[0-5])\.\d+% \(n=1\)`).MatchString(p99) {
				t.Errorf("%s: the pooled p99 does not compare:\n%s", what, p99)
			}
		}
	})
}

// findsShift fails unless both benchstats find the p99 of name 20% up, 10 to 35
// for what the machine adds, in tables that nothing splits.
func findsShift(t *testing.T, before, after, name string) {
	t.Helper()
	oldFinds(t, before, after, name, 10, 35)
	text := benchstat(t, "old="+writeFile(t, "old.txt", before), "new="+writeFile(t, "new.txt", after))
	oneConfiguration(t, text)
	for _, unit := range tidied {
		tableOf(t, text, unit)
	}
	p99 := tableOf(t, text, "p99-sec/op")
	if shift, ok := shiftIn(t, p99, name); !ok || shift < 10 || shift > 35 {
		t.Errorf("a p99 of 60 us against 50 us shows as %v%% (found %v):\n%s", shift, ok, p99)
	}
	if !regexp.MustCompile(`\d\.\d+µ`).MatchString(p99) {
		t.Errorf("50,000 ns are not scaled:\n%s", p99)
	}
}

func firstName(t *testing.T, text string) string {
	t.Helper()
	lines, err := parseResults(text)
	if err != nil || len(lines) == 0 {
		t.Fatalf("%d result lines (%v) in:\n%s", len(lines), err, text)
	}
	return lines[0].name
}
