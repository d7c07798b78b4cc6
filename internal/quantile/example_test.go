package quantile_test

import (
	"fmt"
	"slices"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// 1,000 latencies in ms: the p99.9 is rank 999, where floating point would make it 1000.
func Example() {
	latencies := slices.Concat(
		slices.Repeat([]int64{8}, 970),
		slices.Repeat([]int64{40}, 25),
		slices.Repeat([]int64{600}, 5))
	ps := []quantile.P{500_000, 950_000, 990_000, 999_000}

	stats, err := quantile.Of(quantile.Slice(latencies), ps)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("mean", stats.Mean)
	for i, p := range ps {
		fmt.Println(p, stats.Values[i], "rank", quantile.Rank(p, stats.N))
	}
	// Output:
	// mean 11.76
	// p50 8 rank 500
	// p95 8 rank 950
	// p99 40 rank 990
	// p99.9 600 rank 999
}

func ExamplePercent() {
	p, err := quantile.Percent(99.9)
	fmt.Println(p, uint32(p), err)
	_, err = quantile.Percent(100)
	fmt.Println(err)
	// Output:
	// p99.9 999000 <nil>
	// percentile 100: want a number above 0 and below 100
}

func ExampleSelect() {
	xs := []int64{900, 120, 155, 350, 150}
	fmt.Println(quantile.Select(xs, []quantile.P{500_000, 900_000}))
	// Output: [155 900]
}

// Ten runs of 400 samples, each a little slower than the one before: 4,000 samples that say no more about
// the median than 109 independent ones would.
func ExamplePool() {
	var runs []quantile.Run
	for j := range int64(10) {
		run := make(quantile.Slice, 400)
		for i := range run {
			run[i] = 1000 + 20*j + int64(i)
		}
		runs = append(runs, run)
	}
	pooled, err := quantile.Pool(runs, []quantile.P{500_000, 999_000, 999_900})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range pooled.Estimates {
		fmt.Println(e.P, e.Value)
		if e.HasLo {
			fmt.Println("  at least", e.Lo)
		}
		if e.HasHi {
			fmt.Println("  at most", e.Hi)
		}
		if e.Why != "" {
			fmt.Println(" ", e.Why)
		}
		fmt.Printf("  design effect %.1f\n", e.DesignEffect)
	}
	// Output:
	// p50 1289
	//   at least 1247
	//   at most 1332
	//   design effect 36.7
	// p99.9 1575
	//   at least 1561
	//   no upper bound: 4 samples lie beyond p99.9, 7 needed
	//   design effect 4.0
	// p99.99 1579
	//   fewer than 1 of 4000 samples lies beyond p99.99
	//   design effect 1.0
}
