package reportx

import (
	"math"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// MorePairsHelp reports whether more runs can settle what is unsure about a change. They cannot where each run by itself has
// too few samples beyond the percentile.
func (c *Change) MorePairsHelp() bool {
	if c.alone != "" {
		return false
	}
	if c.PerRun || c.Samples == 0 || c.test.P == 0 {
		return true
	}
	ok, _ := verdict.Gateable(c.test.P, math.MaxInt64, c.test.Change.PerRun)
	return ok
}
