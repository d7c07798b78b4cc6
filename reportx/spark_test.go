package reportx

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func spreadOf(values ...int64) *spread {
	s := newSpreader()
	s.add(values)
	return s.take()
}

func TestSpark(t *testing.T) {
	ns := func(ps float64) float64 { return ps / 1000 }
	many := func(n int, v int64) []int64 {
		vs := make([]int64, n)
		for i := range vs {
			vs[i] = v
		}
		return vs
	}
	for _, c := range []struct {
		name   string
		values []int64
		width  int
		want   string
	}{
		{"nothing", nil, 80, ""},
		{"zeros have no place on the scale", many(3, 0), 80, ""},
		{"all the same", many(9, 5000), 80, ""},
		{"two", []int64{1000, 100_000}, 20, "1ns ▁        ▁ 100ns"},
		{"decades of counts: ends at 1 and 100 of 100, the middle at 10", append(append(many(100, 1000), many(10, 10_000)...), 99_999), 18, "1ns █   ▅  ▁ 100ns"},
		{"a zero is with the fastest", []int64{0, 0, 1000, 4000}, 19, "0ns █         ▁ 4ns"},
		{"too narrow", []int64{1000, 100_000}, 16, ""},
	} {
		got := spreadOf(c.values...).spark(c.width, ns)
		if got != c.want || utf8.RuneCountInString(got) > c.width {
			t.Errorf("%s: %q in %d characters, want %q", c.name, got, c.width, c.want)
		}
	}
}

// Every sample is somewhere, and the ends are the extremes.
func TestSpreadCounts(t *testing.T) {
	var values []int64
	for i := range int64(10_000) {
		values = append(values, 1000+i*i)
	}
	s := spreadOf(values...)
	if s.min != 1000 || s.max != 1000+9999*9999 || s.n != 10_000 {
		t.Fatalf("%d samples from %d to %d", s.n, s.min, s.max)
	}
	for _, bins := range []int{1, 2, 7, 400} {
		sum := int64(0)
		counts := s.counts(float64(s.min), float64(s.max), bins)
		for _, n := range counts {
			sum += n
		}
		if sum != s.n || counts[0] == 0 || counts[bins-1] == 0 {
			t.Errorf("%d bins have %d of %d samples: %v", bins, sum, s.n, counts)
		}
	}
}

// Colours change nothing but colours.
func TestTextColor(t *testing.T) {
	rep := &Report{Benchmarks: []*Summary{{Name: "BenchmarkA", Runs: 6, Settled: NeverSettled, Main: &Distribution{Batch: 1, Runs: 6, Samples: 100, Max: 9,
		Mean: 5, Percentiles: []Percentile{{P: 50, Value: 5, Supported: true, Lo: 4, Hi: 6, HasLo: true, HasHi: true}}},
		Suspects: []Suspect{{Run: 2, What: "median", Z: 9, Why: "median 9ns"}}, source: &Benchmark{}}}}
	var without, with strings.Builder
	if err := rep.WriteText(&without, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := rep.WriteText(&with, TextOptions{Color: true}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(without.String(), "\x1b") {
		t.Errorf("colours that nobody asked for: %q", without.String())
	}
	for _, want := range []string{faint + "4–6ns" + plain, yellow + "~5ns" + plain, yellow + "BenchmarkA: run 2 of 6 is suspect"} {
		if !strings.Contains(with.String(), want) {
			t.Errorf("%q is not in %q", want, with.String())
		}
	}
	if got := strings.NewReplacer(faint, "", yellow, "", plain, "").Replace(with.String()); got != without.String() {
		t.Errorf("without its colours:\n%s\nnot\n%s", got, without.String())
	}
}
