package verdict

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// DefaultLimit is the limit of a [Test] that has none: 10%.
const DefaultLimit = 1.10

// Test is the change of one statistic of one benchmark, to be decided.
type Test struct {
	Change Change

	// Without has the change without each of the suspect pairs, one at a time.
	// Where the estimate crosses a limit without one of them, the answer is
	// [Unsure]: a single run would decide. The p-value is not looked at again.
	Without []Change

	// P is the percentile, whose support is checked; 0 for a statistic that
	// is none, and where the number of samples is unknown.
	P quantile.P

	// Limit is the ratio, above 1, from which on a change counts; 0 is [DefaultLimit]. A change for the
	// better counts from its inverse on. At exactly the limit half of the true
	// changes count: it applies to the estimate. At 1 any change counts that is significant, which suits what
	// does not vary, allocations say. With one below 1, infinite or NaN nothing is decided.
	Limit float64

	// HigherBetter is whether more is better, as of operations a second.
	HigherBetter bool
}

// limit is the limit as a logarithm.
func (t *Test) limit() float64 {
	if t.Limit == 0 {
		return math.Log(DefaultLimit)
	}
	return math.Log(t.Limit)
}

// harm is the change such that up is worse.
func (t *Test) harm(c Change) Change {
	if t.HigherBetter {
		return c.inverted()
	}
	return c
}

// direction is one of two families: changes for the worse, or for the better, which
// are those for the worse with the sides swapped.
type direction int

const (
	toWorse direction = iota
	toBetter
)

func (d direction) verdict() Verdict { return [...]Verdict{Worse, Better}[d] }

// facing is the change such that up is the direction.
func (t *Test) facing(c Change, d direction) Change {
	c = t.harm(c)
	if d == toBetter {
		return c.inverted()
	}
	return c
}

// reaches reports whether the estimates are at the limit or above: that of the
// pairs, and the pooled one where there is one and the runs leave a doubt.
func (t *Test) reaches(d direction) bool {
	c := t.facing(t.Change, d)
	return c.shift.Estimate >= t.limit() && (!(c.pooled < t.limit()) || t.clear(c))
}

// clear reports whether the whole interval of a change that faces the direction lies at the limit or
// above. Then the pooled estimate has no say: one run with a long tail moves it by more than the change,
// on recorded noise in one of ten comparisons of a workload whose runs differ much.
func (t *Test) clear(c Change) bool { return c.Interval && c.shift.Lo >= t.limit() }

// below reports whether the whole interval of a change lies below the limit: with a limit of 1 where it
// holds no change upwards.
func (t *Test) below(c Change) bool {
	hi, limit := c.shift.Hi, t.limit()
	return c.Interval && (hi < limit || hi <= 0 && limit == 0)
}

// undecided says why the data cannot be judged, "" if they can.
func (t *Test) undecided() string {
	switch {
	case !(t.limit() >= 0) || math.IsInf(t.limit(), 1):
		return fmt.Sprintf("limit of %v: want a ratio of 1 or more, 1.1 for 10%%", t.Limit)
	case t.Change.Runs == 0 && t.Change.Unpaired:
		return "no complete run on a side"
	case t.Change.Runs == 0:
		return "no pair of complete runs"
	case t.P == 0:
		return ""
	}
	ok, why := Gateable(t.P, t.Change.Samples, t.Change.PerRun)
	if ok || !t.P.Valid() {
		return why
	}
	return why + ": " + t.remedy()
}

// hinges reports whether an estimate lies on different sides of a limit with and
// without a suspect pair.
func (t *Test) hinges(pooled bool) bool {
	limit := t.limit()
	pooled = pooled && !t.clear(t.Change) && !t.clear(t.Change.inverted())
	crosses := func(x, y float64) bool {
		return (x >= limit) != (y >= limit) || (x <= -limit) != (y <= -limit)
	}
	for _, c := range t.Without {
		if crosses(t.Change.shift.Estimate, c.shift.Estimate) {
			return true
		}
		bothPooled := !math.IsNaN(t.Change.pooled) && !math.IsNaN(c.pooled)
		if pooled && bothPooled && crosses(t.Change.pooled, c.pooled) {
			return true
		}
	}
	return false
}
