package benchx

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
)

// runOf is a run whose samples, in ns per batch, are all, the first warm of them warm-up.
func runOf(name string, rep int, all []int64, warm int64, batch int, marks ...string) *run {
	r := &run{metrics: metrics{}}
	r.Run = series.Run{
		Name: name, Procs: 1, Rep: rep, Iters: int64(len(all) * batch), TickNS: 1, Batch: batch,
		WarmupIters: warm * int64(batch), Marks: marks,
	}
	r.metrics.addStats("", blocksOf(all), warm, defaultPercentiles, 1/float64(batch))
	r.metrics["warmup-iters"] = float64(r.WarmupIters)
	r.addSeries(series.Series{Batch: batch, Warmup: warm}, blocksOf(all))
	return r
}

// around are n samples that scatter by 1% around level, in ns.
func around(level float64, n int, seed uint64) []int64 {
	r := rand.New(rand.NewPCG(seed, 1))
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(level * (1 + 0.01*r.NormFloat64()))
	}
	return all
}

// summarized is a benchmark behind its last run, and the summary that is printed.
type summarized struct {
	*benchmark
	summary *summary
}

func summaryOf(t *testing.T, notes []string, runs ...*run) (summarized, []string) {
	t.Helper()
	b := summarized{benchmark: &benchmark{name: "BenchmarkA", ps: defaultPercentiles, runs: runs, notes: notes}}
	b.summary, _ = b.pool("BenchmarkA")
	text := b.summarize("BenchmarkA")
	if text == "" {
		return b, nil
	}
	lines := strings.Split(text, "\n")
	if len(lines) > maxSummary {
		t.Errorf("%d lines, at most %d may be:\n%s", len(lines), maxSummary, text)
	}
	for _, line := range lines {
		if strings.TrimSpace(line) == "" || strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
			t.Errorf("the line %q", line)
		}
	}
	return b, lines
}

func TestSummary(t *testing.T) {
	var runs []*run
	for rep := range 6 {
		runs = append(runs, runOf("BenchmarkA", rep, around(10_000, 500, uint64(rep)), int64(rep), 1))
	}
	b, lines := summaryOf(t, nil, runs...)
	text := strings.Join(lines, "\n")
	if want := "plateau: 6 runs, 2985 samples, warm-up 0-5, mean "; !strings.HasPrefix(lines[0], want) {
		t.Errorf("%q, want %q", lines[0], want)
	}
	for i, p := range []string{"p50", "p95", "p99", "p99.9"} {
		if !strings.HasPrefix(lines[i+1], p+" ") {
			t.Errorf("line %d is %q, want %s", i+1, lines[i+1], p)
		}
	}
	if !strings.Contains(lines[1], "[") || strings.Contains(lines[1], "beyond") {
		t.Errorf("p50 line %q: want an interval, and no number beyond", lines[1])
	}
	if !strings.Contains(lines[3], ", 29 beyond") || strings.Contains(lines[3], "weak") {
		t.Errorf("p99 line %q: want 29 beyond, not weak", lines[3])
	}
	if !strings.Contains(lines[4], ", 2 beyond, weak") || !strings.Contains(lines[4], "[≥") {
		t.Errorf("p99.9 line %q: want 2 beyond, weak and no upper bound", lines[4])
	}
	if len(lines) != 5 {
		t.Errorf("more to say than there is:\n%s", text)
	}
	if len(b.runs) != 0 || len(b.pooled) != 1 {
		t.Errorf("%d runs and %d lines are kept, want 0 and 1", len(b.runs), len(b.pooled))
	}
	if len(store.sheets) != 0 {
		t.Error("the samples' memory is kept")
	}
}

func TestSummaryOfOneRun(t *testing.T) {
	_, lines := summaryOf(t, nil, runOf("BenchmarkA", 0, around(10_000, 50, 1), 3, 1))
	if want := "plateau: 1 run, 47 samples, warm-up 3, mean "; !strings.HasPrefix(lines[0], want) {
		t.Errorf("%q, want %q", lines[0], want)
	}
	if len(lines) != 3 || strings.Contains(strings.Join(lines, ""), "[") {
		t.Errorf("want p50 and p95 without an interval:\n%s", strings.Join(lines, "\n"))
	}
}

