package steady

import (
	"runtime"
	"testing"
)

// What Analyze, Audit and Consistent allocate hardly grows with the series: a block is a 512th of it.
func TestAnalyzeMemory(t *testing.T) {
	xs := noisy(61, 2_000_000, 0.01, func(i int) float64 { return 100 + 50*below(i, 300_000) })
	for name, f := range map[string]func(){
		"Analyze": func() { Analyze(xs, Config{}) },
		"Audit": func() {
			Audit(xs, Result{N: len(xs), Class: Flat, Stop: len(xs)}, Result{N: len(xs), Class: Warmup, Start: 300_000, Stop: len(xs)})
		},
		"Consistent": func() { Consistent([]Settled{{xs, Result{N: len(xs), Class: Flat, Stop: len(xs)}}}, Config{}) },
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("%s of %d values (%d MB) allocates %d bytes", name, len(xs), 8*len(xs)>>20, got)
		}
	}
}
