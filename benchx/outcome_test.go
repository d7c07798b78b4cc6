package benchx

import (
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// Runs whose last one never came are pooled when the next benchmark begins, and their memory is free.
func TestPendingRunsAreSettled(t *testing.T) {
	before := benchmarks.order
	defer func() { benchmarks.order = before }()
	reg := &benchmarks // memory is free when it knows of no run
	a, b := reg.of("BenchmarkA"), reg.of("BenchmarkB")
	defer delete(reg.byName, a.name)
	defer delete(reg.byName, b.name)
	a.ps, b.ps = defaultPercentiles, defaultPercentiles
	a.runs = []*run{
		runOf("BenchmarkA", 0, around(1000, 200, 1), 0, 1),
		runOf("BenchmarkA-2", 0, around(2000, 200, 2), 0, 1),
		runOf("BenchmarkA", 1, around(1000, 200, 3), 0, 1),
	}
	b.runs = []*run{runOf("BenchmarkB", 0, around(1000, 200, 4), 0, 1)}
	reg.settle(b)
	if len(a.runs) != 0 || len(a.pooled) != 2 || strings.Fields(a.pooled[0].text)[1] != "400" {
		t.Errorf("%d runs of A left, %d lines", len(a.runs), len(a.pooled))
	}
	if len(b.runs) != 1 {
		t.Error("B is still going on")
	}
	var out strings.Builder
	reg.settle(nil)
	reg.print(&out)
	for _, name := range []string{"BenchmarkA\t", "BenchmarkA-2\t", "BenchmarkB\t"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("no line of %q in\n%s", name, out.String())
		}
	}
	store.empty()
}

// A call without a sample says why.
func TestWhyNothing(t *testing.T) {
	s := &S{b: new(testing.B)}
	n := &s.b.N
	*n = 10
	for _, c := range []struct {
		of   capture
		want string
	}{
		{capture{batch: 16}, "10 iterations do not fill a batch of 16"},
		{capture{batch: 1, lost: 3}, errNoMemory.Error()},
		{capture{batch: 1}, "no iteration passed a Lap"},
	} {
		if got := s.whyNothing(c.of); !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Without memory a benchmark is measured by testing alone.
func TestNoMemory(t *testing.T) {
	s := &S{bench: new(benchmark)}
	s.batch = 1
	if got := s.probedMedian(); got != 0 {
		t.Errorf("median %v of nothing", got)
	}
	s.chooseBatch(s.probedMedian())
	if s.batch != 1 || s.bench.batch != 0 {
		t.Errorf("batch %d chosen from nothing", s.batch)
	}
}

// A resetTimer runs since a moment of the clock.
type resetTimer int64

func (r *resetTimer) Elapsed() time.Duration { return time.Duration(clock.Nano() - int64(*r)) }

func TestWatchTakesAResetForWhatItIs(t *testing.T) {
	clock.Open()
	timer := resetTimer(clock.Nano() - 1_000_000_000)
	var w watch
	w.base(&timer)
	timer = resetTimer(clock.Nano()) // the offset jumps by a second
	for range 100 {
		if w.check(&timer, momentOf(&timer)) {
			t.Fatal("a timer that was reset counts as stopped")
		}
	}
	if w.largest < int64(timer)-slack {
		t.Errorf("the offset is still %d, want that of the timer since its reset, %d", w.largest, int64(timer))
	}
}
