package reportx

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/roofline"
	"github.com/plateau-bench/plateau/internal/tally"
)

// A made series is n samples that are made whenever they are looked at: around 10 µs, every thousandth ten times as long, and one,
// the number peak, of 1 s.
type made struct{ n, peak int64 }

func (m made) blocks(yield func([]int64, float64) bool) error {
	block := make([]int64, 0, 4096)
	for i := int64(0); i < m.n; i++ {
		x := 10_000 + i*7919%1000
		if i%1000 == 500 {
			x *= 10
		}
		if i == m.peak {
			x = 1e9
		}
		if block = append(block, x); len(block) == cap(block) || i == m.n-1 {
			if !yield(block, 1000) {
				return nil
			}
			block = block[:0]
		}
	}
	return nil
}

func madeRun(n, peak, warmup int64) *Run {
	return &Run{Iters: n, Rep: -1, Class: "warmup", Series: []*Series{{Batch: 1, Warmup: warmup, Samples: Samples{n, made{n, peak}}}}}
}

// countingWriter counts bytes.
type countingWriter struct{ n int64 }

func (w *countingWriter) Write(p []byte) (int, error) { w.n += int64(len(p)); return len(p), nil }

// manySamples is how large a page of ten runs of n samples is, and what was allocated to write it, in bytes.
func manySamples(t *testing.T, n int64) (size, allocated int64) {
	t.Helper()
	b := &Benchmark{Name: "BenchmarkMany-8"}
	for i := range int64(10) {
		b.Runs = append(b.Runs, madeRun(n, 1234+i*7_777, 1000))
	}
	rep, err := NewReport(&Results{Benchmarks: []*Benchmark{b}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var w countingWriter
	if err := rep.WriteHTML(&w); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return w.n, int64(after.TotalAlloc - before.TotalAlloc)
}

// A page of 1e7 samples is smaller than 2 MB, and writing it takes no more memory than one of a tenth of them: read run by
// run, they are never held together.
func TestHTMLOfManySamples(t *testing.T) {
	if testing.Short() {
		t.Skip("ten million samples")
	}
	_, few := manySamples(t, 100_000)
	size, many := manySamples(t, 1_000_000)
	t.Logf("%d bytes of HTML, %d allocated for it, %d with a tenth of the samples", size, many, few)
	if size > 2e6 {
		t.Errorf("%d bytes", size)
	}
	if many > few+few/10 {
		t.Errorf("%d bytes allocated, and %d with a tenth of the samples", many, few)
	}
}

// What a page weighs depends on the runs, and is bounded for many of them as well.
func TestHTMLOfManyRuns(t *testing.T) {
	b := &Benchmark{Name: "BenchmarkRuns-8"}
	for i := range int64(300) {
		b.Runs = append(b.Runs, madeRun(600, i, 10))
	}
	rep, err := NewReport(&Results{Benchmarks: []*Benchmark{b}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var w countingWriter
	if err := rep.WriteHTML(&w); err != nil || w.n > 2e6 {
		t.Errorf("%d bytes, %v", w.n, err)
	}
}

// No down-sampling loses the slowest sample, wherever it is.
func TestScanKeepsExtremes(t *testing.T) {
	for _, n := range []int64{1, 2, 959, 960, 961, 10_000, 123_457} {
		for _, peak := range []int64{0, 1, n / 2, n - 1} {
			list, err := scanRuns([]*Run{madeRun(n, peak, min(1, n-1))}, nil, detailOf([]int{1}), newSpreader())
			if err != nil || len(list) != 1 {
				t.Fatal(list, err)
			}
			top := int64(0)
			for _, c := range list[0].columns {
				top = max(top, c.Max)
			}
			if peak < n && top != 1e12 {
				t.Errorf("%d samples, the slowest is number %d: the figure reaches %d ps", n, peak, top)
			}
			if peak >= 1 && peak < n && list[0].pooled.max != 1e12 {
				t.Errorf("%d samples, the slowest is number %d: the pool reaches %d ps", n, peak, list[0].pooled.max)
			}
		}
	}
}

func TestDetailOf(t *testing.T) {
	for _, c := range []struct {
		benchmarks, runs           int // of each
		strips, columns, positions int
	}{
		{0, 0, 1200, 960, 120}, {1, 1, 1200, 960, 120}, {1, 61, 1200, 960, 120}, {1, 62, 1200, 952, 120}, {1, 300, 1200, 199, 66},
		{1, 1_000_000, 1200, 49, 16}, {2, 1_000_000, 600, 49, 16}, {199, 3, 6, 100, 33}, {199, 10, 6, 50, 16}, {201, 1000, 6, 49, 16},
	} {
		got := detailOf(slices.Repeat([]int{c.runs}, c.benchmarks))
		if want := (detail{c.strips, c.columns, c.positions}); got != want {
			t.Errorf("%d benchmarks of %d runs: %+v, want %+v", c.benchmarks, c.runs, got, want)
		}
	}
}

// htmlOf is the report of a benchmark as HTML.
func htmlOf(t *testing.T, b *Benchmark) string {
	t.Helper()
	rep, err := NewReport(&Results{Benchmarks: []*Benchmark{b}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := rep.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A page loads nothing, and no text in a file becomes markup.
func TestHTMLHostile(t *testing.T) {
	const evil = `</code></style></title><script>alert(1)</script><img src="http://example.com/x" onerror='alert(2)'>`
	run := madeRun(500, 77, 5)
	run.File, run.Config = evil, []KeyValue{{evil, evil}}
	run.Metrics = []Metric{{5, evil}, {7, "B/op"}}
	run.Series = append(run.Series, &Series{Name: evil, Batch: 1, Samples: Samples{100, made{100, 5}}})
	run.Marks = []string{evil}
	one := 1.0
	run.tally = &tally.Record{Iters: 1, WallNS: 1, Counts: []tally.Count{{Name: evil, Scope: tally.Thread, Total: &one, Unit: evil, Why: evil}}, Notes: []string{evil}}
	run.roofline = &roofline.Record{
		Work: roofline.Work{Flops: 1e4, Bytes: 1e4}, Roof: roofline.Roof{Flops: 1e10, Memory: []roofline.Level{{Name: evil, Bandwidth: 1e10}}},
		Cores: 1, Peaks: evil, Notes: []string{evil},
	}
	b := &Benchmark{Pkg: evil, Name: evil, Config: []KeyValue{{evil, evil}}, Runs: []*Run{run}}
	page := htmlOf(t, b)
	for _, bad := range []string{"<script", "<img", "</code></style>"} {
		if at := strings.Index(strings.ToLower(page), bad); at >= 0 {
			t.Errorf("%s: ...%.200s", bad, page[max(0, at-50):])
		}
	}
	if n := strings.Count(page, "<title>") - strings.Count(page, "</title>"); n != 0 {
		t.Errorf("titles: %d more begin than end", n)
	}
	if refs := regexp.MustCompile(`(?i)\b(?:src|href|xlink:href|action|data)\s*=\s*"([^"]*)"`).FindAllStringSubmatch(page, -1); len(refs) == 0 {
		t.Error("no links at all")
	} else {
		for _, ref := range refs {
			if !strings.HasPrefix(ref[1], "#") && ref[1] != "data:," {
				t.Errorf("the page refers to %q", ref[1])
			}
		}
	}
	if !strings.Contains(page, "&lt;script&gt;alert(1)&lt;/script&gt;") {
		t.Error("the name is not there")
	}
}

// Whatever is or is not known, a page can be written, and holds no number that is none.
func TestHTMLOfLittle(t *testing.T) {
	zero := &Run{Rep: -1, Series: []*Series{{Batch: 1, Samples: Samples{3, column{0, 0, 0}}}}}
	warm := madeRun(5, 1, 5) // nothing but warm-up
	for name, runs := range map[string][]*Run{
		"no runs": nil, "nothing": {{}}, "a result line": {{Iters: 1, Metrics: []Metric{{5, "ns/op"}, {0, "B/op"}, {math.MaxFloat64, "x"}, {-1, "y"}}}},
		"zeros": {zero}, "warm-up alone": {warm}, "one sample": {madeRun(1, 0, 0)}, "two": {madeRun(2, 1, 0)}, "mixed": {zero, warm, madeRun(9, 2, 1), {}},
		"an empty series": {{Series: []*Series{{Batch: 1}}}},
	} {
		page := htmlOf(t, &Benchmark{Name: "BenchmarkA", Runs: runs})
		if bad := regexp.MustCompile(`NaN|[+-]Inf|%!|<no value>`).FindString(page); bad != "" || !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
			t.Errorf("%s: %q in the page", name, bad)
		}
	}
}

// Runs that no pool can take together are drawn all the same.
func TestHTMLWithoutPool(t *testing.T) {
	b := &Benchmark{Name: "A", Runs: []*Run{madeRun(10, 1, 0), madeRun(10, 2, 0)}}
	b.Runs[0].Series[0].Batch, b.Runs[1].Series[0].Batch = 1<<20-1, 1<<20
	rep, err := NewReport(&Results{Benchmarks: []*Benchmark{b}}, Options{})
	if err == nil {
		t.Fatal("they were pooled")
	}
	var out bytes.Buffer
	if err := rep.WriteHTML(&out); err != nil || strings.Count(out.String(), "left out of the pool") < 2 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// An error of writing is the error of WriteHTML.
func TestHTMLWriteError(t *testing.T) {
	rep, err := NewReport(&Results{Benchmarks: []*Benchmark{{Name: "A", Runs: []*Run{madeRun(10, 1, 0)}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := rep.WriteHTML(failing{}); err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("%v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) {
	return 0, fmt.Errorf("the disk is full: %w", io.ErrShortWrite)
}

// Comparisons of little can be written as well.
func TestHTMLComparison(t *testing.T) {
	side := func(name string, runs ...*Run) Side {
		rs := NewResults(ReadOptions{})
		b := rs.benchmark("p<b>", "BenchmarkA<i>")
		b.Runs = runs
		return Side{name + "</svg>", rs}
	}
	line := func(v float64) *Run { return &Run{Iters: 1, Metrics: []Metric{{v, "ns/op"}, {v, "MB/s"}, {-v, "z"}}} }
	zero := &Run{Rep: -1, Series: []*Series{{Batch: 1, Samples: Samples{3, column{0, 0, 0}}}}}
	for name, sides := range map[string][]Side{
		"samples":           {side("a", madeRun(5000, 5, 1), madeRun(5000, 9, 1)), side("b", madeRun(7000, 5, 2), madeRun(7000, 6, 0))},
		"one run each":      {side("a", madeRun(50, 5, 1)), side("b", madeRun(10, 5, 1))},
		"lines":             {side("a", line(5), line(6)), side("b", line(7), line(0))},
		"zeros":             {side("a", zero), side("b", zero)},
		"zeros on one side": {side("a", zero, zero), side("b", madeRun(50, 5, 1))},
		"nothing":           {side("a", &Run{}), side("b", &Run{})},
		"three sides":       {side("a", madeRun(50, 5, 1)), side("b", madeRun(10, 5, 1)), side("c", madeRun(20, 5, 1))},
	} {
		c, err := NewComparison(sides, CompareOptions{})
		if (err != nil) != (name == "nothing") {
			t.Fatalf("%s: %v", name, err)
		}
		var out bytes.Buffer
		if err := c.WriteHTML(&out); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		page := out.String()
		if bad := regexp.MustCompile(`NaN|[+-]Inf|%!|<no value>|<i>`).FindString(page); bad != "" || !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
			t.Errorf("%s: %q in the page", name, bad)
		}
	}
}

// A window is named after the one package, or the one benchmark, that it is about.
func TestSubjectOf(t *testing.T) {
	for _, c := range []struct {
		of   [][2]string
		want string
	}{
		{nil, ""},
		{[][2]string{{"", "A"}}, "A"},
		{[][2]string{{"", "A"}, {"", "B"}}, ""},
		{[][2]string{{"p", "A"}}, "p"},
		{[][2]string{{"p", "A"}, {"p", "B"}}, "p"},
		{[][2]string{{"p", "A"}, {"q", "A"}}, ""},
		{[][2]string{{"p\x00", "A"}}, `p\x00`},
	} {
		if got := subjectOf(len(c.of), func(i int) (pkg, name string) { return c.of[i][0], c.of[i][1] }); got != c.want {
			t.Errorf("%q: %q, want %q", c.of, got, c.want)
		}
	}
}

func TestShortNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 0.25: "0.25", 1: "1", 100: "100", 999: "999", 1e3: "1k", 1e5: "100k", 1e6: "1M", 2.5e9: "2.5G", 1e10: "10G", 1e12: "1T"} {
		if got := shortNumber(x, 4); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// The line of a gate is on the side of what is worse, and no line is where there is a budget.
func TestChangeLimit(t *testing.T) {
	for text, want := range map[string]float64{"p99=+10%": 1.1, "req/s=-20%": 0.8, "p50=5ms": 0} {
		l, err := ParseLimit(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&Change{Limit: &l}).limit(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if got := (&Change{}).limit(); got != 0 {
		t.Errorf("no limit: %v", got)
	}
}
