package reportx

import (
	"fmt"
	"math"
	"strings"

	"github.com/montanaflynn/stats"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/suspect"
)

// A Suspect is a run that differs from the others in some statistic. It is
// named, never dropped.
type Suspect struct {
	Run  int     // 1-based
	What string  // the statistic: "median", "p99", "share above p99", or a unit
	Z    float64 // robust standard score, negative when it lies below the others
	Why  string  // in words, with the cause where it is known
}

// medianP is the percentile by which the middles of runs are compared.
const medianP quantile.P = 500_000

// scores are those of runs that are all of one side, as a comparison has them of two: NaN where there is none.
func scores(xs []float64, floor float64) []float64 { return suspect.Scores(xs, nil, floor)[0] }

// suspects compares the runs of a pool in three statistics: the logarithms of
// their medians and of their tail percentiles, and the shares of their samples
// above that percentile of the pool. It goes by what distribution found.
func (p *pool) suspects() ([]Suspect, error) {
	if len(p.runs) < suspect.LeastRuns {
		return nil, nil
	}
	tail := p.tail.P
	medians := make([]float64, len(p.runs))
	tails := make([]float64, len(p.runs))
	for i := range p.runs {
		s, err := p.index.Of(i, []quantile.P{medianP, tail})
		if err != nil {
			return nil, err
		}
		medians[i], tails[i] = p.perOp(float64(s.Values[0])), p.perOp(float64(s.Values[1]))
	}
	found := p.oddTimes("median", medians)
	if tail == medianP {
		return found, nil
	}
	found = append(found, p.oddTimes(tail.String(), tails)...)
	return append(found, p.oddShares(scores(suspect.Logs(tails), suspect.LeastSpread))...), nil
}

// agreeing reports whether a share of slow samples that is odd comes with a tail that is longer or shorter as well, by a
// score of 3. Where the percentile lies at the edge of a mode, runs that are slower by less than usual have several times the
// share: in simulated services with such modes seven of ten comparisons had a run that was odd in nothing else.
func agreeing(tail, share float64) bool {
	const least = 3
	return math.IsNaN(tail) || math.Abs(tail) > least && (tail > 0) == (share > 0)
}

// commonTail is the percentile by which tails are compared: p99 where each run has
// samples beyond it, else the highest of a few that has.
func (p *pool) commonTail() quantile.P {
	least := int64(math.MaxInt64)
	for _, r := range p.runs {
		least = min(least, r.series.Steady()/int64(r.group))
	}
	for _, q := range []quantile.P{990000, 950000, 900000} {
		if quantile.Supported(q, least) {
			return q
		}
	}
	return medianP
}

func (p *pool) oddTimes(what string, xs []float64) (found []Suspect) {
	middle, _ := stats.Median(xs)
	for i, z := range scores(suspect.Logs(xs), suspect.LeastSpread) {
		if math.Abs(z) > suspect.Limit {
			why := fmt.Sprintf("%s %s, the others around %s (%s)", what, formatNS(xs[i]), formatNS(middle), ratio(xs[i], middle))
			found = append(found, p.suspect(i, what, z, why))
		}
	}
	return found
}

// oddShares needs no percentile of a run's own. Shares of few samples scatter
// by chance alone, as much as a binomial does.
func (p *pool) oddShares(tails []float64) (found []Suspect) {
	tail := p.tail.P
	shares := make([]float64, len(p.runs))
	least := p.counts[0]
	for i, n := range p.counts {
		shares[i] = float64(p.tail.Above[i]) / float64(n)
		least = min(least, n)
	}
	share := float64(tail) / 1e6
	floor := math.Sqrt(share * (1 - share) / float64(least))
	middle, _ := stats.Median(shares)
	what := "share above " + tail.String()
	for i, z := range scores(shares, floor) {
		if math.Abs(z) > suspect.Limit && agreeing(tails[i], z) {
			why := fmt.Sprintf("%.3g%% of its samples above the pooled %s, the others around %.3g%%", 100*shares[i], tail, 100*middle)
			found = append(found, p.suspect(i, what, z, why))
		}
	}
	return found
}

func (p *pool) suspect(i int, what string, z float64, why string) Suspect {
	r := p.runs[i]
	var causes []string
	if neverSettled(r.run) {
		causes = append(causes, "never settled")
	}
	if r.run.Marked(series.MarkExcluded) {
		causes = append(causes, "may hold excluded time")
	}
	if r.run.Backward > 0 {
		causes = append(causes, "its clock stepped backward")
	}
	if causes = append(causes, p.coincidences(i)...); causes != nil {
		why += "; " + strings.Join(causes, ", ")
	}
	return Suspect{Run: r.number, What: what, Z: z, Why: why}
}

// ratio is x over y as a person says it.
func ratio(x, y float64) string {
	switch {
	case x <= 0 || y <= 0:
		return "no ratio"
	case x >= 2*y || y >= 2*x:
		return fmt.Sprintf("%.3gx", x/y)
	}
	return fmt.Sprintf("%+.1f%%", 100*(x/y-1))
}
