package reportx

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/suspect"
)

// Scores by hand: the median of 1 2 3 4 100 is 3, the median deviation 1.
func TestScores(t *testing.T) {
	xs := []float64{100, 1, 3, 2, 4}
	before := slices.Clone(xs)
	zs := scores(xs, 0)
	for i, x := range xs {
		if want := (x - 3) / 1.4826; math.Abs(zs[i]-want) > 1e-12 {
			t.Errorf("score of %v is %v, want %v", x, zs[i], want)
		}
	}
	if !slices.Equal(xs, before) {
		t.Error("scores changed its input")
	}
	if got := scores(nil, 1); len(got) > 0 {
		t.Errorf("scores of nothing: %v", got)
	}
}

// Runs that are all alike have no spread; the floor keeps scores finite.
func TestScoresOfTies(t *testing.T) {
	for _, z := range scores([]float64{5, 5, 5, 5, 6}, suspect.LeastSpread) {
		if math.IsNaN(z) || math.IsInf(z, 0) {
			t.Fatalf("score %v", z)
		}
	}
}

func TestLogsNeedPositive(t *testing.T) {
	if ys := suspect.Logs([]float64{1, 0, -1}); ys[0] != 0 || !math.IsNaN(ys[1]) || !math.IsNaN(ys[2]) {
		t.Error("logarithm of what is not positive")
	}
}

// metricSuspects are the runs found in values of a unit.
func metricSuspects(values ...float64) (runs []int) {
	m := &RunMetric{Unit: "x", Runs: len(values), Values: values, Median: 1}
	numbers := make([]int, len(values))
	for i := range numbers {
		numbers[i] = i + 1
	}
	for _, s := range m.suspects(numbers) {
		runs = append(runs, s.Run)
	}
	return runs
}

func TestSuspectRuns(t *testing.T) {
	for _, c := range []struct {
		why    string
		values []float64
		want   []int
	}{
		{"four runs have no opinion", []float64{1, 1, 1, 9}, nil},
		{"five do", []float64{1, 1, 1, 1, 9}, []int{5}},
		{"a run that is faster is odd too", []float64{9, 9, 1, 9, 9}, []int{3}},
		{"less than 1% is nobody's concern", []float64{1000, 1000, 1000, 1000, 1009}, nil},
		{"more is", []float64{1000, 1000, 1000, 1000, 1011}, []int{5}},
		{"within the spread of the others", []float64{1, 2, 3, 4, 8}, nil},
		{"zero has no logarithm", []float64{0, 1, 1, 1, 9}, nil},
		{"zero has no logarithm, and five others have an opinion", []float64{0, 1, 1, 1, 1, 9}, []int{6}},
	} {
		if got := metricSuspects(c.values...); !slices.Equal(got, c.want) {
			t.Errorf("%v: suspects %v, want %v: %s", c.values, got, c.want, c.why)
		}
	}
}

// Just at the threshold nothing is flagged.
func TestSuspectThreshold(t *testing.T) {
	z := func(x float64) float64 {
		zs := scores(suspect.Logs([]float64{1, math.E, math.Exp(-1), 1, x}), 0)
		return zs[4]
	}
	at := math.Exp(5 * 1.4826) // median of the logarithms 0, median deviation 1
	if d := z(at) - suspect.Limit; math.Abs(d) > 1e-12 {
		t.Fatalf("score %v, want 5", z(at))
	}
	if got := metricSuspects(1, math.E, math.Exp(-1), 1, at*0.999999); got != nil {
		t.Errorf("below the threshold: %v", got)
	}
	if got := metricSuspects(1, math.E, math.Exp(-1), 1, at*1.000001); !slices.Equal(got, []int{5}) {
		t.Errorf("above the threshold: %v", got)
	}
}

// A run with the median of the others and a heavier tail is found by its tail
// alone.
func TestSuspectTail(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	var runs []testRun
	for i := range 8 {
		xs := make([]int64, 2000)
		for j := range xs {
			xs[j] = 1000 + r.Int63n(100)
			if i == 5 && j%20 == 0 { // 5% of run 6
				xs[j] = 9000
			}
		}
		runs = append(runs, nsRun("BenchmarkA-2", 0, xs...))
	}
	s := reportOf(t, sampleFile(t, 1, runs...), Options{}).Benchmarks[0]
	what := make(map[string]bool)
	for _, x := range s.Suspects {
		if x.Run != 6 || x.Z < suspect.Limit || x.Why == "" {
			t.Errorf("suspect %+v", x)
		}
		what[x.What] = true
	}
	if !what["p99"] || !what["share above p99"] || what["median"] {
		t.Errorf("found by %v", what)
	}
	if s.Main.Runs != 8 {
		t.Error("a suspect was dropped")
	}
}

// Runs of few samples are compared at a percentile that all of them have.
func TestCommonTail(t *testing.T) {
	for n, want := range map[int]string{9: "p50", 10: "p90", 20: "p95", 100: "p99", 99: "p95"} {
		rs := readWhole(t, "in", sampleFile(t, 1, nsRun("BenchmarkA-2", 0, times(n, 5)...), nsRun("BenchmarkA-2", 0, times(500, 5)...)))
		p, err := newPool(rs.Benchmarks[0].Runs, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.commonTail().String(); got != want {
			t.Errorf("%d samples: %s, want %s", n, got, want)
		}
	}
}

func TestMetricMeans(t *testing.T) {
	in := "BenchmarkA-2 \t 100\t 10 ns/op\t 4 req/s\t 7 p99-ns/op\t 3 ttft-p99.9-ns/op\nBenchmarkA-2 \t 300\t 20 ns/op\t 8 req/s\t 9 p99-ns/op\t 5 ttft-p99.9-ns/op\n"
	ms := reportOf(t, []byte(in), Options{}).Benchmarks[0].Metrics
	if m := ms[0]; m.Mean != 17.5 || m.Median != 15 || m.Min != 10 || m.Max != 20 {
		t.Errorf("ns/op: %+v: the mean is that over all operations", m)
	}
	if m := ms[1]; m.Mean != 6 {
		t.Errorf("req/s: %+v", m)
	}
	for _, m := range ms[2:] {
		if m.HasMean {
			t.Errorf("%s: a mean of percentiles is no percentile", m.Unit)
		}
	}
}

func TestIsPercentile(t *testing.T) {
	for unit, want := range map[string]bool{
		"p99-ns/op": true, "p99.9-ns/op": true, "ttft-p50-ns/op": true, "pooled-p99-ns/op": true,
		"ns/op": false, "packets-ns/op": false, "p-ns/op": false, "mean-ns/op": false, "p2p-ns/op": false,
	} {
		if got := isPercentile(unit); got != want {
			t.Errorf("isPercentile(%q) = %v", unit, got)
		}
	}
}

// The share of slow samples is odd only where the tail is, in the same direction.
func TestAgreeing(t *testing.T) {
	for _, c := range []struct {
		tail, share float64
		want        bool
	}{
		{6, 8, true}, {math.Nextafter(3, 4), 8, true}, {3, 8, false}, {-6, 8, false}, {-6, -8, true}, {0, 8, false}, {math.NaN(), 8, true},
	} {
		if got := agreeing(c.tail, c.share); got != c.want {
			t.Errorf("tail %v and share %v: %v", c.tail, c.share, got)
		}
	}
}
