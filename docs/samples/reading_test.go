package samples

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/reportx"
)

// nearestRank is the value of rank ceil(p×n) of samples, with p in thousandths.
func nearestRank(samples []float64, p int) float64 {
	s := slices.Sorted(slices.Values(samples))
	return s[(p*len(s)+999)/1000-1]
}

// Ten runs of 1,000 requests. In one of them a tenth of the requests takes 100 ms.
func Example_averages() {
	var all []float64
	average := 0.0
	for run := range 10 {
		times := slices.Repeat([]float64{1}, 1000)
		if run == 7 {
			copy(times, slices.Repeat([]float64{100}, 100))
		}
		average += nearestRank(times, 990) / 10
		all = append(all, times...)
	}
	fmt.Printf("average of ten p99   %.1f ms\n", average)
	fmt.Printf("p99 of all requests  %.1f ms\n", nearestRank(all, 990))
	fmt.Printf("p99.9                %.1f ms\n", nearestRank(all, 999))
	// Output:
	// average of ten p99   10.9 ms
	// p99 of all requests  1.0 ms
	// p99.9                100.0 ms
}

// Latencies whose true p99.9 is 22.0 ms, measured again and again with few samples and with many.
func Example_farTail() {
	r := rand.New(rand.NewPCG(1, 2))
	latency := func() float64 { return math.Exp(r.NormFloat64()) } // in ms; log-normal
	for _, n := range []int{100, 1000, 20_000} {
		var answers []float64
		for range 100 {
			times := make([]float64, n)
			for i := range times {
				times[i] = latency()
			}
			answers = append(answers, nearestRank(times, 999))
		}
		fmt.Printf("%d samples: 90 of 100 answers between %.1f and %.1f ms\n", n, nearestRank(answers, 50), nearestRank(answers, 950))
	}
	fmt.Printf("the truth: %.1f ms\n", math.Exp(3.0902))
	// Output:
	// 100 samples: 90 of 100 answers between 6.3 and 29.2 ms
	// 1000 samples: 90 of 100 answers between 13.1 and 28.6 ms
	// 20000 samples: 90 of 100 answers between 19.4 and 24.5 ms
	// the truth: 22.0 ms
}

// A machine gets 1% slower with every run. Both sides are the same program.
func Example_sequential() {
	r := rand.New(rand.NewPCG(1, 2))
	var noise [20]float64
	for i := range noise {
		noise[i] = math.Exp(0.01*float64(i) + 0.005*r.NormFloat64())
	}
	side := func(member func(i int) bool) reportx.Side { // some of the runs
		var b strings.Builder
		for i, x := range noise {
			if member(i) {
				fmt.Fprintf(&b, "BenchmarkServe 1000 %.0f ns/op\n", 1e6*x)
			}
		}
		rs := reportx.NewResults(reportx.ReadOptions{})
		rs.Read("runs", strings.NewReader(b.String()))
		return reportx.Side{Name: "runs", Results: rs}
	}
	for _, c := range []struct {
		how     string
		old     func(i int) bool
		pairing reportx.Pairing
	}{
		{"one side after the other", func(i int) bool { return i < 10 }, reportx.NotPaired},
		{"in turns", func(i int) bool { return (i/2+i)%2 == 0 }, reportx.PairByOrder}, // old new, new old, ...
	} {
		sides := []reportx.Side{side(c.old), side(func(i int) bool { return !c.old(i) })}
		cmp, err := reportx.NewComparison(sides, reportx.CompareOptions{Pairing: c.pairing, Limit: 1.05})
		if err != nil {
			fmt.Println(err)
			return
		}
		change := cmp.Differences[0].Changes[0]
		fmt.Printf("%-25s %+.1f%% %s\n", c.how, 100*(change.Ratio-1), change.Verdict)
	}
	// Output:
	// one side after the other  +10.5% worse
	// in turns                  -0.1% same
}

// A request arrives every millisecond and takes half of one, but every 2,000th holds up the server for 100 ms. A client
// that waits for each answer before it asks again sends nothing meanwhile, so that one request alone notices.
func Example_coordinatedOmission() {
	const requests = 20_000
	var service, response []float64
	free := 0.0 // when the server has done what came before
	for i := range requests {
		arrival := float64(i)
		took := 0.5
		if i%2000 == 1000 {
			took = 100
		}
		free = max(free, arrival) + took
		service = append(service, took)
		response = append(response, free-arrival)
	}
	for _, p := range []int{500, 990, 999} {
		fmt.Printf("p%-4v from when it was sent %5.1f ms, from when it was due %5.1f ms\n", float64(p)/10, nearestRank(service, p), nearestRank(response, p))
	}
	// Output:
	// p50   from when it was sent   0.5 ms, from when it was due   0.5 ms
	// p99   from when it was sent   0.5 ms, from when it was due  90.0 ms
	// p99.9 from when it was sent   0.5 ms, from when it was due  99.0 ms
}
