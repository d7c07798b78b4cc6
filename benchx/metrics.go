package benchx

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/quantile"
)

// metrics are the values of a result line by their units.
type metrics map[string]float64

// addStats adds mean and percentiles of the samples behind the first warm, in ns per operation, with prefix at the
// beginning of the units. Percentiles above the median stay away while less than one sample lies beyond them, and so does a
// value of exactly 0, which a clock too coarse for the operation reads: benchstat would drop it from its comparison.
func (m metrics) addStats(prefix string, all samples, warm int64, ps []quantile.P, nsPerUnit float64) {
	st, err := all.stats(warm, ps)
	if err != nil {
		return
	}
	m.add(prefix+"mean-ns/op", st.Mean*nsPerUnit)
	for i, p := range ps {
		if quantile.Supported(p, st.N) {
			m.add(prefix+p.String()+"-ns/op", float64(st.Values[i])*nsPerUnit)
		}
	}
}

// addWarmup says what was discarded and, with 1 unsettled, that the other numbers are of no steady state. A run that settled has no such
// unit: benchstat makes a table of it where there is one.
func (m metrics) addWarmup(iters int64, settled bool) {
	m["warmup-iters"] = float64(iters)
	if !settled {
		m["unsettled"] = 1
	}
}

func (m metrics) add(unit string, value float64) {
	if value > 0 && !math.IsInf(value, 0) {
		m[unit] = value
	}
}

// line is the result line of a run, formatted as testing does.
func (m metrics) line(name string, iters int64, elapsed time.Duration) string {
	r := testing.BenchmarkResult{N: int(iters), T: elapsed, Extra: m}
	return name + "\t" + r.String()
}

// report gives a probe's metric to testing, which panics on a unit that is not one.
func (s *S) report(value float64, unit string) {
	if unit == "" || strings.IndexFunc(unit, unicode.IsSpace) >= 0 {
		s.bench.note(fmt.Sprintf("a probe's metric left out: %q is no unit", unit))
		return
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	s.b.ReportMetric(value, unit)
}

// sampleOverhead is what measuring adds to a sample in ns: a reading of the clock, another for each stage, and the counting of
// the laps in between.
func (s *S) sampleOverhead(batch int64) float64 {
	cost := s.overhead() * float64(1+len(s.stages))
	if batch > 1 {
		cost += float64(batch) * countCost()
	}
	return cost
}

// countCost is what a lap inside a batch takes in ns, the loop around it included.
func countCost() float64 {
	const laps, loops = 1 << 12, 3
	best := int64(math.MaxInt64)
	for range loops {
		r := &recorder{left: 2 * laps}
		begin := clock.Nano()
		for range laps {
			r.Lap()
		}
		best = min(best, clock.Nano()-begin)
	}
	return float64(best) / laps
}

// overhead is the cost of a reading of the clock in ns.
func (s *S) overhead() float64 {
	if s.source == sourceElapsed {
		return nanoCost()
	}
	return s.clock.ReadNS
}

// nanoCost is the cost of reading the monotonic clock in ns, nearly all that b.Elapsed does while the timer runs. The timer
// itself is left alone: started again, it would add to the benchmark's time.
func nanoCost() float64 {
	const reads = 64
	begin := clock.Nano()
	for range reads - 1 {
		clock.Nano()
	}
	return float64(clock.Nano()-begin) / reads
}
