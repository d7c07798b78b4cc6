package reportx_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// Two inputs, read together: runs of one series, by the name before the @, are pooled.
func ExampleNewResults() {
	rs := reportx.NewResults(reportx.ReadOptions{KeepWarmup: true})
	rs.Read("first.jsonl", strings.NewReader(`{"id": "get@0", "ns": [900, 1000, 1100]}`))
	rs.Read("second.jsonl", strings.NewReader(`{"id": "get@1", "ns": [1000, 1000, 1200]}`))
	for _, b := range rs.Benchmarks {
		fmt.Println(b.Name, len(b.Runs), "runs")
	}
	// Output: get 2 runs
}

// The file "-" is the given reader. A file that cannot be read is a problem of the results, and no reason not to
// report the others.
func ExampleReadFiles() {
	rs := reportx.ReadFiles([]string{"-", "testdata/no/such.bench"}, strings.NewReader("BenchmarkA-2 10 5 ns/op\n"), reportx.ReadOptions{})
	for _, b := range rs.Benchmarks {
		fmt.Println(b.Name, b.Runs[0].Metrics)
	}
	for _, p := range rs.Problems {
		fmt.Println("problem with", p.File)
	}
	// Output:
	// BenchmarkA-2 [{5 ns/op}]
	// problem with testdata/no/such.bench
}

func ExampleDefaultPercentiles() {
	fmt.Println(reportx.DefaultPercentiles())
	// Output: [50 95 99 99.9]
}

// Every form of a report; that of benchstat among them.
func ExampleFormats() {
	for _, f := range reportx.Formats() {
		fmt.Println(f.Name)
	}
	// Output:
	// text
	// markdown
	// json
	// bench
	// html
}

// curve is a series whose first four runs are slower.
func curve() []reportx.Steadiness {
	rs := reportx.NewResults(reportx.ReadOptions{KeepWarmup: true})
	rs.Read("curve", strings.NewReader("100e6\n34e6\n16e6\n11e6\n"+strings.Repeat("10e6\n", 46)))
	list, err := reportx.Classify(rs, false)
	if err != nil {
		fmt.Println(err)
	}
	return list
}

func ExampleWriteSteadyText() {
	reportx.WriteSteadyText(os.Stdout, curve())
	// Output:
	// series    n  class   start  stop  confidence  levels
	// curve@0  50  warmup      4    50        0.82  100ms 34ms 16ms (1 more) 10ms
	//   █▅▂[▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁]  10–100ms
	//
	// curve@0: the last 46 samples keep their level
}

func ExampleWriteSteadyJSON() {
	reportx.WriteSteadyJSON(os.Stdout, curve())
	// Output:
	// {
	//   "plateau": 1,
	//   "series": [
	//     {
	//       "id": "curve@0",
	//       "n": 50,
	//       "class": "warmup",
	//       "start": 4,
	//       "stop": 50,
	//       "confidence": 0.8214285714285714,
	//       "changepoints": [
	//         1,
	//         2,
	//         3,
	//         4
	//       ],
	//       "levels": [
	//         100000000,
	//         34000000,
	//         16000000,
	//         11000000,
	//         10000000
	//       ],
	//       "lowest": null,
	//       "highest": null,
	//       "wander": null,
	//       "transient": null,
	//       "dropped": 0,
	//       "reason": "the last 46 samples keep their level",
	//       "value": null,
	//       "online": false,
	//       "decided": null,
	//       "live": false
	//     }
	//   ]
	// }
}
