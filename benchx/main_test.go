package benchx

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestPooledLines(t *testing.T) {
	var reg registry
	add := func(name string, n int, ns int64) {
		b := reg.of(name)
		s, err := (&benchmark{name: name, ps: defaultPercentiles, runs: []*run{
			runOf(name, 0, slices.Repeat([]int64{ns}, n), 0, 1),
			runOf(name, 1, slices.Repeat([]int64{ns}, n), 0, 1),
		}}).pool(name)
		if err != nil {
			t.Fatal(err)
		}
		b.pooled = append(b.pooled, s.line())
	}
	add("BenchmarkSmall", 5, 1000)
	add("BenchmarkLarge", 600, 2000)
	reg.of("BenchmarkNothing")
	add("BenchmarkZero", 5, 0)
	store.empty()

	var out bytes.Buffer
	reg.print(&out)
	var units, lines []string
	for line := range strings.Lines(out.String()) {
		text := strings.Join(strings.Fields(line), " ")
		if strings.HasPrefix(text, "Unit ") {
			units = append(units, text)
			if len(lines) > 0 {
				t.Errorf("%q comes behind results", text)
			}
		} else {
			lines = append(lines, text)
		}
	}
	wantUnits := []string{
		"Unit pooled-p50-ns/op assume=exact better=lower",
		"Unit pooled-p95-ns/op assume=exact better=lower",
		"Unit pooled-p99-ns/op assume=exact better=lower",
		"Unit pooled-p99.9-ns/op assume=exact better=lower",
		"Unit pooled-mean-ns/op assume=exact better=lower",
	}
	slices.Sort(units)
	slices.Sort(wantUnits)
	if !slices.Equal(units, wantUnits) {
		t.Errorf("%q, want each unit once: %q", units, wantUnits)
	}
	wantLines := []string{
		"BenchmarkSmall 10 1000 pooled-mean-ns/op 1000 pooled-p50-ns/op",
		"BenchmarkLarge 1200 2000 pooled-mean-ns/op 2000 pooled-p50-ns/op 2000 pooled-p95-ns/op 2000 pooled-p99-ns/op 2000 pooled-p99.9-ns/op",
	}
	if len(lines) < 2 || !slices.Equal(lines[:2], wantLines) {
		t.Errorf("%q, want %q", lines, wantLines)
	}
	if text := out.String(); strings.Contains(text, " ns/op") || strings.Contains(text, "NaN") {
		t.Errorf("ns/op, or no number, in\n%s", text)
	}
	for _, line := range lines {
		if fields := strings.Fields(line); len(fields) < 4 {
			t.Errorf("%q is no result line: it has no value", line)
		}
	}
}

func TestNothingPooled(t *testing.T) {
	var out bytes.Buffer
	new(registry).print(&out)
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