func TestSummaryOfNothing(t *testing.T) {
	if _, lines := summaryOf(t, nil); lines != nil {
		t.Errorf("%q", lines)
	}
	b, lines := summaryOf(t, []string{"a note"})
	if !slices.Equal(lines, []string{"plateau: a note"}) || b.notes != nil {
		t.Errorf("%q, %d notes kept", lines, len(b.notes))
	}
}

// Everything that can be said at once is still 8 lines, the most important first.
func TestSummaryIsShort(t *testing.T) {
	var runs []*run
	for rep := range 6 {
		level := 10_000.0
		if rep == 2 {
			level = 50_000
		}
		runs = append(runs, runOf("BenchmarkA", rep, around(level, 2000, uint64(rep)), 1, 1, series.MarkUnsettled, series.MarkExcluded, series.MarkLost, series.MarkBackward))
		runs[rep].OverheadNS = 1000
		runs[rep].warm.wander = 0.1
	}
	runs[3].warm = settling{wander: 0.38, lowest: 95_000, highest: 131_000}
	runs = append(runs, runOf("BenchmarkA", 6, around(10_000, 2000, 7), 1, 1, series.MarkProcs))
	var notes []string
	for i := range 30 {
		notes = append(notes, fmt.Sprintf("note %d", i))
	}
	_, lines := summaryOf(t, notes, runs...)
	if len(lines) != maxSummary {
		t.Fatalf("%d lines", len(lines))
	}
	if lines[5] != "all 6 runs never settled: these numbers are of no steady state; the level moved between 95.00µs and 131.0µs, by 38% of the lower, in run 4" {
		t.Errorf("line 5 is %q", lines[5])
	}
	if !strings.HasPrefix(lines[6], "run 3 differs") {
		t.Errorf("line 6 is %q", lines[6])
	}
	for _, line := range lines[1:5] {
		if !strings.HasSuffix(line, ", never settled") {
			t.Errorf("%q does not say that it never settled", line)
		}
	}
	// Notes alone are no more than that either.
	summaryOf(t, notes)
}

// Worked example 4 as times: the run of 700 is named as a suspect and stays in the pool.
func TestSuspectIsNamedNotDropped(t *testing.T) {
	var runs []*run
	for rep, throughput := range []float64{1010, 990, 1050, 700, 1000} {
		runs = append(runs, runOf("BenchmarkA", rep, around(1e9/throughput, 200, uint64(rep)), 0, 1))
	}
	b, lines := summaryOf(t, nil, runs...)
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, "run 4 differs") || !strings.Contains(text, "none is dropped") {
		t.Errorf("run 4 is not named:\n%s", text)
	}
	if strings.Count(text, "differs") != 1 {
		t.Errorf("others are named, too:\n%s", text)
	}
	if n := b.summary.pooled.N; n != 1000 {
		t.Errorf("%d samples are pooled, want all 1000", n)
	}
}

// Worked example 7: five runs of which one was throttled for a while: its tail gives it away, not its median. The pool is over
// single samples, and no average of averages appears.
func TestThrottledRun(t *testing.T) {
	var runs []*run
	var all []int64
	for rep := range 5 {
		ns := around(10_000, 1000, uint64(rep))
		if rep == 1 {
			for i := range 100 {
				ns[500+i] *= 9
			}
		}
		all = append(all, ns...)
		runs = append(runs, runOf("BenchmarkA", rep, ns, 0, 1))
	}
	b, lines := summaryOf(t, nil, runs...)
	if text := strings.Join(lines, "\n"); !strings.Contains(text, "run 2 differs") || strings.Count(text, "differs") != 1 {
		t.Errorf("run 2 alone was to be named:\n%s", text)
	}
	slices.Sort(all)
	for _, e := range b.summary.pooled.Estimates {
		if want := all[e.Rank-1] * 1000; e.Value != want {
			t.Errorf("pooled %v = %d ps, want that of all samples, %d", e.P, e.Value, want)
		}
	}
}

