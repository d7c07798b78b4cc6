package quantile

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestStandardError(t *testing.T) {
	independent := func(p P, n float64) float64 { return math.Sqrt(p.variance() / n) }
	for _, c := range []struct {
		name          string
		p             P
		above, counts []int64
		want          float64
	}{
		// Shares .2 and .4 of a pooled .3: 2/1 (¼ .01 + ¼ .01) = .01, the sample variance over k.
		{"two runs", 700_000, []int64{20, 40}, []int64{100, 100}, 0.1},
		// Shares .1, .2, .3: their sample variance .01 over 3 runs.
		{"three runs", 800_000, []int64{10, 20, 30}, []int64{100, 100, 100}, math.Sqrt(0.01 / 3)},
		// f = 50/400; 2/1 ((¼ (.3-f))² + (¾ (.2/3-f))²) with shares .3 and 20/300.
		{"unequal runs", 875_000, []int64{30, 20}, []int64{100, 300}, math.Sqrt(2 * 2 * 0.04375 * 0.04375)},
		{"empty run does not count", 700_000, []int64{20, 0, 40}, []int64{100, 0, 100}, 0.1},
		{"runs alike by chance", 700_000, []int64{30, 30}, []int64{100, 100}, independent(700_000, 200)},
		{"nothing above", 990_000, []int64{0, 0}, []int64{50, 50}, independent(990_000, 100)},
		{"one run", 700_000, []int64{30}, []int64{100}, 0},
		{"one run with samples", 700_000, []int64{30, 0}, []int64{100, 0}, 0},
		{"no run", 700_000, nil, nil, 0},
	} {
		if got := standardError(c.p, c.above, c.counts); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestInterval has ranks that were computed by another program from the formula and tabled
// values of Student's t.
func TestInterval(t *testing.T) {
	independent := -1.0 // stands for the least standard error
	for _, c := range []struct {
		p      P
		n      int64
		runs   int
		se     float64
		lo, hi int64
		why    string
	}{
		{990_000, 100_000, 10, independent, 98_928, 99_070, ""},
		{990_000, 100_000, 10, 0.001, 98_762, 99_214, ""},
		{990_000, 100_000, 10, 0.005, 97_556, 99_813, ""},
		{500_000, 1000, 10, independent, 465, 536, ""},
		{500_000, 1000, 2, 0.03, 155, 846, ""},
		{500_000, 20, 10, independent, 6, 15, ""},
		{999_000, 1_000_000, 6, independent, 998_918, 999_080, ""},
		{990_000, 700, 10, independent, 686, 698, ""}, // just 7 beyond
		{990_000, 699, 10, independent, 685, 0, "no upper bound: 6 samples lie beyond p99, 7 needed"},
		{990_000, 100, 10, independent, 96, 0, "no upper bound: 1 sample lies beyond p99, 7 needed"},
		{990_000, 700, 3, independent, 678, 0, "no upper bound: 3 runs are too few or differ too much beyond p99"},
		{990_000, 100_000, 10, 0.02, 89_652, 0, "no upper bound: 10 runs are too few or differ too much beyond p99"},
		{10_000, 699, 10, independent, 0, 15, "no lower bound: 7 samples lie up to p1, 7 needed"},
		{500_000, 10, 10, independent, 0, 0, "no upper bound: 5 samples lie beyond p50, 7 needed; no lower bound: 5 samples lie up to p50, 7 needed"},
		{500_000, 1000, 2, 1, 0, 0, "no interval: 2 runs are too few or differ too much"},
		{990_000, 100_000, 1, 0, 0, 0, "one run: how much runs differ is unknown"},
	} {
		if c.se == independent {
			c.se = math.Sqrt(c.p.variance() / float64(c.n))
		}
		got := interval(c.p, c.n, c.runs, c.se)
		if got.lo != c.lo || got.hi != c.hi || got.why != c.why {
			t.Errorf("%v of %d in %d runs, se %v: %d to %d %q, want %d to %d %q",
				c.p, c.n, c.runs, c.se, got.lo, got.hi, got.why, c.lo, c.hi, c.why)
		}
		if rank := Rank(c.p, c.n); got.lo > rank || got.hi > 0 && got.hi < rank {
			t.Errorf("%v of %d: %d to %d is not around its rank %d", c.p, c.n, got.lo, got.hi, rank)
		}
	}
}

// TestIntervalCoverage simulates runs whose medians differ. The percentile of the
// population is known: the log of a sample is normal with variance sd² + ¼. Each end
// of a 95% interval should lie on the wrong side in 2.5%; the samples taken as
// independent would miss in about a third of cases.
func TestIntervalCoverage(t *testing.T) {
	const trials, runs, n, sd = 200, 10, 1000, 0.1
	normal := map[P]float64{500_000: 0, 990_000: 2.3263478740408408}
	r := rand.New(rand.NewPCG(1, 6))
	below, above, naive := map[P]int{}, map[P]int{}, map[P]int{}
	for range trials {
		pool := make([]Run, runs)
		for j := range pool {
			median := sd * r.NormFloat64()
			xs := make(Slice, n)
			for i := range xs {
				xs[i] = int64(1e6 * math.Exp(median+0.5*r.NormFloat64()))
			}
			pool[j] = xs
		}
		got, err := Pool(pool, []P{500_000, 990_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range got.Estimates {
			truth := int64(1e6 * math.Exp(math.Sqrt(sd*sd+0.25)*normal[e.P]))
			if !e.HasLo || !e.HasHi {
				t.Fatalf("%v has no interval: %s", e.P, e.Why)
			}
			if e.Lo > truth {
				below[e.P]++
			}
			if e.Hi < truth {
				above[e.P]++
			}
			tight := interval(e.P, got.N, 1_000_000, math.Sqrt(e.P.variance()/float64(got.N)))
			all := slices.Sorted(func(yield func(int64) bool) {
				for _, run := range pool {
					for _, x := range run.(Slice) {
						yield(x)
					}
				}
			})
			if all[tight.lo-1] > truth || all[tight.hi-1] < truth {
				naive[e.P]++
			}
		}
	}
	for p := range normal {
		missed := float64(below[p]+above[p]) / trials
		if missed > 0.08 || missed < 0.02 {
			t.Errorf("%v: interval misses in %.1f%%, want about 5%%", p, 100*missed)
		}
		if float64(naive[p])/trials < 0.15 {
			t.Errorf("%v: independence misses in %d of %d: these runs put nothing to the test", p, naive[p], trials)
		}
	}
}

func TestWhyIsNeverAmiss(t *testing.T) {
	for _, n := range []int64{1, 6, 7, 8, 13, 14, 15, 100, 699, 700, 701, 10_000} {
		for _, runs := range []int{1, 2, 3, 6, 10, 100} {
			for _, p := range []P{1, 10_000, 500_000, 990_000, 999_999} {
				l := interval(p, n, runs, math.Sqrt(p.variance()/float64(n)))
				if open := l.lo == 0 || l.hi == 0; open != (l.why != "") || strings.HasSuffix(l.why, "; ") {
					t.Errorf("%v of %d in %d runs: %d to %d, %q", p, n, runs, l.lo, l.hi, l.why)
				}
			}
		}
	}
}
