package verdict_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// Ten pairs of runs of 2,000 operations, of which every fiftieth takes 40 ms
// before and 60 ms after.
func Example() {
	run := func(slow, luck int64) verdict.Trial {
		samples := make(quantile.Slice, 2000)
		for i := range samples {
			samples[i] = 8_000_000 + luck
			if i%50 == 0 {
				samples[i] = slow + luck
			}
		}
		return verdict.Trial{Samples: samples}
	}
	var pairs []verdict.Pair
	for i := range int64(10) {
		pairs = append(pairs, verdict.Pair{Old: run(40_000_000, 3000*i), New: run(60_000_000, 7000*(i%3))})
	}
	percentiles := []quantile.P{500_000, 990_000}
	m, err := verdict.Measure(pairs, percentiles, verdict.Paired)
	if err != nil {
		fmt.Println(err)
		return
	}
	var tests []verdict.Test
	for i, p := range percentiles {
		tests = append(tests, verdict.Test{P: p, Change: m.Changes[i]})
	}
	for i, g := range verdict.Judge(tests) {
		fmt.Printf("%v %s: %.2fx, p = %.4f\n", percentiles[i], g.Verdict, m.Changes[i].Ratio, g.Adjusted)
	}
	// Output:
	// p50 same: 1.00x, p = 0.0547
	// p99 worse: 1.50x, p = 0.0020
}

// Eight of ten differences lie above zero, among them the largest.
func ExampleSignedRank() {
	test := verdict.SignedRank([]float64{5, 4, -1, 3, 8, 2, -2, 6, 9, 7, 0})
	fmt.Printf("p = %.4f from %d differences and %d zero\n", test.Up, test.N, test.Zeros)
	// Output:
	// p = 0.0059 from 10 differences and 1 zero
}

func ExampleShift() {
	l := verdict.Shift([]float64{5, 4, -1, 3, 8, 2, -2, 6, 9, 7})
	fmt.Printf("%.2f, 95%% interval %.2f to %.2f\n", l.Estimate, l.Lo, l.Hi)
	// Output:
	// 4.00, 95% interval 1.50 to 7.00
}

// Screening flags what fresh pairs then confirm.
func ExampleConfirm() {
	ratio := func(pairs int, x float64) verdict.Change {
		var s verdict.Sides
		for i := range pairs {
			s.Old, s.New = append(s.Old, 100), append(s.New, 100*x+float64(i%4))
		}
		return verdict.Paired(s)
	}
	first := verdict.Screen([]verdict.Test{{Change: ratio(10, 1.00)}, {Change: ratio(10, 1.25)}})
	looks := make([]verdict.Look, len(first))
	for i, g := range first {
		looks[i].Flagged = g.Flagged
		if g.Flagged != "" {
			looks[i].Fresh = ratio(10, 1.25)
		}
	}
	for _, g := range verdict.Confirm([]verdict.Test{{Change: ratio(10, 1.00)}, {Change: ratio(20, 1.25)}}, looks) {
		fmt.Printf("%s, confirmed %v\n", g.Verdict, g.Confirmed)
	}
	// Output:
	// same, confirmed false
	// worse, confirmed true
}

func ExampleLeastPairs() {
	fmt.Println(verdict.LeastPairs(1), verdict.LeastPairs(4), verdict.LeastPairs(100))
	// Output: 6 8 12
}
