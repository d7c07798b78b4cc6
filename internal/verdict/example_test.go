package verdict_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// The p99 of ten runs of 2,000 operations a side, in ms, neighbours in order.
func Example() {
	sides := verdict.Sides{
		Old:     []float64{40.0, 40.3, 39.8, 40.9, 40.1, 41.2, 39.9, 40.4, 40.2, 40.6},
		New:     []float64{60.1, 59.2, 61.0, 60.4, 58.8, 60.2, 60.7, 59.9, 60.3, 61.4},
		OldPool: 40.2, NewPool: 60.2, Samples: 20_000, PerRun: 2000,
	}
	change := verdict.PairedJointly(sides)
	g := verdict.Judge([]verdict.Test{{P: 990_000, Change: change}})[0]
	fmt.Printf("%s: %.2fx, p = %.4f\n", g.Verdict, change.Ratio, g.Adjusted)
	// Output:
	// worse: 1.50x, p = 0.0010
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
