package reportx

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/perf/benchfmt"

	"github.com/plateau-bench/plateau/internal/series"
)

func TestWriteCSV(t *testing.T) {
	odd := batched("BenchmarkB/q=\"a,b\"-2", 4, 1, 10, 6)
	odd.run.Series = append(odd.run.Series, series.Series{Name: "ttft", Batch: 1, Samples: 1})
	odd.values = append(odd.values, []int64{3})
	rs := readWhole(t, "in", sampleFile(t, 1, nsRun("BenchmarkA-2", 1, 9, 5), nsRun("BenchmarkA-2", 0, 7), odd))
	var out bytes.Buffer
	if err := rs.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const pkg = "example.com/p"
	want := [][]string{
		{"benchmark", "run", "index", "phase", "ns", "batch", "stage", "pkg"},
		{"BenchmarkA-2", "1", "0", "warmup", "9", "1", "", pkg},
		{"BenchmarkA-2", "1", "1", "steady", "5", "1", "", pkg},
		{"BenchmarkA-2", "2", "0", "steady", "7", "1", "", pkg},
		{odd.run.Name, "1", "0", "warmup", "2.5", "4", "", pkg},
		{odd.run.Name, "1", "1", "steady", "1.5", "4", "", pkg},
		{odd.run.Name, "1", "0", "steady", "3", "1", "ttft", pkg},
	}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// failWriter fails once it has taken n bytes.
type failWriter struct{ n int }

func (w *failWriter) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errDisk
	}
	return len(p), nil
}

var errDisk = &Problem{"disk", 0, errEmpty}

