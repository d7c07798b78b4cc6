package reportx

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
)

// sound is what holds for every input: results are described without a
// panic, in every format, without NaN or Inf, and what is written for benchstat is
// read by its parser.
func sound(t *testing.T, rs *Results) {
	t.Helper()
	for _, b := range rs.Benchmarks {
		for _, r := range b.Runs {
			for _, m := range r.Metrics {
				if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
					t.Fatalf("%s: %v %s", b.Name, m.Value, m.Unit)
				}
			}
			for _, s := range r.Series {
				n := int64(0)
				if err := s.Samples.Each(func(ns float64) bool { n++; return ns >= 0 }); err != nil {
					t.Fatal(err)
				}
				if n != s.Samples.Len() || s.Warmup < 0 || s.Warmup > n || s.Batch < 1 {
					t.Fatalf("%s: %d samples of %d, warm-up %d, batch %d", b.Name, n, s.Samples.Len(), s.Warmup, s.Batch)
				}
			}
		}
	}
	for _, p := range rs.Problems {
		if p.File != "in" || p.Line < 0 || p.Err == nil {
			t.Fatalf("problem %+v", p)
		}
	}
	rep, err := NewReport(rs, Options{})
	if err != nil && !strings.Contains(err.Error(), "batch sizes differ") {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, f := range Formats() {
		out.Reset()
		if err := f.Write(rep, &out); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		switch f.Name {
		case "json":
			if !json.Valid(out.Bytes()) {
				t.Fatalf("not JSON:\n%s", out.Bytes())
			}
		case "bench":
			soundBench(t, out.Bytes())
		}
	}
	for _, online := range []bool{false, true} {
		list, err := Classify(rs, online)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if s.Start < -1 || s.Stop > s.N || s.Start >= s.Stop && s.N > 0 {
				t.Fatalf("%+v", s)
			}
		}
		out.Reset()
		if err := WriteSteadyText(&out, list); err != nil {
			t.Fatal(err)
		}
		if err := WriteSteadyJSON(&out, list); err != nil {
			t.Fatal(err)
		}
	}
}

func soundBench(t *testing.T, in []byte) {
	t.Helper()
	r := benchfmt.NewReader(bytes.NewReader(in), "out")
	for r.Scan() {
		if err, bad := r.Result().(*benchfmt.SyntaxError); bad && !strings.Contains(err.Msg, "already set") {
			t.Fatalf("%v\n%s", err, in)
		}
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "1\n2\n\n3\n", `{"id":"a@0","ns":[1,2.5,3e3]}`, "BenchmarkA-2 \t 10\t 5 ns/op\n", "\x00", "# x\n5\n",
		`{"Action":"output","Package":"p","Output":"BenchmarkA-2 10 5 ns/op\n"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Add(sampleFile(f, 1, nsRun("BenchmarkA-2", 1, 1, 2, 3)))
	for _, seed := range foreignInputs {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		sound(t, read(t, "in", in))
	})
}

func FuzzBench(f *testing.F) {
	f.Add([]byte("BenchmarkA-2 \t 10\t 5 ns/op\t NaN x\nUnit x a=b\nk: v\n"))
	f.Add([]byte("BenchmarkA 1 1 pooled-p99-ns/op\n--- FAIL: BenchmarkB\nBenchmark x\nBenchmarkC-2 \tx\n"))
	f.Add(sampleFile(f, 1, nsRun("BenchmarkA-2", 1, 1, 2, 3), batched("BenchmarkA-2", 3, 0, 5, 6)))
	f.Fuzz(func(t *testing.T, in []byte) {
		rs := NewResults(ReadOptions{})
		if _, err := rs.readBench("in", "", newLineScanner(bufio.NewReader(bytes.NewReader(in)), maxLine)); err != nil {
			t.Fatal(err)
		}
		sound(t, rs)
	})
}

func FuzzTestJSON(f *testing.F) {
	f.Add([]byte(`{"Action":"output","Package":"p","Output":"BenchmarkA-2 \t"}` + "\n" + `{"Action":"output","Package":"p","Output":" 10\t5 ns/op\n"}`))
	fuzzReader(f, (*Results).readTestJSON)
}

func FuzzSeries(f *testing.F) {
	f.Add([]byte(`{"id":"a@0","ns":[1,2]}` + "\n" + `{"id":"a@1","ns":[]}`))
	fuzzReader(f, (*Results).readSeries)
}

func FuzzNumbers(f *testing.F) {
	f.Add([]byte("1\n2.5\n\n# c\n-1\n1e300\n"))
	fuzzReader(f, (*Results).readNumbers)
}

func fuzzReader(f *testing.F, read func(*Results, string, *bufio.Reader) (int, error)) {
	f.Fuzz(func(t *testing.T, in []byte) {
		rs := NewResults(ReadOptions{})
		if _, err := read(rs, "in", bufio.NewReader(bytes.NewReader(in))); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		sound(t, rs)
	})
}
