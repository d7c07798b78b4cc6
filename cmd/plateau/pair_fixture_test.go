package main

import (
	"bytes"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// pairFixture is two sides of one pair after the other: each run has a process of its own, and
// which side is first changes. The new side's slow operations take half as long again; the
// rest is the same.
func pairFixture(t *testing.T, pairs int) (old, new []byte) {
	f := newFixture(t, 23)
	sides := [2]bytes.Buffer{}
	at := fixtureStart
	for i := range pairs {
		for turn := range 2 {
			side := turn ^ i*5%3%2
			at = at.Add(3 * time.Second)
			sides[side].Write(f.fresh(100+2*i+turn, at, f.requests(1000, side == 1)))
		}
	}
	return sides[0].Bytes(), sides[1].Bytes()
}

// fresh is the file of a process that made one run.
func (f *fixture) fresh(pid int, start time.Time, values []int64) []byte {
	f.t.Helper()
	f.buf.Reset()
	f.w = series.NewWriter(&f.buf, nil)
	f.reps = make(map[string]int)
	f.check(f.w.Header(series.Process{Pkg: "example.com/shop", GOOS: "linux", GOARCH: "amd64", CPU: "test", PID: pid, Start: start}))
	f.startAt = start.Add(time.Millisecond)
	f.run("BenchmarkGet-2", series.Run{Class: "flat", Confidence: 0.9, Series: []series.Series{{Batch: 1}}}, values)
	return bytes.Clone(f.buf.Bytes())
}

// requests are n latencies whose 3% slow ones are slower still on one side.
func (f *fixture) requests(n int, slower bool) []int64 {
	xs := make([]int64, n)
	luck := 1 + 0.01*f.rand.NormFloat64()
	for i := range xs {
		x := 12_000 * luck * (1 + 0.05*f.rand.ExpFloat64())
		if f.rand.Intn(100) < 3 {
			x *= 3 + 2*f.rand.Float64()
			if slower {
				x *= 1.5
			}
		}
		xs[i] = int64(x)
	}
	return xs
}
