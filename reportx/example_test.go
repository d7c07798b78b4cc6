package reportx_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// fiveRuns are five runs of the same series, in ns, one a line; the fourth is slower.
func fiveRuns() string {
	var b strings.Builder
	for run := range 5 {
		for i := range 200 {
			ns := 1000 + i%20*10
			if run == 3 {
				ns += ns / 2
			}
			fmt.Fprintln(&b, ns)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// Percentiles are those of the samples of all runs together. The run that
// differs is named, and pooled all the same.
func Example() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("lookup.txt", strings.NewReader(fiveRuns()))
	rep, err := reportx.NewReport(rs, reportx.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rep.WriteText(os.Stdout, reportx.TextOptions{})
	// Output:
	// benchmark  runs  samples  warm-up     mean          p50      p95      p99     p99.9
	// lookup        5    1,000        0  1.204µs       1.12µs   1.71µs   1.77µs  1.785µs*
	//                                             1.04–1.54µs  ≥1.18µs  ≥1.71µs   ≥1.78µs
	//   1µs █▇▇▇▇▇▇▇▇▇█▇▇▇▇▇█                      ▅▅▅▆▅▅▅▅▅▅▅▅▆▅▅▅▆ 1.78µs
	//
	// ▁▄█: how many samples take how long, from the fastest to the slowest; both scales are logarithmic
	// * weak: fewer than 10 samples lie beyond it
	// z: how far the run lies from the median of the runs, in robust standard deviations
	// lookup: run 4 of 5 is suspect: median 1.635µs, the others around 1.09µs (+50.0%), z 202.7; p99 1.785µs, the others around 1.19µs (+50.0%), z 202.7; 5% of its samples above the pooled p99, the others around 0%, z 7.1
	// lookup: inconsistent: runs settle at different levels, most at 1.095µs, run 4 at +50.0%
}

// Results of go test -bench have no samples: what their lines say is described
// over the runs, mean and median side by side.
func ExampleResults_Read() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("serve.txt", strings.NewReader(`
BenchmarkServe-2 	 1000	 1010 req/s
BenchmarkServe-2 	 1000	  990 req/s
BenchmarkServe-2 	 1000	 1050 req/s
BenchmarkServe-2 	 1000	  700 req/s
BenchmarkServe-2 	 1000	 1000 req/s
`))
	rep, err := reportx.NewReport(rs, reportx.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := rep.Benchmarks[0]
	fmt.Println("mean", s.Metrics[0].Mean, "median", s.Metrics[0].Median)
	for _, x := range s.Suspects {
		fmt.Printf("run %d: %s\n", x.Run, x.Why)
	}
	// Output:
	// mean 950 median 1000
	// run 4: 700 req/s, the others around 1000 (-30.0%)
}

// What is damaged is reported with its place, and what is whole is kept.
func ExampleResults_Read_damaged() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("out.txt", strings.NewReader("BenchmarkA-2 \t 10\t 5 ns/op\nBenchmarkB-2 \t 10\t 7"))
	for _, p := range rs.Problems {
		fmt.Println(p)
	}
	for _, b := range rs.Benchmarks {
		fmt.Println(b.Name, b.Runs[0].Metrics)
	}
	// Output:
	// out.txt:2: result line of BenchmarkB-2 is cut off or damaged: missing units
	// BenchmarkA-2 [{5 ns/op}]
}

// A thousand latencies, 970 of 8 ms, 25 of 40 ms and 5 of 600 ms: the mean
// describes none of them.
func ExampleNewReport() {
	var b strings.Builder
	for i := range 1000 {
		switch {
		case i%200 == 7:
			fmt.Fprintln(&b, 600e6)
		case i%40 == 3:
			fmt.Fprintln(&b, 40e6)
		default:
			fmt.Fprintln(&b, 8e6)
		}
	}
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("page.txt", strings.NewReader(b.String()))
	rep, err := reportx.NewReport(rs, reportx.Options{Percentiles: []float64{50, 95, 99, 99.9, 99.99}})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := rep.Benchmarks[0].Main
	fmt.Printf("mean  %.2f ms\n", d.Mean/1e6)
	for _, p := range d.Percentiles {
		if p.Supported {
			fmt.Printf("p%v %v ms, %d samples beyond\n", p.P, p.Value/1e6, p.Beyond)
		} else {
			fmt.Printf("p%v absent: %s\n", p.P, p.Why)
		}
	}
	// Output:
	// mean  11.76 ms
	// p50 8 ms, 500 samples beyond
	// p95 8 ms, 50 samples beyond
	// p99 40 ms, 10 samples beyond
	// p99.9 600 ms, 1 samples beyond
	// p99.99 absent: fewer than 1 of 1000 samples lies beyond p99.99
}

// A warm-up curve: the first four runs are slower.
func ExampleClassify() {
	rs := reportx.NewResults(reportx.ReadOptions{KeepWarmup: true})
	rs.Read("curve", strings.NewReader("100e6\n34e6\n16e6\n11e6\n"+strings.Repeat("10e6\n", 46)))
	list, err := reportx.Classify(rs, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range list {
		fmt.Println(s.ID, s.Class, s.Start, s.Stop)
	}
	// Output: curve@0 warmup 4 50
}

func ExampleReport_WriteBench() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("lookup.txt", strings.NewReader(fiveRuns()))
	rep, err := reportx.NewReport(rs, reportx.Options{Percentiles: []float64{99}})
	if err != nil {
		fmt.Println(err)
		return
	}
	rep.WriteBench(os.Stdout)
	// Output:
	// Unit pooled-mean-ns/op assume=exact
	// Unit pooled-p99-ns/op assume=exact
	// BenchmarkLookup 200 1095 mean-ns/op 1190 p99-ns/op 0 warmup-iters
	// BenchmarkLookup 200 1095 mean-ns/op 1190 p99-ns/op 0 warmup-iters
	// BenchmarkLookup 200 1095 mean-ns/op 1190 p99-ns/op 0 warmup-iters
	// BenchmarkLookup 200 1642.5 mean-ns/op 1785 p99-ns/op 0 warmup-iters
	// BenchmarkLookup 200 1095 mean-ns/op 1190 p99-ns/op 0 warmup-iters
	// BenchmarkLookup 1000 1204.5 pooled-mean-ns/op 1770 pooled-p99-ns/op
}

func ExampleResults_WriteCSV() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("short.txt", strings.NewReader("120\n80\n\n90\n"))
	rs.WriteCSV(os.Stdout)
	// Output:
	// benchmark,run,index,phase,ns,batch,stage,pkg
	// short,1,0,short,120,1,,
	// short,1,1,short,80,1,,
	// short,2,0,short,90,1,,
}

func ExampleReport_WriteHTML() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("lookup.jsonl", strings.NewReader(`{"id": "lookup@0", "ns": [1000, 1010, 1005, 998, 1002, 1490, 1001, 1003]}`))
	rep, err := reportx.NewReport(rs, reportx.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	if err := rep.WriteHTML(&page); err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(page.String(), "\n")
	fmt.Println(first)
	// Output: <!doctype html>
}

func ExampleComparison_WriteHTML() {
	var sides []reportx.Side
	for _, name := range []string{"old", "new"} {
		rs := reportx.NewResults(reportx.ReadOptions{})
		rs.Read(name, strings.NewReader(`{"id": "lookup@0", "ns": [1000, 1010, 1005, 998, 1002, 1490, 1001, 1003]}`))
		sides = append(sides, reportx.Side{Name: name, Results: rs})
	}
	c, err := reportx.NewComparison(sides, reportx.CompareOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var page strings.Builder
	if err := c.WriteHTML(&page); err != nil {
		fmt.Println(err)
		return
	}
	first, _, _ := strings.Cut(page.String(), "\n")
	fmt.Println(first)
	// Output: <!doctype html>
}
