package reportx

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
)

// batched is a run whose samples are batches.
func batched(name string, batch int, warmup int64, totals ...int64) testRun {
	r := nsRun(name, warmup, totals...)
	r.run.Batch = batch
	r.run.Series[0].Batch = batch
	return r
}

func collect(t *testing.T, run quantile.Run) (all []int64) {
	t.Helper()
	if err := run.Blocks(func(b []int64) bool { all = append(all, b...); return true }); err != nil {
		t.Fatal(err)
	}
	return all
}

// Runs of different batches are pooled at the coarsest one, whose totals are
// exact sums; a group begins after the warm-up, and one that is never full does
// not count.
func TestBatchesAligned(t *testing.T) {
	rs := readWhole(t, "in", sampleFile(t, 1,
		batched("BenchmarkA-2", 2, 1, 99, 1, 2, 3, 4, 5), // 2 operations a sample
		batched("BenchmarkA-2", 4, 0, 10, 11),
		batched("BenchmarkA-2", 1, 2, 50, 50, 1, 1, 1, 2, 7, 7, 7),
	))
	p, err := newPool(rs.Benchmarks[0].Runs, "")
	if err != nil {
		t.Fatal(err)
	}
	if p.batch != 4 {
		t.Fatalf("batch %d, want 4", p.batch)
	}
	for i, want := range [][]int64{{3000, 7000}, {10000, 11000}, {5000}} { // picoseconds
		if got := collect(t, p.runs[i]); !slices.Equal(got, want) {
			t.Errorf("run %d: %v, want %v", i+1, got, want)
		}
	}
	if len(p.notes) != 1 || !strings.Contains(p.notes[0], "added up to 4") {
		t.Errorf("notes %q", p.notes)
	}
	s, err := summarize(rs.Benchmarks[0], []quantile.P{500000}, new(holder))
	if err != nil {
		t.Fatal(err)
	}
	if s.Main.Samples != 5 || s.Main.Mean != (3+7+10+11+5)/4./5 || s.Main.Percentiles[0].Value != 7./4 {
		t.Errorf("%+v", s.Main)
	}
	if !slices.Equal(s.Main.Warmup, []int64{2, 0, 2}) {
		t.Errorf("warm-up in operations: %v", s.Main.Warmup)
	}
}

func TestBatchesTooDifferent(t *testing.T) {
	rs := readWhole(t, "in", sampleFile(t, 1, batched("BenchmarkA-2", 1<<19+1, 0, 5), batched("BenchmarkA-2", 1<<19, 0, 5)))
	if _, err := NewReport(rs, Options{}); err == nil || !strings.Contains(err.Error(), "batch sizes differ too much") {
		t.Errorf("error %v", err)
	}
}

// Which runs take no part, and that it is said.
func TestRunsLeftOut(t *testing.T) {
	mismatch := nsRun("BenchmarkA-2", 0, 1000)
	mismatch.run.Marks = []string{"procs-mismatch"}
	file := sampleFile(t, 1, mismatch, nsRun("BenchmarkA-2", 0, 1, 2), nsRun("BenchmarkA-2", 2, 7, 8))
	file = append(file, "BenchmarkA-2 \t 1\t 5 ns/op\n"...)
	s := reportOf(t, file, Options{}).Benchmarks[0]
	if s.Runs != 4 || s.Main.Runs != 1 || s.Main.Samples != 2 || s.Main.Max != 2 {
		t.Errorf("%d of %d runs, %+v", s.Main.Runs, s.Runs, s.Main)
	}
	all := strings.Join(s.Notes, "\n")
	for _, want := range []string{"run 1 left out of the pool: measured with another GOMAXPROCS", "run 3 left out of the pool: no steady sample", "run 4 left out of the pool: no samples"} {
		if !strings.Contains(all, want) {
			t.Errorf("notes lack %q:\n%s", want, all)
		}
	}
}

