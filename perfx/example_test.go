package perfx_test

import (
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
	"github.com/plateau-bench/plateau/perfx"
)

func ExampleCounters() {
	_ = func(b *testing.B) { // func BenchmarkSort(b *testing.B)
		data := make([]int, 1000)
		s := benchx.Start(b, benchx.With(perfx.Counters("cycles", "instructions", "branch-misses:u")))
		for b.Loop() {
			shuffle(data)
			slices.Sort(data)
			s.Lap()
		}
	} // adds cycles/op, instructions/op and branch-misses/op to the result line
}

func ExampleAttach() {
	_ = func(b *testing.B) { // func BenchmarkSort(b *testing.B)
		data := make([]int, 1000)
		perfx.Attach(b, "task-clock", "page-faults")
		for b.Loop() {
			shuffle(data)
			slices.Sort(data)
		}
	} // adds task-clock-ns/op and page-faults/op, and both with process- before it
}

func ExampleRoofline() {
	_ = func(b *testing.B) { // func BenchmarkAxpy(b *testing.B)
		const n = 1 << 20
		x, y := make([]float64, n), make([]float64, n)
		s := benchx.Start(b, benchx.With(perfx.Roofline(perfx.Work{Flops: 2 * n, Bytes: 24 * n})))
		for b.Loop() {
			for i := range y {
				y[i] += 3 * x[i]
			}
			s.Lap()
		}
	} // adds GFLOP/s; the report says what bounds it
}

func shuffle(data []int) {
	for i := range data {
		data[i] = i * 7919 % len(data)
	}
}
