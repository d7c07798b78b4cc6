package verdict

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/quantity"
)

const (
	// familyError is the probability that any test of a family, all for the
	// worse or all for the better, is falsely significant.
	familyError = 0.025
	// screenError is that of a single test in screening, whose flags are confirmed.
	screenError = 0.05

	// gateSamples and gatePerRun are how many samples must lie beyond a
	// percentile, on its thinner side, for a decision.
	gateSamples, gatePerRun = 100, 10
)

// LeastPairs is how many pairs with a difference can decide m tests together:
// the smallest p-value of k pairs is 2^-k, and the first of m is compared with 2.5%/m, so
// k = ceil(log2(40 m)). It is 6 for one test, 9 for 10, 12 for 100. An m below 1 counts as 1.
func LeastPairs(m int) int {
	k := 0
	for math.Ldexp(1, -k) > familyError/float64(max(1, m)) {
		k++
	}
	return k
}

// LeastRuns is how many unpaired runs a side can decide m tests together. k
// runs a side have a smallest p-value of 1 over (2k choose k): 4 for one test, 6 for 10.
// An m below 1 counts as 1.
func LeastRuns(m int) int {
	k, divisions := 0, 1.0
	for 1/divisions > familyError/float64(max(1, m)) {
		k++
		divisions *= float64(2*(2*k-1)) / float64(k)
	}
	return k
}

// Gateable says whether so many samples on a side and in each run support a
// decision about p: at least 100 and 10 of them must lie on its thinner side, N min(p, 1-p) >= 100 and
// n min(p, 1-p) >= 10. why is the reason if not, without the name of the percentile; "" if they do.
func Gateable(p quantile.P, samples, perRun int64) (ok bool, why string) {
	if !p.Valid() {
		return false, "no valid percentile"
	}
	if n := needed(p, gatePerRun); perRun < n {
		return false, fmt.Sprintf("a run of %s, %d needed to decide", quantity.Of(perRun, "sample"), n)
	}
	if n := needed(p, gateSamples); samples < n {
		return false, fmt.Sprintf("%d samples a side, %d needed to decide", samples, n)
	}
	return true, ""
}

// needed is how many samples have so many on the thinner side of p.
func needed(p quantile.P, beyond int64) int64 {
	const whole = 1_000_000
	thin := min(int64(p), whole-int64(p))
	return (beyond*whole + thin - 1) / thin
}

// remedy is what makes enough samples of a test that has too few: longer runs, and more of them where each is long
// enough. A run far below the average was cut short: testing ends it early when the machine stalls for longer than -benchtime
// as it begins. How long runs have to be the others tell then.
func (t *Test) remedy() string {
	c := t.Change
	perRun, mean := c.PerRun, c.Samples/int64(max(1, c.Runs))
	if perRun < mean/10 {
		if mean >= 2*needed(t.P, gatePerRun) {
			return fmt.Sprintf("the runs have %d on average, so that it was cut short: measure again, with -benchtime longer than what stalls this machine", mean)
		}
		perRun = mean / 2
	}
	long := max(float64(needed(t.P, gatePerRun))/float64(max(1, perRun)), float64(needed(t.P, gateSamples))/float64(max(1, c.Samples)))
	text := fmt.Sprintf("-benchtime %.10g times as long", math.Ceil(10*long)/10)
	if c.PerRun < needed(t.P, gatePerRun) || c.Samples < 1 {
		return text
	}
	runs, least := math.Ceil(float64(c.Runs)*float64(needed(t.P, gateSamples))/float64(c.Samples)), LeastPairs(1)
	if c.Unpaired {
		least = LeastRuns(1)
	}
	if c.Runs < least && runs <= float64(least) {
		return fmt.Sprintf("-count %d", least)
	}
	return fmt.Sprintf("-count %.0f or %s", runs, text)
}

// Detectable is the smallest change, as a ratio above 1, that runs this noisy can tell from none:
// half the width of the interval on the logarithmic scale. +Inf where a time-out
// opens it, NaN without an interval.
func (c Change) Detectable() float64 { return math.Exp(c.halfWidth()) }

func (c Change) halfWidth() float64 {
	if !c.Interval {
		return math.NaN()
	}
	if c.shift.Lo == c.shift.Hi {
		return 0
	}
	return c.shift.Hi/2 - c.shift.Lo/2
}

// Needed is about how many runs a side would show a change of the ratio limit, when noise
// falls with their square root: k (ln Detectable / ln limit)². It is at least one more than there are,
// and 0 when nothing can be said: no interval, an infinite one, or a limit of 1. A true change
// right at the limit stays in doubt with any number.
func (c Change) Needed(limit float64) int {
	factor := c.halfWidth() / math.Log(limit)
	needed := math.Ceil(float64(c.Runs) * factor * factor)
	if math.IsNaN(needed) || needed > math.MaxInt32 {
		return 0
	}
	return max(c.Runs+1, int(needed))
}
