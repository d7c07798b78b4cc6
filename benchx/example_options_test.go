package benchx_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

// Samples of single operations, however short they are: a percentile of batch means would not be the tail of operations.
// The cost of reading the clock is then in every sample, and the report says how much that is.
func ExampleBatch() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b, benchx.Batch(1))
		for b.Loop() {
			strings.IndexByte("plateau", 'u')
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkIndexByte(b *testing.B)
}

// The first five million samples of a run, 40 MB, instead of a million of larger batches. How many were lost behind
// them is in the report.
func ExampleKeep() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b, benchx.Keep(5_000_000))
		for b.Loop() {
			strings.ToUpper(text[:1000])
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkUpper(b *testing.B)
}

// The result line has p50, p99 and p99.99, the last only of runs with 10,000 samples or more.
func ExamplePercentiles() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b, benchx.Percentiles(50, 99, 99.99))
		for b.Loop() {
			strings.ToUpper(text)
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkUpper(b *testing.B)
}

// goroutines is a probe: how many goroutines an iteration leaves behind.
type goroutines struct{ marks []mark }

type mark struct {
	iters int64
	count int
}

func (g *goroutines) note(iters int64) {
	if len(g.marks) < cap(g.marks) { // a checkpoint must not allocate
		g.marks = append(g.marks, mark{iters, runtime.NumGoroutine()})
	}
}

func (g *goroutines) Begin() {
	g.marks = make([]mark, 0, 1024)
	g.note(0)
}

func (g *goroutines) Checkpoint(iters int64) { g.note(iters) }
func (g *goroutines) End(iters int64)        { g.note(iters) }

// Report leaves out the warm-up: it counts from the first checkpoint behind it.
func (g *goroutines) Report(first int64, metric func(value float64, unit string)) {
	last := g.marks[len(g.marks)-1]
	for _, m := range g.marks {
		if m.iters >= first && m.iters < last.iters {
			metric(float64(last.count-m.count)/float64(last.iters-m.iters), "leaked-goroutines/op")
			return
		}
	}
}

// A probe of one's own counts over the same iterations, and its metric joins the result line.
func ExampleWith() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b, benchx.With(new(goroutines)))
		for b.Loop() {
			go strings.ToUpper(text)
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkUpperInBackground(b *testing.B)
}
