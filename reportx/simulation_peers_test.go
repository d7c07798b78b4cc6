package reportx

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// perRun are what other tools see of the runs of a side.
type perRun struct {
	p99, mean []float64
	last      inMemory
}

func newPerRun(t *testing.T, runs []inMemory) (p perRun) {
	t.Helper()
	for _, r := range runs {
		stats, err := quantile.Of(quantile.Slice(r), []quantile.P{990_000})
		if err != nil {
			t.Fatal(err)
		}
		p.p99, p.mean = append(p.p99, float64(stats.Values[0])), append(p.mean, stats.Mean)
	}
	p.last = runs[len(runs)-1]
	return p
}

func mid(xs []float64) float64 {
	xs = slices.Sorted(slices.Values(xs))
	return (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2
}

// benchstat's test, p at most alpha, and a median that rises by a ratio.
func benchstat(alpha, ratio float64, metric func(perRun) []float64) func(old, new perRun) bool {
	return func(old, new perRun) bool {
		thresholds := benchmath.DefaultThresholds
		a, b := benchmath.NewSample(slices.Clone(metric(old)), &thresholds), benchmath.NewSample(slices.Clone(metric(new)), &thresholds)
		return benchmath.AssumeNothing.Compare(a, b).P < alpha && mid(metric(new)) > ratio*mid(metric(old))
	}
}

// criterion is the comparison of Criterion.rs with its last run: 100 measurements of as many operations each, a
// bootstrapped t-test at 5%, and a 95% bootstrap interval of the ratio of the means that lies above its
// noise threshold of 1% (criterion.rs, src/analysis/compare.rs). With 300 resamples instead of 100,000.
func criterion(random *rand.Rand) func(old, new perRun) bool {
	return func(old, new perRun) bool {
		a, b := hundred(old.last), hundred(new.last)
		const resamples = 300
		observed, all := welch(b, a), slices.Concat(a, b)
		extreme := 0
		ratios := make([]float64, resamples)
		x, y := make([]float64, len(a)), make([]float64, len(b))
		for i := range resamples {
			resample(random, x, all)
			resample(random, y, all)
			if math.Abs(welch(y, x)) >= math.Abs(observed) {
				extreme++
			}
			resample(random, x, a)
			resample(random, y, b)
			ratios[i] = average(y)/average(x) - 1
		}
		slices.Sort(ratios)
		return float64(extreme)/resamples < 0.05 && ratios[resamples*25/1000] > 0.01
	}
}

func hundred(run inMemory) (means []float64) {
	size := len(run) / 100
	for part := range slices.Chunk(run[:100*size], size) {
		sum := 0.0
		for _, x := range part {
			sum += float64(x)
		}
		means = append(means, sum/float64(size))
	}
	return means
}

func resample(random *rand.Rand, to, from []float64) {
	for i := range to {
		to[i] = from[random.IntN(len(from))]
	}
}

func average(xs []float64) (mean float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	return mean
}

func welch(a, b []float64) float64 {
	spread := func(xs []float64) (sum float64) {
		m := average(xs)
		for _, x := range xs {
			sum += (x - m) * (x - m)
		}
		return sum / float64(len(xs)-1) / float64(len(xs))
	}
	return (average(a) - average(b)) / math.Sqrt(spread(a)+spread(b))
}

// Rules of other tools on the same recorded runs, in the same pairs.
func TestSimulationPeers(t *testing.T) {
	const pairs = 10
	n := simulate(t, 400, 6)
	p99 := func(r perRun) []float64 { return r.p99 }
	mean := func(r perRun) []float64 { return r.mean }
	last := func(xs []float64) float64 { return xs[len(xs)-1] }
	peers := []struct {
		name  string
		worse func(old, new perRun) bool
	}{
		{"benchstat on p99 of the runs", benchstat(0.05, 1, p99)},
		{"the same at p < 0.1", benchstat(0.1, 1, p99)},
		{"benchstat on ns/op", benchstat(0.05, 1, mean)},
		{"benchdiff: benchstat and 10%, p99", benchstat(0.05, 1.1, p99)},
		{"10% without a test, p99", func(old, new perRun) bool { return mid(new.p99) > 1.1*mid(old.p99) }},
		{"github-action-benchmark: last p99 twice", func(old, new perRun) bool { return last(new.p99) > 2*last(old.p99) }},
		{"criterion on the last run", criterion(rand.New(rand.NewPCG(1, 1)))},
	}
	rates := make([][2][]float64, len(peers)+1) // false and found, by program
	for i, name := range recordedNames {
		r := readRecording(t, name)
		counts := make([][2]int, len(peers)+1)
		for _, s := range r.stretches(uint64(i), n, pairs) {
			old, same, slower := newPerRun(t, s.same.old), newPerRun(t, s.same.new), newPerRun(t, s.slower.new)
			for j, p := range peers {
				// With the sides swapped the program is compared with itself as well.
				counts[j][0] += count(p.worse(old, same)) + count(p.worse(same, old))
				counts[j][1] += 2 * count(p.worse(old, slower))
			}
			ours := s.same.gated(t, GateOptions{})
			counts[len(peers)][0] += count(ours.Verdict == "worse" || ours.Verdict == "better")
			counts[len(peers)][1] += 2 * count(s.slower.gated(t, GateOptions{}).Verdict == "worse")
		}
		for j := range rates {
			for k := range rates[j] {
				rates[j][k] = append(rates[j][k], percent(counts[j][k], 2*n))
			}
		}
	}
	t.Logf("10 pairs of recorded runs, %d comparisons of each of %v: %% false, and found with the slowest 2%% doubled", n, recordedNames)
	line := func(name string, r [2][]float64) {
		t.Logf("%-40s %5.1f false; %5.1f found; on average %.2f, %.1f", name, r[0], r[1], average(r[0]), average(r[1]))
	}
	ours := rates[len(peers)]
	line("plateau gate", ours)
	for j, p := range peers {
		line(p.name, rates[j])
		if average(rates[j][0]) <= average(ours[0]) && average(rates[j][1]) > average(ours[1])+slack(80, 4*n) {
			t.Errorf("%s is better", p.name)
		}
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
