package reportx_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

func ExampleParseLimit() {
	for _, s := range []string{"p99=+10%", "BenchmarkHTTP.*:p99.9=5ms", "MB/s=-5%", "p99=fast"} {
		limit, err := reportx.ParseLimit(s)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%q %s: budget %v, ratio %.4g\n", limit.Pattern, limit.Statistic, limit.Absolute(), limit.Ratio)
	}
	// Output:
	// "" p99: budget false, ratio 1.1
	// "BenchmarkHTTP.*" p99.9: budget true, ratio 0
	// "" MB/s: budget false, ratio 1.053
	// limit "p99=fast": "fast" is neither a percentage, as +10%, nor a time, as 5ms
}

func ExampleDefaultLimit() {
	fmt.Println(reportx.DefaultLimit())
	// Output: p99=+10%
}

// A file of limits, as plateau gate reads plateau.limits. What is no limit has its place in the error.
func ExampleReadLimits() {
	limits, err := reportx.ReadLimits("plateau.limits", strings.NewReader(`
# the pages that everybody sees
BenchmarkHome:p99=5ms
p99=+10%
`))
	fmt.Println(limits, err)
	_, err = reportx.ReadLimits("plateau.limits", strings.NewReader("p99=+10%\np99\n"))
	fmt.Println(err)
	// Output:
	// [BenchmarkHome:p99=5ms p99=+10%] <nil>
	// plateau.limits:2: limit "p99" has no =: write one as in p99=+10% or BenchmarkGet:p99=5ms
}

// The percentiles that a report needs, for its budgets to be written anew.
func ExampleBudgetPercentiles() {
	limits, err := reportx.ReadLimits("plateau.limits", strings.NewReader("BenchmarkHome:p99=5ms\nBenchmarkHome:p99.9=20ms\np95=+10%\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reportx.BudgetPercentiles(limits))
	// Output: [99 99.9]
}

// A budget lies 10% above the upper end of the interval. Limits of changes stay as they are.
func ExampleUpdateBudgets() {
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read("lookup.txt", strings.NewReader(fiveRuns()))
	rep, err := reportx.NewReport(rs, reportx.Options{Percentiles: []float64{50}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := reportx.UpdateBudgets(os.Stdout, "# lookups\n^lookup(-\\d+)?$:p50=1us\np99=+10%\n", rep); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # lookups
	// ^lookup(-\d+)?$:p50=1.7µs
	// p99=+10%
}
