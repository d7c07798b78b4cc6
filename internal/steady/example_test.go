package steady_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/steady"
)

// Runs of a program in milliseconds: slow while caches fill, then at 10 ms.
func runs() []float64 {
	ms := []float64{100, 34, 16, 11}
	for len(ms) < 50 {
		ms = append(ms, 10)
	}
	return ms
}

func ExampleDetector() {
	d := steady.New(steady.Config{Max: 50}) // there is time for 50 runs
	for _, ms := range runs() {
		if d.Push(ms) {
			break
		}
	}
	r := d.Result()
	fmt.Printf("%s: stopped after %d runs, discard %d\n", r.Class, r.Stop, r.Start)
	// Output: warmup: stopped after 24 runs, discard 4
}

func ExampleAnalyze() {
	r := steady.Analyze(runs(), steady.Config{})
	fmt.Printf("%s: runs %d to %d are steady (confidence %.2f)\n", r.Class, r.Start, r.Stop, r.Confidence)
	// Output: warmup: runs 4 to 50 are steady (confidence 0.82)
}

func ExampleBlocks() {
	var b steady.Blocks
	for range 10_000 {
		if mean, ops, ok := b.Add(50); ok { // nanoseconds
			fmt.Printf("%d operations of %.0f ns make a value\n", ops, mean)
			break
		}
	}
	// Output: 2048 operations of 50 ns make a value
}
