package reportx_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// side is a version with ten runs, of which the result lines alone are known, numbered as pairs from first on. The p99
// of each is 1 ms and some scatter, times factor.
func side(name string, first int, factor float64) reportx.Side {
	var b strings.Builder
	for run := range 10 {
		fmt.Fprintf(&b, "BenchmarkServe-2 1000 %.0f p99-ns/op\n", factor*float64(1_000_000+run*7%10*2000))
	}
	rs := reportx.NewResults(reportx.ReadOptions{})
	rs.Read(name, strings.NewReader(b.String()))
	for i, run := range rs.Benchmarks[0].Runs {
		run.Pair = first + i
	}
	return reportx.Side{Name: name, Results: rs}
}

// both joins the runs of two measurements of a version.
func both(name string, sides ...reportx.Side) reportx.Side {
	all := sides[0].Results.Benchmarks[0]
	for _, s := range sides[1:] {
		all.Runs = append(all.Runs, s.Results.Benchmarks[0].Runs...)
	}
	return reportx.Side{Name: name, Results: sides[0].Results}
}

func ExampleNewComparison() {
	c, err := reportx.NewComparison([]reportx.Side{side("old", 1, 1), side("new", 1, 1.2)}, reportx.CompareOptions{Pairing: reportx.PairByNumber})
	if err != nil {
		fmt.Println(err)
		return
	}
	c.WriteText(os.Stdout, reportx.TextOptions{})
	// Output:
	// 1 worse, 0 better, 0 same, 0 unsure
	//
	// old → new
	//
	// benchmark                   p99
	// BenchmarkServe-2  1.009→1.211ms
	//                    +20.0% worse
	//                          +20.0%
	//
	// BenchmarkServe-2: 10 and 10 runs interleaved in fresh processes
	// BenchmarkServe-2: no samples: old and new are medians of the runs' own values
}

// Runs in pairs decide at once. Without pairs the error is an *OrderError, unless Pairing gives leave.
func ExampleNewGate() {
	limit, err := reportx.ParseLimit("p99-ns/op=+10%")
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := reportx.NewGate(side("old", 1, 1), side("new", 1, 1.2), reportx.GateOptions{Limits: []reportx.Limit{limit}, Pairing: reportx.PairByNumber})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("passed:", c.Gate.Passed)
	for _, d := range c.Differences {
		for _, change := range d.Changes {
			fmt.Println(d.Name, change.Statistic(), change.Verdict)
		}
	}
	// Output:
	// passed: false
	// BenchmarkServe-2 p99 worse
}

// What the first pairs flag is measured again, and only the fresh pairs decide: a screening may then look as often as
// it likes.
func ExampleScreen() {
	limit, _ := reportx.ParseLimit("p99-ns/op=+10%")
	o := reportx.GateOptions{Limits: []reportx.Limit{limit}, Pairing: reportx.PairByNumber}
	screened, err := reportx.Screen(side("old", 1, 1), side("new", 1, 1.2), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("flagged:", screened.Gate.Flagged, "passed:", screened.Gate.Passed)
	// Output: flagged: 1 passed: true
}

// Twelve percent in the first ten pairs, and nothing in the fresh ones: chance, or a machine that was busy.
func ExampleConfirm() {
	limit, _ := reportx.ParseLimit("p99-ns/op=+10%")
	o := reportx.GateOptions{Limits: []reportx.Limit{limit}, Pairing: reportx.PairByNumber}
	screened, err := reportx.Screen(side("old", 1, 1), side("new", 1, 1.12), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fresh := [2]reportx.Side{side("old", 11, 1), side("new", 11, 1)}
	old := both("old", side("old", 1, 1), side("old", 11, 1))
	new := both("new", side("new", 1, 1.12), side("new", 11, 1))
	c, err := reportx.Confirm(old, new, fresh, screened, o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("flagged:", screened.Gate.Flagged, "worse:", c.Gate.Worse, "passed:", c.Gate.Passed)
	// Output: flagged: 1 worse: 0 passed: true
}

// One program on both sides: in how many of all ways to exchange the sides of its ten pairs a gate would fail.
func ExampleNewPlacebo() {
	limit, _ := reportx.ParseLimit("p99-ns/op=+10%")
	p, err := reportx.NewPlacebo(side("base", 1, 1), side("head", 1, 1.02), []reportx.Limit{limit}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d pairs, %d assignments, %d fail\n", p.Pairs, p.Assignments, p.Failed)
	fmt.Printf("by chance alone up to %+.1f%%\n", 100*(p.Effects[0].Chance-1))
	// Output:
	// 10 pairs, 1024 assignments, 0 fail
	// by chance alone up to +1.4%
}

func ExampleCompareFormats() {
	fmt.Println(reportx.CompareFormats())
	// Output: [text markdown json bench html]
}

func ExamplePlaceboFormats() {
	fmt.Println(reportx.PlaceboFormats())
	// Output: [text markdown json]
}
