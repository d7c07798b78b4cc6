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

// outputs are result lines of the same benchmark as different means leave them.
type outputs map[string]string

const (
	fromGoTest = "go test"
	fromSample = "sample file"
	fromRun    = "plateau run"
	fromReport = "plateau report"
)

// produce runs the benchmark of shiftSource six times by go test and by plateau
// run.
func produce(t *testing.T, u *user, slow string) outputs {
	t.Helper()
	flags := []string{"-run=^$", "-bench=.", "-benchtime=20000x", "-count=6"}
	o, dir, env := outputs{}, t.TempDir(), "SLOW="+slow
	o[fromGoTest] = u.run([]string{env, "PLATEAU_OUT=" + dir}, "go", append([]string{"test"}, flags...)...)
	files, err := filepath.Glob(filepath.Join(dir, "*.bench"))
	if err != nil || len(files) != 1 {
		t.Fatalf("sample files %q, want one (%v)", files, err)
	}
	o[fromSample] = readFile(t, files[0])
	u.run([]string{env}, "plateau", append([]string{"run", "-o", "run.bench"}, flags...)...)
	o[fromRun] = readFile(t, filepath.Join(u.dir, "run.bench"))
	o[fromReport] = u.run(nil, "plateau", "report", "-format=bench", "run.bench")
	return o
}

// TestBenchstatProduced makes the tail four times as slow for real, and finds it in
// everything that carries result lines: what go test prints, sample files, the
// file of plateau run, and its report in the same format. What is tested is that
// benchstat finds in the lines what is there, so a machine that disturbs a
// measurement gets another try.
func TestBenchstatProduced(t *testing.T) {
	u := newUser(t, map[string]string{"user_test.go": shiftSource, "main_test.go": pooledMain})
	var before, after outputs
	for try := range 5 {
		before, after = produce(t, u, "20us"), produce(t, u, "80us")
		if shifted(t, before, after) {
			break
		}
		t.Logf("try %d: the machine disturbs what is measured", try)
	}
	name := strings.TrimPrefix(firstName(t, after[fromGoTest]), "Benchmark")

	for what := range before {
		t.Run(what, func(t *testing.T) {
			findsShift(t, before[what], after[what], name)
			if what != fromSample { // which knows only what benchx does
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
			writeFile(t, "old.txt", before[fromGoTest]+before[fromSample]),
			writeFile(t, "new.txt", after[fromGoTest]+after[fromSample]))
		oneConfiguration(t, text)
		tableOf(t, text, "p99-sec/op")
	})

	// One pooled line a side compares, since its unit is declared exact.
	t.Run("pooled", func(t *testing.T) {
		for _, what := range []string{fromGoTest, fromReport} {
			text := benchstat(t, writeFile(t, "old.txt", before[what]), writeFile(t, "new.txt", after[what]))
			p99 := tableOf(t, text, "pooled-p99-sec/op")
			if shift, ok := shiftOf(t, pooledChange, p99, name); !ok || shift < leastShift || shift > mostShift {
				t.Errorf("%s: the pooled p99 does not compare: %v%% (found %v)\n%s", what, shift, ok, p99)
			}
		}
	})
}

// The shift of 300% as it may be measured, in percent.
const leastShift, mostShift = 100, 900

// pooledChange is what benchstat says of one line a side.
var pooledChange = regexp.MustCompile(`([+-]\d+\.\d+)% \((n=1)\)`)

// shifted reports whether the means over the lines of all outputs show the shift.
func shifted(t *testing.T, before, after outputs) bool {
	t.Helper()
	p99 := func(text string) float64 {
		lines, err := parseResults(text)
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0
		for _, l := range lines {
			if v, ok := l.values["p99-ns/op"]; ok {
				sum, n = sum+v, n+1
			}
		}
		return sum / float64(n)
	}
	for what := range before {
		if r := p99(after[what])/p99(before[what]) - 1; r < leastShift/100.0 || r > mostShift/100.0 {
			return false
		}
	}
	return true
}

// findsShift fails unless both benchstats find the shift in the p99 of name, in
// tables that nothing splits.
func findsShift(t *testing.T, before, after, name string) {
	t.Helper()
	oldFinds(t, before, after, name, leastShift, mostShift)
	text := benchstat(t, "old="+writeFile(t, "old.txt", before), "new="+writeFile(t, "new.txt", after))
	oneConfiguration(t, text)
	for _, unit := range tidied {
		tableOf(t, text, unit)
	}
	p99 := tableOf(t, text, "p99-sec/op")
	if shift, ok := shiftIn(t, p99, name); !ok || shift < leastShift || shift > mostShift {
		t.Errorf("a p99 of 80 us against 20 us shows as %v%% (found %v):\n%s", shift, ok, p99)
	}
	if !regexp.MustCompile(`\d\.\d+µ`).MatchString(p99) {
		t.Errorf("20,000 ns are not scaled:\n%s", p99)
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
