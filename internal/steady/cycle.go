package steady

const (
	cycleTimes       = 8   // periods that the examined part must hold at least
	cycleCorrelation = 0.4 // at the period; three quarters of it at twice the period
)

// period is the length of the cycle in ys, in entries and at most longest, or 0: the first peak of the autocorrelation of the last
// two thirds (the warm-up is left out) that is high, and high again at twice the lag.
func period(ys []float64, longest int) int {
	tail := ys[len(ys)/3:]
	longest = min(longest, len(tail)/cycleTimes)
	if longest < 3 {
		return 0
	}
	scratch := append([]float64(nil), tail...)
	level := median(scratch)
	for i, y := range tail {
		scratch[i] = max(y-level, level-y)
	}
	reach := 5 * toSigma * median(scratch)
	rest := make([]float64, len(tail))
	for i, y := range tail {
		rest[i] = min(max(y-level, -reach), reach)
	}
	m := mean(rest)
	for i := range rest {
		rest[i] -= m
	}

	before, here := correlation(rest, 1), correlation(rest, 2)
	dipped := before < 0.1
	for lag := 2; lag <= longest; lag++ {
		dipped = dipped || here < 0.1
		after := correlation(rest, lag+1)
		if dipped && here > cycleCorrelation && here >= before && here >= after && correlation(rest, 2*lag) > 0.75*cycleCorrelation {
			return lag
		}
		before, here = here, after
	}
	return 0
}

const (
	shortValues  = 3072 // at the end of a series, in which a cycle shorter than its blocks is looked for
	shortLongest = 4 * leastBlock
)

// shortCycle is the length of a cycle that block medians hide, in values, or 0.
func shortCycle(xs []float64, s scale) int {
	ys := make([]float64, 0, shortValues)
	for _, x := range xs[max(0, len(xs)-shortValues):] {
		if v, ok := usable(x); ok {
			ys = append(ys, v)
		}
	}
	return period(s.apply(ys), shortLongest)
}

// smooth gives the means of ys over the period entries around each, which a cycle of that period leaves constant.
func smooth(ys []float64, period int) []float64 {
	out := make([]float64, len(ys))
	for i := range ys {
		from := min(max(i-period/2, 0), len(ys)-period)
		out[i] = mean(ys[from : from+period])
	}
	return out
}
