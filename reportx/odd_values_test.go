package reportx

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTimeless(t *testing.T) {
	s := summaries(t, join("a", string(sampleFile(t, 1, nsRun("BenchmarkA-2", 0, make([]int64, 200)...)))))
	if want := "no time was measured: every sample is 0"; !slices.Contains(s[0].Notes, want) {
		t.Errorf("notes %q lack %q", s[0].Notes, want)
	}
	var out bytes.Buffer
	if err := (&Report{Benchmarks: s}).WriteText(&out, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "0ns") || strings.Contains(out.String(), "no interval") {
		t.Errorf("a time of 0 is shown:\n%s", out.String())
	}
}

func TestImpossibleLines(t *testing.T) {
	rs := join("a", "BenchmarkA 0 5 ns/op\nBenchmarkA 10 -5 ns/op\nBenchmarkB 10 5 ns/op -1 delta\n")
	if d := cmp.Diff([]string{"BenchmarkB | 5 ns/op -1 delta"}, shape(rs)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"a:1: BenchmarkA: result dropped: 0 iterations", "a:2: BenchmarkA: result dropped: -5 ns/op is no duration"}, notes(rs)); d != "" {
		t.Error(d)
	}
	if len(rs.Problems) > 0 {
		t.Errorf("problems: %q", problems(rs))
	}
}

// What nobody sampled does not lack its samples.
func TestPlainBenchmark(t *testing.T) {
	const note = "per-run percentiles only: no samples in "
	plain := summaries(t, join("a", "BenchmarkA 10 5 ns/op 3 B/op\n"))[0]
	if strings.Contains(strings.Join(plain.Notes, "\n"), note) || whyAbsent(plain) != "no samples" {
		t.Errorf("plain: %q, %q", plain.Notes, whyAbsent(plain))
	}
	ours := "BenchmarkA 10 5 ns/op 7 p99-ns/op\n"
	for _, c := range []struct{ stdin, want string }{{"", "standard input"}, {"go test", "go test"}} {
		rs := ReadFiles([]string{"-"}, strings.NewReader(ours), ReadOptions{StdinName: c.stdin})
		if s := summaries(t, rs)[0]; !slices.Contains(s.Notes, note+c.want) {
			t.Errorf("notes %q lack %q", s.Notes, note+c.want)
		}
	}
}

func TestNumbersOutOfRange(t *testing.T) {
	rs := join("a", "1\n1e400\n-1e400\n", "b", `{"id":"x","ns":[1,1e400]}`)
	want := []string{
		"a:2: 1e400 ns is longer than can be kept (53 days)",
		"a:3: -1e400: a duration cannot be negative",
		`b:1: series "x": value 1: 1e400 ns is longer than can be kept (53 days)`,
	}
	if d := cmp.Diff(want, problems(rs)); d != "" {
		t.Error(d)
	}
}

func TestFormatHuge(t *testing.T) {
	for ns, want := range map[float64]string{1e23: "100000000000000s", 1e24: "1e+15s", 1.23456e300: "1.235e+291s", -2e24: "-2e+15s"} {
		if got := formatNS(ns); got != want {
			t.Errorf("%g ns: %s, want %s", ns, got, want)
		}
	}
}
