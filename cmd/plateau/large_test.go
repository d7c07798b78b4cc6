package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// BenchmarkCompareLarge compares two sides of ten runs that have 1e8 samples together, or as many as
// PLATEAU_SAMPLES says, by the command on one processor. It needs some 300 MB of disk and reports the most
// memory that the process had.
//
//	go test ./cmd/plateau -run '^$' -bench CompareLarge -benchtime 2x
func BenchmarkCompareLarge(b *testing.B) {
	samples, err := strconv.Atoi(os.Getenv("PLATEAU_SAMPLES"))
	if err != nil {
		samples = 100_000_000
	}
	dir := b.TempDir()
	binary := filepath.Join(dir, "plateau")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	const pairs, benchmarks = 10, 5
	for i := range pairs {
		for side, name := range []string{"old", "new"} {
			writeLarge(b, filepath.Join(dir, name), 2*i+(side+i)%2, benchmarks, samples/(2*pairs*benchmarks))
		}
	}
	var memory int64
	var cpu time.Duration
	for b.Loop() {
		cmd := exec.Command(binary, "compare", filepath.Join(dir, "old"), filepath.Join(dir, "new"))
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if out, err := cmd.Output(); err != nil || stderr.Len() > 0 {
			b.Fatalf("%v\n%s%s", err, out, stderr.Bytes())
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		memory = max(memory, maxRSS(cmd.ProcessState))
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/op")
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(memory)/(1<<20), "MiB")
}

// writeLarge writes the file of one process into dir: a run of each benchmark, n log-normal samples in steps of some
// 0.4 ns, which differ from process to process as those of a counter do.
func writeLarge(b *testing.B, dir string, turn, benchmarks, n int) {
	b.Helper()
	check := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	check(os.MkdirAll(dir, 0o777))
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("shop-%d.bench", turn)))
	check(err)
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(turn) * time.Minute)
	w := series.NewWriter(f, nil)
	check(w.Header(series.Process{Pkg: "example.com/shop", GOOS: "linux", GOARCH: "amd64", PID: 100 + turn, Start: start}))
	random := rand.New(rand.NewPCG(uint64(turn), 1))
	spread := make([]float64, 1<<12)
	for i := range spread {
		spread[i] = math.Exp(0.2 * random.NormFloat64())
	}
	tick := 0.4 + 0.00001*float64(turn+1)
	enc := new(series.Encoder)
	values := make([]int64, 0, 1<<17)
	for k := range benchmarks {
		level := 20_000 * float64(k+1) * math.Exp(0.02*random.NormFloat64())
		name := fmt.Sprintf("BenchmarkWork%d-2", k)
		check(w.Run(fmt.Sprintf("%s\t%d\t%.1f ns/op", name, n, level), series.Run{Name: name, Procs: 2, Iters: int64(n), TickNS: tick, Start: start.Add(time.Duration(k) * time.Second),
			Class: "flat", Confidence: 0.9, Series: []series.Series{{Batch: 1, Samples: int64(n)}}}))
		for left := n; left > 0 || len(values) > 0; {
			for left > 0 && len(values) < cap(values) {
				bits := random.Uint64()
				values = append(values, int64(level/tick*spread[bits&(1<<12-1)]*(1+float64(bits>>40)/(1<<30))))
				left--
			}
			chunk, m := enc.Append(nil, values)
			check(w.Chunk(0, chunk, m))
			values = append(values[:0], values[m:]...)
		}
		check(w.End())
	}
	check(f.Close())
}
