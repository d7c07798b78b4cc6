package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// fixtureStart is when the processes of the fixtures began.
var fixtureStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// A fixture writes a sample file run by run.
type fixture struct {
	t    *testing.T
	rand *rand.Rand
	buf  bytes.Buffer
	w    *series.Writer
	reps map[string]int

	startAt time.Time // of the next run; zero: some time
}

func newFixture(t *testing.T, seed int64) *fixture {
	f := &fixture{t: t, rand: rand.New(rand.NewSource(seed)), reps: make(map[string]int)}
	f.w = series.NewWriter(&f.buf, nil)
	f.check(f.w.Header(series.Process{Pkg: "example.com/shop", GOOS: "linux", GOARCH: "amd64", CPU: "test", PID: int(seed), Start: fixtureStart}))
	return f
}

func (f *fixture) check(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// run writes a run of whole nanoseconds; r has what is special about it.
func (f *fixture) run(name string, r series.Run, values ...[]int64) {
	f.t.Helper()
	r.Name, r.Procs, r.Rep, r.TickNS = name, 2, f.reps[name], 1
	r.Start = fixtureStart.Add(time.Duration(f.rand.Intn(1000)) * time.Millisecond)
	if !f.startAt.IsZero() {
		r.Start = f.startAt
	}
	f.reps[name]++
	var sum int64
	for i := range values {
		r.Series[i].Samples = int64(len(values[i]))
	}
	for _, v := range values[0] {
		sum += v
	}
	r.Batch = r.Series[0].Batch
	r.Iters = int64(len(values[0])) * int64(r.Batch)
	f.check(f.w.Run(fmt.Sprintf("%s \t%d\t%.1f ns/op\t%d B/op", name, r.Iters, float64(sum)/float64(r.Iters), 4096), r))
	for i, rest := range values {
		var enc series.Encoder
		for len(rest) > 0 {
			chunk, n := enc.Append(nil, rest)
			f.check(f.w.Chunk(i, chunk, n))
			rest = rest[n:]
		}
	}
	f.check(f.w.End())
}

// latencies are n times around level with a tail, the first of them slower.
func (f *fixture) latencies(n, warmup int, level float64) []int64 {
	xs := make([]int64, n)
	for i := range xs {
		x := level * (1 + 0.05*f.rand.ExpFloat64())
		switch f.rand.Intn(200) {
		case 0, 1, 2:
			x *= 8
		case 3:
			x *= 60
		}
		if i < warmup {
			x *= 3
		}
		xs[i] = int64(x)
	}
	return xs
}

// shopFixture is a file with what a report has to say: six runs of which one is
// slower, a batched operation, a stage, a run that never settled, and one
// measured with a wrong GOMAXPROCS.
func shopFixture(t *testing.T) []byte {
	f := newFixture(t, 11)
	for i := range 6 {
		level := 12_000.0
		if i == 3 {
			level *= 1.4
		}
		warmup := 100 + 10*i
		r := series.Run{Class: "warmup", Confidence: 0.9, OverheadNS: 20,
			Series: []series.Series{{Batch: 1, Warmup: int64(warmup)}, {Name: "ttft", Batch: 1, Warmup: int64(warmup)}}}
		f.run("BenchmarkGet-2", r, f.latencies(1500, warmup, level), f.latencies(1500, warmup, level/4))
	}
	for range 6 {
		r := series.Run{Class: "flat", Confidence: 0.8, OverheadNS: 20, Series: []series.Series{{Batch: 64, Lost: 100}}}
		f.run("BenchmarkHash/size=16-2", r, f.latencies(400, 0, 64*12))
	}
	for i := range 2 {
		r := series.Run{Class: "nosteady", Confidence: 0.7, Marks: []string{"never-settled"}, Series: []series.Series{{Batch: 1}}}
		if i == 0 {
			r.Marks = []string{"procs-mismatch"}
		}
		f.run("BenchmarkLeak-2", r, f.latencies(120, 0, 5e6))
	}
	return f.buf.Bytes()
}