func TestNoSuspects(t *testing.T) {
	for _, c := range []struct {
		why    string
		levels []float64
	}{
		{"four runs are too few", []float64{1000, 1000, 1000, 5000}},
		{"equal runs", []float64{1000, 1000, 1000, 1000, 1000, 1000}},
		{"runs that all differ", []float64{1000, 1300, 800, 1150, 900, 1050}},
		{"1% beside equal runs", []float64{1000, 1000, 1000, 1000, 1009.9}},
	} {
		var runs []*run
		for rep, level := range c.levels {
			runs = append(runs, runOf("BenchmarkA", rep, slices.Repeat([]int64{int64(level * 1000)}, 50), 0, 1))
		}
		if _, lines := summaryOf(t, nil, runs...); strings.Contains(strings.Join(lines, "\n"), "differs") {
			t.Errorf("%s:\n%s", c.why, strings.Join(lines, "\n"))
		}
	}
}

// Samples of different batches are added up to the larger one.
func TestSummaryOfBatches(t *testing.T) {
	b, lines := summaryOf(t, nil,
		runOf("BenchmarkA", 0, slices.Repeat([]int64{20, 30}, 640), 0, 2), // 10 or 15 ns an operation
		runOf("BenchmarkA", 1, slices.Repeat([]int64{100}, 640), 0, 8))    // 12.5
	if want := "(batch=8: means of 8 operations)"; !strings.Contains(lines[0], want) {
		t.Errorf("%q, want %q", lines[0], want)
	}
	if n := b.summary.pooled.N; n != 1280/4+640 {
		t.Errorf("%d samples, want 320 + 640", n)
	}
	if !strings.HasSuffix(lines[0], "mean 12.50ns") {
		t.Errorf("%q, want a mean of 12.50ns", lines[0])
	}
}

func TestSummaryLeavesRunsOut(t *testing.T) {
	good := runOf("BenchmarkA", 1, around(10_000, 50, 1), 0, 1)
	b, lines := summaryOf(t, nil, runOf("BenchmarkA", 0, around(90_000, 50, 1), 0, 1, series.MarkProcs), good)
	if !strings.HasPrefix(lines[0], "plateau: 1 run, 50 samples") || !strings.Contains(lines[len(lines)-1], "1 run left out") {
		t.Errorf("\n%s", strings.Join(lines, "\n"))
	}
	if b.summary.pooled.Max > 20_000_000 {
		t.Error("the run left out is in the pool")
	}
	// It may be the only one.
	b, lines = summaryOf(t, []string{"a note"}, runOf("BenchmarkA", 0, around(90_000, 50, 1), 0, 1, series.MarkProcs))
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "plateau: 1 run left out") || lines[1] != "plateau: a note" {
		t.Errorf("\n%s", strings.Join(lines, "\n"))
	}
	if len(b.pooled) != 0 || len(b.runs) != 0 || b.notes != nil {
		t.Error("something is kept")
	}
	// Runs of another name wait for theirs.
	b.benchmark = &benchmark{name: "BenchmarkA", runs: []*run{runOf("BenchmarkA-2", 0, around(1000, 5, 1), 0, 1)}}
	if text := b.summarize("BenchmarkA"); text != "" || len(b.runs) != 1 {
		t.Errorf("%q, %d runs kept", text, len(b.runs))
	}
	store.empty()
}

func TestSummarySaysWhatReadingTheClockCosts(t *testing.T) {
	const median = 1000
	for _, c := range []struct {
		cost float64
		said bool
	}{
		{median / 100, false},
		{math.Nextafter(median/100, median), true},
		{0, false},
	} {
		r := runOf("BenchmarkA", 0, slices.Repeat([]int64{median}, 10), 0, 1)
		r.OverheadNS = c.cost
		_, lines := summaryOf(t, nil, r)
		if said := strings.Contains(strings.Join(lines, "\n"), "measuring adds"); said != c.said {
			t.Errorf("%v ns: said %v, want %v", c.cost, said, c.said)
		}
	}
}

