package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/roofline"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/tally"
)

// machineFile is a sample file with everything that can be known of a benchmark: counters, collections of garbage during samples,
// and a place under a roof. It has more runs than are shown at once.
func machineFile(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 1))
	var buf bytes.Buffer
	w := series.NewWriter(&buf, nil)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	const n, warmup = 20_000, 1500
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	check(w.Header(series.Process{Pkg: "example.com/kernel", Go: "go1.26.0", GOOS: "linux", GOARCH: "amd64", CPU: "A CPU @ 3.00GHz", PID: 7, NumCPU: 8, Start: start}))
	for rep := range 14 {
		xs := make([]int64, n)
		var spans []int64
		for i := range xs {
			x := 900 * (1 + 0.04*rng.ExpFloat64()) * (1 + 2*float64(max(0, warmup-i))/warmup)
			if i%400 > 390 {
				x *= 1.5 + 8*rng.Float64()
			}
			xs[i] = int64(x)
		}
		spans = append(spans, 91) // samples before the first slow ones
		for range (n - warmup) / 400 {
			spans = append(spans, 9, 391)
		}
		total := func(x float64) *float64 { x *= n - warmup; return &x }
		counters, err := json.Marshal(tally.Record{
			Iters: n - warmup, From: warmup, WallNS: 1000 * (n - warmup), Procs: 8,
			Counts: []tally.Count{
				{Name: "cycles", Scope: tally.Thread, Total: total(2700), Unit: "cycles/op"}, {Name: "cycles", Scope: tally.Process, Total: total(2900), Unit: "cycles/op"},
				{Name: "instructions", Scope: tally.Thread, Total: total(4100), Unit: "instructions/op", Share: 0.5},
				{Name: "llc-misses", Scope: tally.Thread, Why: "this machine has no such event; a machine that is not virtual may have it"},
				{Name: "gc-cpu-ns", Scope: tally.Runtime, Total: total(12), Unit: "gc-cpu-ns/op"},
			},
		})
		check(err)
		roof, err := json.Marshal(roofline.Record{
			Work:  roofline.Work{Flops: 8192, Bytes: 16384},
			Roof:  roofline.Roof{Flops: 9e10, Scalar: 1.2e10, Memory: []roofline.Level{{Name: "memory", Bandwidth: 2e10}, {Name: "L2", Bandwidth: 1.1e11}}},
			Cores: 1, Peaks: "measured on this machine",
		})
		check(err)
		r := series.Run{
			Name: "BenchmarkKernel/size=4096-8", Procs: 8, Rep: rep, Start: start.Add(time.Duration(rep) * time.Second), Iters: n, TickNS: 1, Batch: 1,
			WarmupIters: warmup, Class: "warmup", Confidence: 0.9,
			Series: []series.Series{
				{Batch: 1, Samples: n, Warmup: warmup},
				{Name: "gc", Kind: series.KindSpans, Batch: 1, From: warmup, Samples: int64(len(spans))},
			},
			Probes: map[string]json.RawMessage{tally.Key: counters, roofline.Key: roof},
		}
		check(w.Run(fmt.Sprintf("%s \t%d\t1234 ns/op\t%d B/op\t3 allocs/op", r.Name, n, 96+rep%3), r))
		for i, rest := range [][]int64{xs, spans} {
			var enc series.Encoder
			for len(rest) > 0 {
				chunk, k := enc.Append(nil, rest)
				check(w.Chunk(i, chunk, k))
				rest = rest[k:]
			}
		}
		check(w.End())
	}
	file := filepath.Join(t.TempDir(), "kernel.bench")
	check(os.WriteFile(file, buf.Bytes(), 0o666))
	return file
}
