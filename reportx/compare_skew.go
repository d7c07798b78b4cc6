package reportx

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// clock is what reading the clock adds to an operation of the pool, in ns: one reading is in each batch as it was
// measured, of the run in which it costs most. 0 where no run says.
func (p *pool) clock() (ns float64) {
	for _, r := range p.runs {
		ns = max(ns, r.run.OverheadNS/float64(r.series.Batch))
	}
	return ns
}

// skewText says what different batches do to a comparison: a clock is read more often on one side.
func skewText(old, new *pool) string {
	a, b := old.clock(), new.clock()
	if a == 0 || b == 0 {
		return ": the clock was read more often on one side, which is a part of the change"
	}
	return fmt.Sprintf(": reading the clock adds %s to an operation of one and %s of the other, which is a part of the change", formatNS(a), formatNS(b))
}

// discount takes a verdict back that the cost of the clock alone can explain, where it differs between the sides.
func (c *Change) discount() {
	if c.skew <= 0 || !c.HasRatio || c.Verdict == string(verdict.Unsure) {
		return
	}
	const room = 1.2 // the cost was measured apart from the loop, in which it may be another
	skew := room * c.skew
	hidden := c.Verdict == string(verdict.Same) && skew >= c.Old.Value*(c.threshold()-1)
	made := c.Verdict != string(verdict.Same) && math.Abs(c.Ratio-1)*c.Old.Value <= skew
	if !hidden && !made {
		return
	}
	c.Verdict, c.Flagged, c.Confirmed, c.Harmless = string(verdict.Unsure), "", false, false
	if c.oneClock {
		c.Why = fmt.Sprintf("measuring costs %s an operation, on one side alone, no less than what is to be told: measure both sides or neither", formatNS(c.skew))
		return
	}
	c.Why = fmt.Sprintf("the clock's cost differs by %s an operation between the sides, no less than what is to be told: give both the same batch", formatNS(c.skew))
}
