package overhead

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/benchx"
)

// TestReporting measures what the end of a run costs: conversion, warm-up, four
// percentiles and the code that keeps the samples for the pooled summary, of
// ten million samples, and what memory all of it takes. It prints and asserts
// no time; the goals are 0.2 s and 16 B a sample.
func TestReporting(t *testing.T) {
	rounds, n := 1, 200_000
	if testing.Verbose() {
		rounds, n = 5, 10_000_000
	}
	iterations(t, n)
	resetPeak()
	before := peak()
	var took []time.Duration
	for range rounds {
		took = append(took, reporting(t, n))
	}
	t.Logf("%d samples reported in %v, the fastest of %d rounds", n, slices.Min(took), rounds)
	if after := peak(); before > 0 {
		t.Logf("peak memory grew by %.1f B a sample", float64(after-before)/float64(n))
	}
}

// reporting returns how long benchx takes from the end of a benchmark function
// with n samples to that of its cleanup.
func reporting(t *testing.T, n int) (took time.Duration) {
	t.Helper()
	r := testing.Benchmark(func(b *testing.B) {
		var start time.Time
		b.Cleanup(func() { took = time.Since(start) }) // runs after benchx's own
		s := benchx.Start(b, benchx.Batch(1), benchx.Keep(n))
		b.Cleanup(func() { start = time.Now() }) // runs before it
		for i := 0; i < b.N; i++ {
			s.Lap()
		}
	})
	if r.N != n {
		t.Fatalf("%d iterations, want %d", r.N, n)
	}
	for _, unit := range []string{"mean-ns/op", "p50-ns/op", "p95-ns/op", "p99-ns/op", "p99.9-ns/op"} {
		if !(r.Extra[unit] > 0) {
			t.Errorf("%s: %v, want one above 0", unit, r.Extra[unit])
		}
	}
	return took
}

// peak is the process's largest resident set so far, in bytes, or 0 where the
// system does not tell.
func peak() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for s := range strings.SplitSeq(string(text), "\n") {
		if rest, ok := strings.CutPrefix(s, "VmHWM:"); ok {
			kb, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			if err != nil {
				return 0
			}
			return kb << 10
		}
	}
	return 0
}

// resetPeak makes peak forget what was before, where the system can.
func resetPeak() {
	os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o200) //nolint:errcheck // peak is then the whole process's
}
