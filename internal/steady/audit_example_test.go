package steady_test

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/steady"
)

func ExampleAudit() {
	ms := runs()
	whole := steady.Analyze(ms, steady.Config{})
	kept := steady.Result{N: len(ms), Class: steady.Flat, Stop: len(ms)} // somebody discarded nothing
	f := steady.Audit(ms, kept, whole)
	fmt.Printf("%s, by %d\n%s\n", f.Verdict, f.Values, f.Reason)
	// Output:
	// too short, by 4
	// 0 values were discarded, but the series is steady only after 4 values: 4 values too few; the median of what was kept is off by 0%
}

func ExampleConsistent() {
	var settled []steady.Settled
	for _, factor := range []float64{1, 1, 1.3, 1} { // the third process was slower
		ms := runs()
		for i := range ms {
			ms[i] *= factor
		}
		settled = append(settled, steady.Settled{Values: ms, Result: steady.Analyze(ms, steady.Config{})})
	}
	a := steady.Consistent(settled, steady.Config{})
	fmt.Println(a.Consistent, a.Level)
	fmt.Println(a.Reason)
	// Output:
	// false 10
	// 3 of 4 runs settle at one level, the others elsewhere: run 2 at +30%
}
