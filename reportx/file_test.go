package reportx

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// testStart is when the first process of the tests began.
var testStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// A testRun is a run to be written to a sample file.
type testRun struct {
	line   string // result line; "" none
	run    series.Run
	values [][]int64 // of each series
}

// nsRun is a run of whole nanoseconds, one operation a sample.
func nsRun(name string, warmup int64, values ...int64) testRun {
	n := int64(len(values))
	return testRun{
		line: fmt.Sprintf("%s \t %d \t 100 ns/op", name, n+1),
		run: series.Run{Name: name, Procs: 2, Start: testStart, Iters: n + 1, TickNS: 1, Batch: 1, Class: "flat", Confidence: 0.9,
			Series: []series.Series{{Batch: 1, Samples: n, Warmup: warmup}}},
		values: [][]int64{values},
	}
}

// sampleFile is a sample file of one process.
func sampleFile(t testing.TB, pid int, runs ...testRun) []byte {
	t.Helper()
	var out bytes.Buffer
	w := series.NewWriter(&out, nil)
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(w.Header(series.Process{Pkg: "example.com/p", GOOS: "linux", GOARCH: "amd64", CPU: "test", PID: pid, Start: testStart}))
	for rep, r := range runs {
		r.run.Rep = rep
		check(w.Run(r.line, r.run))
		for i, values := range r.values {
			var enc series.Encoder
			for len(values) > 0 {
				chunk, n := enc.Append(nil, values)
				check(w.Chunk(i, chunk, n))
				values = values[n:]
			}
		}
		check(w.End())
	}
	return out.Bytes()
}

// read reads one input.
func read(t testing.TB, name string, input []byte) *Results {
	t.Helper()
	rs := NewResults(ReadOptions{})
	rs.Read(name, bytes.NewReader(input))
	return rs
}

// readWhole reads one input that has no problems.
func readWhole(t testing.TB, name string, input []byte) *Results {
	t.Helper()
	rs := read(t, name, input)
	for _, p := range rs.Problems {
		t.Fatalf("problem: %v", p)
	}
	return rs
}

// reportOf is the report of one input that has no problems.
func reportOf(t testing.TB, input []byte, o Options) *Report {
	t.Helper()
	rep, err := NewReport(readWhole(t, "in", input), o)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// problems are the positions and messages of what could not be read.
func problems(rs *Results) (list []string) {
	for _, p := range rs.Problems {
		list = append(list, p.Error())
	}
	return list
}

// notes are the remarks.
func notes(rs *Results) (list []string) {
	for _, n := range rs.Notes {
		list = append(list, n.String())
	}
	return list
}