// Many percentiles leave room for what one has to mind, and the highest are the ones that stay.
func TestSummaryOfManyPercentiles(t *testing.T) {
	r := runOf("BenchmarkA", 0, around(10_000, 5000, 1), 0, 1, series.MarkUnsettled, series.MarkLost)
	ps := []quantile.P{100_000, 250_000, 500_000, 750_000, 900_000, 950_000, 990_000, 999_000}
	b := &benchmark{name: "BenchmarkA", ps: ps, runs: []*run{r}}
	lines := strings.Split(b.summarize("BenchmarkA"), "\n")
	text := strings.Join(lines, "\n")
	if len(lines) != maxSummary {
		t.Errorf("%d lines, want %d:\n%s", len(lines), maxSummary, text)
	}
	for _, want := range []string{"p99.9 ", "p99 ", "the run never settled: ", "lost"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "p10 ") {
		t.Errorf("the lowest percentile stays in\n%s", text)
	}
}

// The mean is marked like every other number, and what was asked of the warm-up in vain is said.
func TestSummaryOfWarmups(t *testing.T) {
	for _, c := range []struct {
		warm settling
		mark string
		want string
	}{
		{settling{class: steady.NoSteady}, series.MarkUnsettled, "s, never settled\n"},
		{settling{cut: true}, "", "Warmup asks to discard all that the run had: one sample is left"},
		{settling{cut: true, class: steady.Flat}, "", "Warmup asks to discard all that the run had: one sample is left"},
		{settling{cut: true, managed: true}, "", "MaxTime ended the warm-up of the run before Fixed or MinIters were done"},
		{settling{class: steady.Short, managed: true}, "", "the warm-up of the run was stopped before it could be judged"},
		{settling{class: steady.Short}, "", "the run had too few samples to judge the warm-up"},
		{settling{class: steady.NoSteady, wander: 0.36}, series.MarkUnsettled, "; while warming up the level moved by 36% of the lower"},
		{settling{class: steady.NoSteady, wander: 1e6}, series.MarkUnsettled, "; while warming up the level moved by more than ten times the lower"},
		{settling{class: steady.NoSteady, wander: 1e6, lowest: 0.1, highest: 1e5}, series.MarkUnsettled, "; the level moved between 0.1000ns and 100.0µs"},
	} {
		r := runOf("BenchmarkA", 0, around(10_000, 500, 1), 0, 1)
		if c.mark != "" {
			r.Marks = append(r.Marks, c.mark)
		}
		r.warm = c.warm
		if _, lines := summaryOf(t, nil, r); !strings.Contains(strings.Join(lines, "\n"), c.want) {
			t.Errorf("%+v: lacks %q:\n%s", c.warm, c.want, strings.Join(lines, "\n"))
		}
	}
	if _, lines := summaryOf(t, nil, runOf("BenchmarkA", 0, around(10_000, 500, 1), 0, 1)); strings.Contains(strings.Join(lines, "\n"), "ettle") {
		t.Errorf("%q of a run that settled", lines)
	}
}

// Result lines say when a run never settled, and of how many runs of a pool that is true.
func TestUnsettledMetrics(t *testing.T) {
	for settled, want := range map[bool]metrics{true: {"warmup-iters": 0}, false: {"warmup-iters": 0, "unsettled": 1}} {
		m := metrics{}
		if m.addWarmup(0, settled); !maps.Equal(m, want) {
			t.Errorf("settled %v: %v, want %v", settled, m, want)
		}
	}
	b, _ := summaryOf(t, nil, runOf("BenchmarkA", 0, around(10_000, 500, 1), 0, 1), runOf("BenchmarkA", 1, around(10_000, 500, 2), 0, 1, series.MarkUnsettled))
	if m := b.summary.pooledMetrics(); m["pooled-unsettled"] != 1 {
		t.Errorf("%v", m)
	}
	b, _ = summaryOf(t, nil, runOf("BenchmarkA", 0, around(10_000, 500, 1), 0, 1))
	if m := b.summary.pooledMetrics(); m["pooled-mean-ns/op"] == 0 || m["pooled-unsettled"] != 0 {
		t.Errorf("%v of a run that settled", m)
	}
}
