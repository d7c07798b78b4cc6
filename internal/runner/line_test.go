package runner

import (
	"strings"
	"testing"
)

func TestParseResultLine(t *testing.T) {
	for _, tt := range []struct {
		line string
		ok   bool
		why  string
	}{
		{"BenchmarkA-2 \t 100\t 5 ns/op", true, "the usual"},
		{"BenchmarkA 1 5 ns/op 3 B/op 1 allocs/op", true, "spaces only"},
		{"Benchmark 1 5 ns/op", true, "a function named Benchmark"},
		{"Benchmark_x 1 5 ns/op", true, "no lower case letter follows"},
		{"BenchmarkA-2 0 NaN ns/op", true, "spoiled, but a result line"},
		{"BenchmarkA-2 0 +Inf ns/op", true, "spoiled, but a result line"},
		{"Benchmarks 1 5 ns/op", false, "a word"},
		{"BenchmarkA-2", false, "the name alone"},
		{"BenchmarkA-2 100", false, "no metric"},
		{"BenchmarkA-2 100 5", false, "no unit"},
		{"BenchmarkA-2 100 5 ns/op 3", false, "a metric cut off"},
		{"BenchmarkA-2 1.5 5 ns/op", false, "the count is no integer"},
		{"BenchmarkA-2 -1 5 ns/op", false, "nor negative"},
		{"BenchmarkA-2 100 five ns/op", false, "the value is no number"},
		{"BenchmarkA-2 100 5 6", false, "a number is no unit"},
		{"", false, "nothing"},
	} {
		if _, ok := ParseResultLine(tt.line); ok != tt.ok {
			t.Errorf("%q: %v, want %v: %s", tt.line, ok, tt.ok, tt.why)
		}
	}
}

func TestJudge(t *testing.T) {
	long := "BenchmarkA/" + strings.Repeat("x", maxLine-len("BenchmarkA/\t1\t5 ns/op")) + "\t1\t5 ns/op"
	for _, tt := range []struct {
		line string
		want Verdict
	}{
		{"BenchmarkA-2\t1\t5 ns/op", Keep},
		{"BenchmarkA-2\t0\tNaN ns/op", Spoiled},
		{"BenchmarkA-2\t0\t+Inf ns/op\t3 B/op", Spoiled},
		{"BenchmarkA-2\t1\t5 ns/op\tNaN x/op", Trim},
		{"BenchmarkA-2\t1\tNaN x/op\t-Inf y/op", Spoiled},
		{long, Keep},
		{long + " ", TooLong},
	} {
		r, ok := ParseResultLine(tt.line)
		if !ok {
			t.Fatalf("%.50q is no result line", tt.line)
		}
		if got := r.Judge(tt.line); got != tt.want {
			t.Errorf("%.50q of %d bytes: %v, want %v", tt.line, len(tt.line), got, tt.want)
		}
	}
	if got, want := trimmed("BenchmarkA-2  \t       1\t 5 ns/op\t NaN x/op\t 3 y/op"), "BenchmarkA-2\t1\t5 ns/op\t3 y/op"; got != want {
		t.Errorf("trimmed: %q, want %q", got, want)
	}
}

func TestPooled(t *testing.T) {
	for line, want := range map[string]bool{
		"BenchmarkA-2 100 5 pooled-p50-ns/op 6 ttft-pooled-p99-ns/op": true,
		"BenchmarkA-2 100 5 ns/op 5 pooled-p50-ns/op":                 false,
	} {
		if r, _ := ParseResultLine(line); r.Pooled() != want {
			t.Errorf("%q: pooled %v", line, !want)
		}
	}
}