// With no run left there is no distribution, and no number stands for one.
func TestNoRunLeft(t *testing.T) {
	s := reportOf(t, sampleFile(t, 1, nsRun("BenchmarkA-2", 1, 7)), Options{}).Benchmarks[0]
	if s.Main != nil || len(s.Notes) == 0 {
		t.Errorf("%+v", s)
	}
}

func TestStages(t *testing.T) {
	r := nsRun("BenchmarkA-2", 0, 10, 20, 30)
	r.run.Series = append(r.run.Series, series.Series{Name: "ttft", Batch: 1, Samples: 2, Warmup: 1, Lost: 3})
	r.values = append(r.values, []int64{100, 4})
	s := reportOf(t, sampleFile(t, 1, r), Options{}).Benchmarks[0]
	if len(s.Stages) != 1 {
		t.Fatalf("%d stages", len(s.Stages))
	}
	if d := s.Stages[0]; d.Stage != "ttft" || d.Samples != 1 || d.Mean != 4 || d.Lost != 3 {
		t.Errorf("%+v", d)
	}
}

// The pool is that of all samples, whatever runs they are divided into.
func TestPoolAgainstSort(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	var runs []testRun
	var all []int64
	for range 4 {
		xs := make([]int64, 500+r.Intn(3000))
		for i := range xs {
			xs[i] = 1000 + r.Int63n(1_000_000)
		}
		runs = append(runs, nsRun("BenchmarkA-2", 0, xs...))
		all = append(all, xs...)
	}
	ps := []float64{1, 25, 50, 90, 99, 99.9}
	d := reportOf(t, sampleFile(t, 1, runs...), Options{Percentiles: ps}).Benchmarks[0].Main
	slices.Sort(all)
	for i, p := range d.Percentiles {
		rank := (int64(ps[i]*10)*int64(len(all)) + 999) / 1000
		if p.Value != float64(all[rank-1]) || p.Beyond != int64(len(all))-rank {
			t.Errorf("p%v = %v with %d beyond, want %v with %d", ps[i], p.Value, p.Beyond, all[rank-1], int64(len(all))-rank)
		}
		if p.HasLo && p.Lo > p.Value || p.HasHi && p.Hi < p.Value {
			t.Errorf("p%v = %v lies outside its interval %v to %v", ps[i], p.Value, p.Lo, p.Hi)
		}
	}
}

func TestBadPercentiles(t *testing.T) {
	for _, p := range []float64{0, 100, -1, 99.99999} {
		if _, err := NewReport(NewResults(ReadOptions{}), Options{Percentiles: []float64{p}}); err == nil {
			t.Errorf("p%v was accepted", p)
		}
	}
}

func TestLCM(t *testing.T) {
	for _, c := range [][3]int{{1, 1, 1}, {1, 64, 64}, {64, 128, 128}, {4, 6, 12}, {maxGroup, maxGroup - 1, maxGroup + 1}} {
		if got := lcm(c[0], c[1]); got != c[2] {
			t.Errorf("lcm(%d, %d) = %d, want %d", c[0], c[1], got, c[2])
		}
	}
}

