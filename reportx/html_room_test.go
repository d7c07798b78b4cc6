package reportx

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// pageLimit is what a browser opens without a thought, in bytes.
const pageLimit = 20e6

// manyBenchmarks are n of them, so many in a package, each of two runs with samples and result lines; the last one has six,
// one of which is apart.
func manyBenchmarks(n, inPackage int, slower float64) *Results {
	rs := NewResults(ReadOptions{})
	for i := range n {
		b := rs.benchmark(fmt.Sprintf("example.com/module/package%d", i/inPackage), fmt.Sprintf("BenchmarkEncode/format=json/size=%d-8", i))
		runs := 2
		if i == n-1 {
			runs = 6
		}
		for r := range runs {
			var samples column
			for k := range 20 {
				samples = append(samples, int64(float64(1000+i%977+17*k+r)*slower))
			}
			if i == n-1 && r == 3 {
				for k := range samples {
					samples[k] *= 3
				}
			}
			run := &Run{Iters: 20, Rep: -1, Series: []*Series{{Batch: 1, Samples: Samples{int64(len(samples)), samples}}}}
			run.Metrics = []Metric{{float64(i % 977), "B/op"}, {3, "allocs/op"}, {float64(1000 + r), "MB/s"}}
			b.Runs = append(b.Runs, run)
		}
	}
	return rs
}

// Ten thousand benchmarks make a page that a browser opens, in one package and in as many: the one in doubt is drawn, though it is
// the last, and all others are in a table.
func TestHTMLOfManyBenchmarks(t *testing.T) {
	const n = 10_000
	if testing.Short() {
		t.Skip("ten thousand benchmarks")
	}
	rep, err := NewReport(manyBenchmarks(n, n, 1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, inPackage := range []int{n, 1} {
		for i, s := range rep.Benchmarks {
			s.Pkg = fmt.Sprintf("example.com/module/package%d", i/inPackage)
		}
		var out bytes.Buffer
		if err := rep.WriteHTML(&out); err != nil {
			t.Fatal(err)
		}
		page := out.String()
		t.Logf("%d in a package: %d bytes", inPackage, len(page))
		if len(page) > pageLimit {
			t.Errorf("%d in a package: %d bytes", inPackage, len(page))
		}
		if got := namedIn(page); got != n {
			t.Errorf("%d benchmarks of %d have a row", got, n)
		}
		if got := strings.Count(page, "<article"); got != drawnBenchmarks {
			t.Errorf("%d benchmarks are drawn", got)
		}
		if last := fmt.Sprintf("<h3><code>BenchmarkEncode/format=json/size=%d-8</code></h3>", n-1); !strings.Contains(page, last) {
			t.Error("the one with a suspect run is not drawn")
		}
		if !strings.Contains(page, "9,800 further benchmarks") || !strings.Contains(page, "figures for 200 benchmarks") {
			t.Error("the page does not say what it leaves out")
		}
	}
}

// namedIn is how many benchmarks have a row in a table of the page.
func namedIn(page string) int {
	names := make(map[string]bool)
	for _, m := range regexp.MustCompile(`<th role="rowheader"[^>]*>(?:<a [^>]*>)?(BenchmarkEncode[^<]*)<`).FindAllStringSubmatch(page, -1) {
		names[m[1]] = true
	}
	return len(names)
}

// So does the comparison of as many, whose most urgent ones are drawn.
func TestHTMLOfManyComparisons(t *testing.T) {
	if testing.Short() {
		t.Skip("ten thousand benchmarks")
	}
	const n = 10_000
	old, now := manyBenchmarks(n, 100, 1), manyBenchmarks(n, 100, 1)
	for _, r := range now.Benchmarks[n-2].Runs {
		slow := slices.Clone(r.Series[0].Samples.from.(column))
		for k := range slow {
			slow[k] *= 4
		}
		r.Series[0].Samples.from = slow
	}
	c, err := NewComparison([]Side{{"old", old}, {"new", now}}, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := c.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	t.Logf("%d bytes", len(page))
	if len(page) > pageLimit {
		t.Errorf("%d bytes", len(page))
	}
	if got := strings.Count(page, "<article"); got != drawnBenchmarks {
		t.Errorf("%d benchmarks are drawn", got)
	}
	if got := namedIn(page); got != n {
		t.Errorf("%d benchmarks of %d have a row", got, n)
	}
	if last := fmt.Sprintf("<code>BenchmarkEncode/format=json/size=%d-8</code>", n-2); !strings.Contains(page, last) {
		t.Error("the one that is slower is not drawn")
	}
}

// Twenty thousand runs make a page as well. The suspect one is drawn and listed although it is the last.
func TestHTMLOfManyMoreRuns(t *testing.T) {
	b := &Benchmark{Name: "BenchmarkRuns-8"}
	const n = 20_000
	for i := range int64(n) {
		r := &Run{Iters: 3, Rep: -1, Series: []*Series{{Batch: 1, Samples: Samples{3, column{1000, 1001 + i%7, 1002}}}}}
		if r.Metrics = []Metric{{float64(i % 9), "B/op"}}; i == n-1 {
			r.Series[0].Samples.from = column{5000, 5001, 5002}
		}
		b.Runs = append(b.Runs, r)
	}
	page := htmlOf(t, b)
	t.Logf("%d bytes", len(page))
	if len(page) > 4e6 {
		t.Errorf("%d bytes", len(page))
	}
	if !strings.Contains(page, fmt.Sprintf("Shown are 1200 of %d runs", n)) || !strings.Contains(page, fmt.Sprintf("<b>run %d</b>", n)) {
		t.Error("the page does not show what it has to")
	}
}

func TestRoom(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	for _, c := range []struct {
		n, most int
		want    []bool
	}{
		{0, 5, []bool{}}, {3, 0, []bool{false, false, false}}, {4, 1, []bool{false, true, false, false}},
		{4, 2, []bool{false, true, false, true}}, {4, 3, []bool{true, true, false, true}}, {2, 9, []bool{true, true}},
	} {
		if got := room(c.n, c.most, odd); !slices.Equal(got, c.want) {
			t.Errorf("room for %d of %d: %v, want %v", c.most, c.n, got, c.want)
		}
	}
}

// The most frequent things have columns, in the order in which they first appear.
func TestPivot(t *testing.T) {
	rows := [][]string{{"a", "b"}, {"b", "c"}, {"d"}, {"e"}, {"f"}, {"g"}, {"h"}, {"i"}, {"j", "j2"}}
	p := newPivot(len(rows), func(i int) []string { return rows[i] })
	if want := []string{"a", "b", "c", "d", "e", "f", "g", "h"}; !slices.Equal(p.columns, want) {
		t.Errorf("%q, want %q", p.columns, want)
	}
	rows = append(rows, []string{"j"}, []string{"j2"})
	p = newPivot(len(rows), func(i int) []string { return rows[i] })
	if want := []string{"a", "b", "c", "d", "e", "f", "j", "j2"}; !slices.Equal(p.columns, want) {
		t.Errorf("%q, want %q", p.columns, want)
	}
	if p.at["j2"] != 7 || len(p.row()) != 8 {
		t.Errorf("%+v", p)
	}
}

func TestShortList(t *testing.T) {
	for n, want := range map[int]string{0: "", 2: "a a", 3: "a a 1 more", 1002: "a a 1,000 more"} {
		if got := strings.Join(shortList(slices.Repeat([]string{"a"}, n), 2), " "); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
