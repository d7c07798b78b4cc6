package steady

import "math"

const (
	spreadStep    = 3    // ratio of spreads that makes the wilder part warm-up
	spreadPenalty = 12   // above that of a change of level: a spread says less
	spreadBlocks  = 60   // blocks from which on spreads can be compared
	leastSpread   = 5e-4 // relative to the level; less is the clock's step
	spreadSample  = 64   // values of a block that its spread is taken from
)

// settles is the block from which on the values spread about their level as they do in the end, or 0. spreads are of blocks, and
// relative to their levels. It is 0 too when that is only so at the end.
func settles(spreads []float64) int {
	n := len(spreads)
	if n < spreadBlocks {
		return 0
	}
	zs := make([]float64, n)
	for i, s := range spreads {
		zs[i] = math.Log(max(s, leastSpread))
	}
	scratch := append([]float64(nil), zs[n/2:]...)
	level := median(scratch)
	for i, z := range zs[n/2:] {
		scratch[i] = math.Abs(z - level)
	}
	sigma := toSigma * median(scratch)
	if sigma == 0 {
		return 0
	}
	held := hold(zs, 2*sigma)
	starts := segments(held, sigma, 3*math.Log(float64(n))+spreadPenalty)
	for k := len(starts) - 1; k >= 0; k-- {
		to := segmentEnd(starts, k, n)
		if mean(held[starts[k]:to])-level > math.Log(spreadStep) {
			if float64(to) > lateStart*float64(n) {
				return 0
			}
			return to
		}
	}
	return 0
}