// A report changes neither the results nor itself: a second one is the same.
func TestReportTwice(t *testing.T) {
	rs := readWhole(t, "in", sampleFile(t, 1, batched("BenchmarkA-2", 2, 1, 99, 1, 2, 3, 4, 5), batched("BenchmarkA-2", 4, 0, 10, 11)))
	var first string
	for i := range 3 {
		rep, err := NewReport(rs, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, f := range Formats() {
			if err := f.Write(rep, &b); err != nil {
				t.Fatal(err)
			}
		}
		if i > 0 && b.String() != first {
			t.Fatalf("report %d differs:\n%s\nfirst:\n%s", i+1, b.String(), first)
		}
		first = b.String()
	}
}

func TestSettled(t *testing.T) {
	run := func(class string, marks ...string) *Run { return &Run{Class: class, Marks: marks} }
	for _, c := range []struct {
		runs []*Run
		want Settled
	}{
		{[]*Run{run("flat"), run("warmup"), run("slowdown"), run("cycle")}, Steady},
		{[]*Run{run("flat"), run("short")}, Unknown},
		{[]*Run{run("")}, Unknown},
		{[]*Run{{Series: []*Series{{}}}}, Unknown},
		{[]*Run{run("nosteady", "procs-mismatch"), run("flat")}, Steady},
		{[]*Run{run("nosteady", "procs-mismatch")}, Unknown},
		{nil, Unknown},
		{[]*Run{run("flat"), run("nosteady")}, NeverSettled},
		{[]*Run{run("short"), run("warmup", "never-settled")}, NeverSettled},
	} {
		if got := settled(c.runs); got != c.want {
			t.Errorf("settled(%v) = %v, want %v", c.runs, got, c.want)
		}
	}
}

// What is known about a benchmark's runs is said.
func TestRunNotes(t *testing.T) {
	a, b := batched("BenchmarkA-2", 64, 0, 6400, 6400), batched("BenchmarkA-2", 64, 0, 6400, 6400)
	a.run.OverheadNS, a.run.Series[0].Lost, a.run.Backward = 320, 17, 2
	a.run.Marks = []string{"excluded-time", "runs 1 and 2 measured by 4 goroutines at once, whose samples are taken together", "lost"}
	b.run.Class, b.run.Marks = "warmup", []string{"never-settled", "runs 1 and 2 measured by 4 goroutines at once, whose samples are taken together"}
	s := reportOf(t, sampleFile(t, 1, a, b), Options{}).Benchmarks[0]
	want := []string{
		"batch=64: each sample is the mean of 64 operations, and so are the percentiles",
		"17 samples lost: more were taken than are kept, the first ones are",
		"measuring adds 5ns to an operation, 5% of the median",
		"never settled: run 2; of this run nothing was left out, every number is in doubt",
		"excluded-time: run 1; some samples may hold time between StopTimer and StartTimer",
		"the clock stepped backward in run 1",
		"runs 1 and 2 measured by 4 goroutines at once, whose samples are taken together",
	}
	if !slices.Equal(s.Notes, want) {
		t.Errorf("notes:\n%s\nwant:\n%s", strings.Join(s.Notes, "\n"), strings.Join(want, "\n"))
	}
	var text strings.Builder
	reportOf(t, sampleFile(t, 1, a, b), Options{}).WriteText(&text, TextOptions{})
	if strings.Count(text.String(), "~100ns") != 2 { // mean and p50
		t.Errorf("not every number is marked:\n%s", text.String())
	}
}

// An overhead of exactly 1% of the median is not worth a word, more is.
func TestOverheadThreshold(t *testing.T) {
	for overhead, want := range map[float64]bool{1: false, 1.0000001: true} {
		r := nsRun("BenchmarkA-2", 0, 100, 100, 100)
		r.run.OverheadNS = overhead
		s := reportOf(t, sampleFile(t, 1, r), Options{}).Benchmarks[0]
		if got := strings.Contains(strings.Join(s.Notes, "\n"), "measuring adds"); got != want {
			t.Errorf("overhead %v of 100: said %v", overhead, got)
		}
		if s.OverheadNS != overhead {
			t.Errorf("overhead %v, want %v", s.OverheadNS, overhead)
		}
	}
}

// A report says of a warm-up what the result line says, where the two differ by a batch that was not full.
func TestDiscarded(t *testing.T) {
	for said, want := range map[string]int64{"40": 40, "43": 43, "44": 40, "39": 40} {
		r := nsRun("BenchmarkA-2", 10, times(50, 640)...)
		r.run.Series[0].Batch, r.line = 4, r.line+"\t "+said+" warmup-iters"
		if got := reportOf(t, sampleFile(t, 1, r), Options{}).Benchmarks[0].Main.Warmup; len(got) != 1 || got[0] != want {
			t.Errorf("the line says %s: %v, want %d", said, got, want)
		}
	}
}
