package reportx

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/series"
)

// unsettledFile has one run that settled and one that never did.
func unsettledFile(t *testing.T) []byte {
	good, bad := levelRun(1, 600, 0, 200_000, 0), levelRun(2, 600, 0, 200_000, 100)
	good.line += "\t 7 B/op"
	bad.line += "\t 7 B/op\t 100 warmup-iters\t 1 unsettled"
	bad.run.Class, bad.run.Marks = "nosteady", []string{series.MarkUnsettled}
	return sampleFile(t, 1, good, bad)
}

func writtenBy(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func reportIn(t *testing.T, in []byte, format string) string {
	t.Helper()
	rep := reportOf(t, in, Options{})
	return writtenBy(t, func(w io.Writer) error { return rep.Write(w, format) })
}

// Every number of a benchmark that never settled is marked, in every output.
func TestUnsettledReport(t *testing.T) {
	in := unsettledFile(t)
	for format, wants := range map[string][]string{
		"text":     {" ~200µs", " ~7 ", "~ in doubt: the benchmark never settled", "never settled: run 2"},
		"markdown": {`| \~200µs |`, `| \~7 |`, "never settled: run 2"},
		"bench":    {" 100 warmup-iters 1 unsettled ", " 1 pooled-unsettled\n", " 0 warmup-iters\n"},
		"json":     {`"settled": false`},
	} {
		got := reportIn(t, in, format)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", format, want, got)
			}
		}
	}
	var data struct{ Benchmarks []struct{ Classes []*string } }
	if err := json.Unmarshal([]byte(reportIn(t, in, "json")), &data); err != nil {
		t.Fatal(err)
	}
	if c := data.Benchmarks[0].Classes; len(c) != 2 || *c[0] != "flat" || *c[1] != "nosteady" {
		t.Errorf("classes %v", c)
	}
}

// A result line says by itself that its run never settled, and a pooled line that some did not.
func TestUnsettledLines(t *testing.T) {
	got := reportIn(t, []byte("BenchmarkA-2 10 100 ns/op 7 B/op 100 p50-ns/op 0 warmup-iters 1 unsettled\n"), "text")
	for _, want := range []string{" ~100ns ", " ~7 ", "never settled: run 1; every number is in doubt", "~ in doubt"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, " unsettled") || strings.Contains(got, "~0 ") {
		t.Errorf("what only says so is no number:\n%s", got)
	}
	if got := reportIn(t, []byte("BenchmarkA-2 10 100 pooled-p50-ns/op 2 pooled-unsettled\n"), "text"); !strings.Contains(got, " ~100") {
		t.Errorf("a pooled line:\n%s", got)
	}
	if got := reportIn(t, []byte("BenchmarkA-2 10 100 ns/op 0 warmup-iters\n"), "text"); strings.Contains(got, "~") {
		t.Errorf("a settled line:\n%s", got)
	}
}

func TestUnsettledComparison(t *testing.T) {
	old, bad := readWhole(t, "old", sampleFile(t, 1, levelRun(1, 600, 0, 200_000, 0))), readWhole(t, "new", unsettledFile(t))
	c, err := NewComparison([]Side{{"old", old}, {"new", bad}}, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for format, wants := range map[string][]string{
		"text":     {"→~200", "~ in doubt", "some runs never settled"},
		"markdown": {`| \~200`, "| 200"},
		"bench":    {"1 unsettled", "1 pooled-unsettled"},
		"json":     {`"new_unsettled": true`, `"old_unsettled": false`},
	} {
		got := writtenBy(t, func(w io.Writer) error { return c.Write(w, format) })
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", format, want, got)
			}
		}
	}
}

// What is exported of such a run is not called steady.
func TestUnsettledExport(t *testing.T) {
	short := levelRun(3, 20, 0, 200_000, 0)
	short.run.Class = "short"
	rs := readWhole(t, "in", slices.Concat(unsettledFile(t), sampleFile(t, 2, short)))
	csv := writtenBy(t, rs.WriteCSV)
	for what, want := range map[string]int{",steady,": 600, ",unsettled,": 500, ",warmup,": 100, ",short,": 20} {
		if got := strings.Count(csv, what); got != want {
			t.Errorf("%d samples are %q, want %d", got, what, want)
		}
	}
	for name, write := range map[string]func(io.Writer) error{"hlog": rs.WriteHlog, "hgrm": rs.WriteHgrm} {
		if got := writtenBy(t, write); !strings.Contains(got, "#[never settled, so not steady: run 2 of BenchmarkA-2]\n") {
			t.Errorf("%s says nothing:\n%.400s", name, got)
		}
	}
}

// A raw series that never settles has a line that says so, with its warm-up.
func TestUnsettledSeries(t *testing.T) {
	values := make([]int64, 600)
	for i := range values {
		values[i] = 1000 + int64(i)*10
	}
	if got := reportIn(t, numbers(values), "bench"); !strings.Contains(got, " warmup-iters 1 unsettled\n") {
		t.Errorf("%s", got)
	}
}