// Whatever is written, a full disk is an error.
func TestWriteErrors(t *testing.T) {
	rs := readWhole(t, "in", sampleFile(t, 1, nsRun("BenchmarkA-2", 0, times(5000, 7)...)))
	rep, err := NewReport(rs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := Classify(rs, false)
	if err != nil {
		t.Fatal(err)
	}
	w := new(failWriter)
	for name, err := range map[string]error{
		"text": rep.WriteText(w, TextOptions{}), "markdown": rep.WriteMarkdown(w), "json": rep.WriteJSON(w), "bench": rep.WriteBench(w),
		"csv": rs.WriteCSV(w), "hlog": rs.WriteHlog(w), "hgrm": rs.WriteHgrm(w),
		"steady text": WriteSteadyText(w, list), "steady json": WriteSteadyJSON(w, list),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A log is read back by the library: an interval for each run, tagged, with
// the run's steady samples to three digits.
func TestWriteHlog(t *testing.T) {
	a, b := nsRun("BenchmarkA-2", 1, 9e6, 1_234_567, 50_000), batched("BenchmarkB-2", 2, 0, 2000, 4001)
	b.run.Start = testStart.Add(2500 * time.Millisecond)
	rs := readWhole(t, "in", sampleFile(t, 1, a, b))
	rs.Benchmarks[0].Name = "BenchmarkA, x-2" // such a name cannot be printed, but a series may have it
	var out bytes.Buffer
	if err := rs.WriteHlog(&out); err != nil {
		t.Fatal(err)
	}
	log := out.String()
	r := hdrhistogram.NewHistogramLogReader(strings.NewReader(log))
	var all []*hdrhistogram.Histogram
	for {
		h, err := r.NextIntervalHistogram()
		if err != nil {
			t.Fatal(err)
		}
		if h == nil {
			break
		}
		all = append(all, h)
	}
	if len(all) != 2 {
		t.Fatalf("%d intervals in\n%s", len(all), log)
	}
	if got := []string{all[0].Tag(), all[1].Tag()}; !slices.Equal(got, []string{"BenchmarkA__x-2", "BenchmarkB-2"}) {
		t.Errorf("tags %q", got)
	}
	if h := all[0]; h.TotalCount() != 2 || !near(h.Max(), 1_234_567) || !near(h.Min(), 50_000) {
		t.Errorf("%d values from %d to %d", h.TotalCount(), h.Min(), h.Max())
	}
	if h := all[1]; h.TotalCount() != 2 || h.Min() != 1000 || !near(h.Max(), 2001) {
		t.Errorf("%d values from %d to %d: ns per operation", h.TotalCount(), h.Min(), h.Max())
	}
	if d := all[1].StartTimeMs() - all[0].StartTimeMs(); d != 2500 {
		t.Errorf("intervals begin %d ms apart, the runs did 2500", d)
	}
	if line := strings.Split(log, "\n")[4]; !strings.Contains(line, ",1.23") {
		t.Errorf("the maximum is not in ms: %.80s", line)
	}
}

func near(got, want int64) bool { return math.Abs(float64(got)/float64(want)-1) < 0.001 }

// Runs of which no start is known follow one another.
func TestHlogWithoutStart(t *testing.T) {
	var out bytes.Buffer
	if err := readWhole(t, "in", numbers(times(1000, ms), times(500, ms))).WriteHlog(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{"Tag=in,0.000000,1.", "Tag=in,1."} {
		if !strings.HasPrefix(lines[4+i], want) {
			t.Errorf("interval %d: %.60s, want %s", i, lines[4+i], want)
		}
	}
}

// A distribution's last line is the maximum, its median lies where it should.
func TestWriteHgrm(t *testing.T) {
	xs := make([]int64, 1000)
	for i := range xs {
		xs[i] = int64(i+1) * 1000
	}
	var out bytes.Buffer
	rs := readWhole(t, "in", sampleFile(t, 1, nsRun("BenchmarkA-2", 0, xs[:400]...), nsRun("BenchmarkA-2", 0, xs[400:]...)))
	if err := rs.WriteHgrm(&out); err != nil {
		t.Fatal(err)
	}
	var median, largest float64
	var total int
	for line := range strings.Lines(out.String()) {
		f := strings.Fields(line)
		if len(f) != 4 {
			continue
		}
		value, err := strconv.ParseFloat(f[0], 64)
		if err != nil {
			continue
		}
		if f[1] == "0.500000" {
			median = value
		}
		largest = value
		total, _ = strconv.Atoi(f[2])
	}
	if math.Abs(median/500_000-1) > 0.001 || math.Abs(largest/1_000_000-1) > 0.001 || total != 1000 {
		t.Errorf("median %v, maximum %v of %d:\n%s", median, largest, total, out.String())
	}
	if strings.Contains(out.String(), "Benchmark") {
		t.Error("a single distribution needs no name")
	}
}

// An operation shorter than a nanosecond has a distribution too.
func TestHgrmBelowNanosecond(t *testing.T) {
	var out bytes.Buffer
	if err := readWhole(t, "in", sampleFile(t, 1, batched("BenchmarkA-2", 64, 0, times(10, 16)...))).WriteHgrm(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "0.250 ") {
		t.Errorf("no 0.25 ns in\n%s", out.String())
	}
}

// parseBench reads what WriteBench wrote.
func parseBench(t *testing.T, in []byte) (results []*benchfmt.Result, units benchfmt.UnitMetadataMap) {
	t.Helper()
	r := benchfmt.NewReader(bytes.NewReader(in), "out")
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.Result:
			results = append(results, rec.Clone())
		case *benchfmt.SyntaxError:
			t.Errorf("%v in\n%s", rec, in)
		}
	}
	return results, r.Units()
}

func TestWriteBench(t *testing.T) {
	xs := make([]int64, 200)
	for i := range xs {
		xs[i] = int64(1000 + i)
	}
	a := nsRun("BenchmarkA-2", 0, xs[:100]...)
	a.line = "BenchmarkA-2 \t 100 \t 5 ns/op \t 111 p50-ns/op \t 222 mean-ns/op \t 3 warmup-iters \t 64 B/op"
	mismatch := nsRun("BenchmarkA-2", 0, 1e9)
	mismatch.run.Marks = []string{"procs-mismatch"}
	rep := reportOf(t, sampleFile(t, 1, a, mismatch, nsRun("BenchmarkA-2", 0, xs[100:]...)), Options{})
	var out bytes.Buffer
	if err := rep.WriteBench(&out); err != nil {
		t.Fatal(err)
	}
	results, units := parseBench(t, out.Bytes())
	if len(results) != 3 {
		t.Fatalf("%d lines, want two runs and their pool:\n%s", len(results), out.String())
	}
	for i, want := range []map[string]float64{
		{"sec/op": 5e-9, "warmup-iters": 3, "B/op": 64, "mean-sec/op": 1049.5e-9, "p50-sec/op": 1049e-9, "p95-sec/op": 1094e-9, "p99-sec/op": 1098e-9},
		{"sec/op": 100e-9, "mean-sec/op": 1149.5e-9, "p50-sec/op": 1149e-9, "p95-sec/op": 1194e-9, "p99-sec/op": 1198e-9, "warmup-iters": 0},
		{"pooled-mean-sec/op": 1099.5e-9, "pooled-p50-sec/op": 1099e-9, "pooled-p95-sec/op": 1189e-9, "pooled-p99-sec/op": 1197e-9},
	} {
		got := make(map[string]float64)
		for _, v := range results[i].Values {
			if _, twice := got[v.Unit]; twice {
				t.Errorf("line %d has %s twice", i, v.Unit)
			}
			got[v.Unit] = v.Value
		}
		for unit, v := range want {
			if math.Abs(got[unit]-v) > 1e-18 && math.Abs(got[unit]/v-1) > 1e-12 {
				t.Errorf("line %d: %v %s, want %v", i, got[unit], unit, v)
			}
		}
		if len(got) != len(want) {
			t.Errorf("line %d has %v", i, got)
		}
	}
	if a := units.GetAssumption("pooled-p99-sec/op"); a == nil || units.Get("pooled-p99-sec/op", "assume") == nil {
		t.Errorf("the pool is not declared exact:\n%s", out.String())
	}
	if got := results[0].GetConfig("pkg"); got != "example.com/p" {
		t.Errorf("pkg %q", got)
	}
}

// A time of 0 would make a table of its own in benchstat: it is left out.
func TestBenchWithoutZeros(t *testing.T) {
	var out bytes.Buffer
	if err := reportOf(t, numbers(times(40, 0)), Options{}).WriteBench(&out); err != nil {
		t.Fatal(err)
	}
	if results, _ := parseBench(t, out.Bytes()); len(results) != 0 {
		t.Errorf("lines of zeros:\n%s", out.String())
	}
}

// What is written is read again as the same runs.
func TestBenchReadAgain(t *testing.T) {
	in := "pkg: p\nBenchmarkA-2 \t 10\t 5 ns/op\t 7 B/op\nBenchmarkA-2 \t 10\t 6 ns/op\n\npkg: q\nBenchmarkA-2 \t 10\t 7 ns/op\n"
	first := readWhole(t, "in", []byte(in))
	rep, err := NewReport(first, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := rep.WriteBench(&out); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(shape(first), shape(readWhole(t, "in", out.Bytes()))); d != "" {
		t.Errorf("(-first +again):\n%s\n%s", d, out.String())
	}
}

func TestBenchmarkName(t *testing.T) {
	for name, want := range map[string]string{
		"BenchmarkA/b-2": "A/b-2", "go/flat": "Go/flat", "a b": "A_b", "Ä": "Ä", "über": "Über", "": "", "1": "1",
	} {
		if got := string(benchmarkName(name)); got != want {
			t.Errorf("benchmarkName(%q) = %q, want %q", name, got, want)
		}
	}
}
