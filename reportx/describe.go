package reportx

import (
	"fmt"
	"math"
	"strings"

	"github.com/montanaflynn/stats"

	"github.com/plateau-bench/plateau/internal/suspect"
)

// A RunMetric describes one unit of the result lines over the runs. Mean and
// median stand side by side: where they differ some run is out of line.
type RunMetric struct {
	Unit string // as printed
	Runs int    // runs that have it
	// Mean is the mean over all operations for a unit per operation, each run
	// weighing as many as its iterations; for other units the mean of the runs.
	// HasMean is false for percentiles, of which no mean is one.
	Mean    float64
	HasMean bool
	Median  float64 // of the runs
	Min     float64
	Max     float64
	Values  []float64 // of the runs that have it, in order
}

// describeMetrics describes the units of the runs' result lines in the order
// in which they first appear, and finds runs that differ in one of them.
func describeMetrics(runs []*Run) (metrics []*RunMetric, found []Suspect) {
	for _, unit := range units(runs) {
		m := &RunMetric{Unit: unit}
		var numbers []int
		var weights []float64
		for i, r := range runs {
			if v, ok := r.value(unit); ok {
				m.Values = append(m.Values, v)
				weights = append(weights, float64(r.Iters))
				numbers = append(numbers, i+1)
			}
		}
		m.describe(weights)
		metrics = append(metrics, m)
		found = append(found, m.suspects(numbers)...)
	}
	return metrics, found
}

// pooledMetric is one that was pooled already: there is nothing to describe.
func pooledMetric(m Metric) *RunMetric {
	return &RunMetric{Unit: m.Unit, Runs: 1, Median: m.Value, Min: m.Value, Max: m.Value, Values: []float64{m.Value}}
}

func units(runs []*Run) []string {
	var names []string
	seen := make(map[string]bool)
	for _, r := range runs {
		for _, m := range r.Metrics {
			if !seen[m.Unit] {
				seen[m.Unit] = true
				names = append(names, m.Unit)
			}
		}
	}
	return names
}

// describe computes the statistics of m.Values, which are finite and at least one.
func (m *RunMetric) describe(weights []float64) {
	m.Runs = len(m.Values)
	m.Median, _ = stats.Median(m.Values)
	m.Min, _ = stats.Min(m.Values)
	m.Max, _ = stats.Max(m.Values)
	if isPercentile(m.Unit) || strings.Contains(m.Unit, "pooled-") {
		return
	}
	mean, err := stats.Mean(m.Values)
	if strings.HasSuffix(m.Unit, "/op") {
		if weighted, err := stats.WeightedMean(m.Values, weights); err == nil {
			mean = weighted
		}
	}
	if err != nil || math.IsNaN(mean) || math.IsInf(mean, 0) {
		return
	}
	m.Mean, m.HasMean = mean, true
}

// suspects finds the runs whose value differs from the others.
func (m *RunMetric) suspects(numbers []int) (found []Suspect) {
	if m.Runs < suspect.LeastRuns || bookkeeping(m.Unit) {
		return nil
	}
	for i, z := range scores(suspect.Logs(m.Values), suspect.LeastSpread) {
		if math.Abs(z) > suspect.Limit {
			why := fmt.Sprintf("%s %s, the others around %s (%s)",
				formatMetric(m.Values[i], m.Unit), m.Unit, formatMetric(m.Median, m.Unit), ratio(m.Values[i], m.Median))
			found = append(found, Suspect{Run: numbers[i], What: m.Unit, Z: z, Why: why})
		}
	}
	return found
}

// isPercentile reports whether a unit is a percentile of a time, such as
// p99.9-ns/op or ttft-p50-ns/op.
func isPercentile(unit string) bool {
	for _, word := range strings.Split(unit, "-") {
		if len(word) > 1 && word[0] == 'p' && strings.Trim(word[1:], "0123456789.") == "" {
			return true
		}
	}
	return false
}

// unsettledUnit is in the result line of a run that never settled, and with pooled- before it in that of a pool.
const unsettledUnit = "unsettled"

// bookkeeping reports whether a unit says how a run was measured, and nothing of the benchmark.
func bookkeeping(unit string) bool {
	return unit == "warmup-iters" || unit == "batch" || isUnsettled(unit)
}

func isUnsettled(unit string) bool { return unit == unsettledUnit || unit == "pooled-"+unsettledUnit }

// isTime reports whether a unit is a time that samples say better: testing's
// own ns/op, and the means and percentiles that stand beside it.
func isTime(unit string) bool {
	return unit == "ns/op" || unit == "warmup-iters" || strings.HasSuffix(unit, "mean-ns/op") ||
		isPercentile(unit) && strings.HasSuffix(unit, "-ns/op")
}

func withoutTimes(all []Suspect) (kept []Suspect) {
	for _, s := range all {
		if !isTime(s.What) {
			kept = append(kept, s)
		}
	}
	return kept
}
