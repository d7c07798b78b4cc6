package steady

import "math"

// flatness is what the test of a window found.
type flatness struct {
	cause   cause   // flat, or the first test that failed
	level   float64 // median of the window
	sigma   float64 // noise of one entry
	se      float64 // standard error of the difference of the halves, relative to the level
	wanders bool    // the level wanders by more than independent noise does
	size    float64 // of what failed: relative to the level
}

// cause says what decided.
type cause uint8

const (
	causeFlat   cause = iota
	causeHalf         // the halves lie apart
	causePiece        // one of the pieces lies apart
	causeStep         // there is a change of level within
	causeTrend        // it goes one way
	causeRecent       // its level changed too recently
	causeEnd          // its end lies apart
	causeWander       // it scatters too much
	causeUnsure       // it wanders, so that its level is not known well enough
	causeEarly        // too early for an answer, whatever the tests would say
)

const (
	// medianError is the standard error of a median of h normal values, times sqrt(h)/sigma: sqrt(pi/2).
	medianError = 1.2533
	// Critical values: of the range of the pieces (times the bound of the halves), of the largest partial sum of a
	// Brownian bridge (1.36 is its 95% point), of Kendall's normal statistic.
	rangeFactor = 1.3
	bridgeBound = 1.3
	kendallZ    = 2
	// The least step that a change of level must have, and the least trend, as shares of the tolerance.
	leastStep  = 0.33
	leastTrend = 0.75
	// fewValues widens the noise of n < 8*fewValues entries by fewValues/n - 1/8: estimated from few, it is itself uncertain.
	fewValues = 6
	// mostExcuse is the relative difference of halves from which on few values are too noisy to confirm anything.
	mostExcuse = 0.2
	// trendPoints bounds the cost of Kendall's statistic, which compares all pairs.
	trendPoints = 32
)

// flat tests whether the entries of window, single values and at least minWindow of them, have one level. scratch holds at least as many values.
//
// The tests, cheapest first: medians of the halves; range of the medians of the pieces; largest partial sum of
// the winsorised deviations (CUSUM, as in Page, Biometrika 41, 1954); Mann-Kendall's trend. Each asks for statistical and
// for practical significance.
func (r *rule) flat(window, scratch []float64) flatness {
	n := len(window)
	of := func(xs []float64) float64 { return median(scratch[:copy(scratch, xs)]) }

	f := flatness{level: of(window), sigma: stepNoise(window, scratch, 1)}
	f.sigma *= 1 + max(0, fewValues/float64(n)-0.125)
	level := math.Abs(f.level)
	relative := func(x float64) float64 {
		if level == 0 {
			return 0
		}
		return math.Abs(x) / level
	}

	h := n / 2
	se := medianError * f.sigma * math.Sqrt(2/float64(h))
	f.se = relative(se)
	bound := max(r.tolerance*level, min(r.noise*se, mostExcuse*level))
	if gap := of(window[:h]) - of(window[n-h:]); math.Abs(gap) > bound {
		f.cause, f.size = causeHalf, relative(gap)
		return f
	}

	if pieces := min(r.pieces, n/4); pieces > 2 {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range pieces {
			m := of(window[i*n/pieces : (i+1)*n/pieces])
			lo, hi = min(lo, m), max(hi, m)
		}
		se := medianError * f.sigma * math.Sqrt(2*float64(pieces)/float64(n))
		if hi-lo > rangeFactor*max(r.tolerance*level, r.noise*se) {
			f.cause, f.size = causePiece, relative(hi-lo)
			return f
		}
	}

	if step := bridge(window, f.level, f.sigma); math.Abs(step) > leastStep*r.tolerance*level {
		f.cause, f.size = causeStep, relative(step)
		return f
	}

	third := max(n/3, 1)
	change := of(window[n-third:]) - of(window[:third])
	if math.Abs(change) > leastTrend*r.tolerance*level && math.Abs(kendall(window)) > kendallZ {
		f.cause, f.size = causeTrend, relative(change)
	}
	return f
}

// bridge is the step, right minus left, at the largest partial sum of the deviations of ys from their mean, or 0
// when that sum is what noise of sigma does. Values are held within three sigma of level.
func bridge(ys []float64, level, sigma float64) float64 {
	if sigma <= 0 {
		return 0
	}
	n := float64(len(ys))
	lo, hi := level-3*sigma, level+3*sigma
	total := 0.0
	for _, y := range ys {
		total += between(y, lo, hi) - level
	}
	mean := total / n
	sum, best, at := 0.0, 0.0, 0
	for i, y := range ys[:len(ys)-1] {
		sum += between(y, lo, hi) - level - mean
		if math.Abs(sum) > math.Abs(best) {
			best, at = sum, i+1
		}
	}
	if math.Abs(best) <= bridgeBound*sigma*math.Sqrt(n) {
		return 0
	}
	k := float64(at)
	return -best/(n-k) - best/k
}

// kendall is the normal statistic of Mann's trend test (Econometrica 13, 1945), over means of
// neighbours when there are more than trendPoints values.
func kendall(ys []float64) float64 {
	var points [trendPoints]float64
	n := min(len(ys), trendPoints)
	for i := range n {
		from, to := i*len(ys)/n, (i+1)*len(ys)/n
		for _, y := range ys[from:to] {
			points[i] += y / float64(to-from)
		}
	}
	s := 0
	for i := range n {
		for j := range i {
			switch {
			case points[j] < points[i]:
				s++
			case points[j] > points[i]:
				s--
			}
		}
	}
	if n < 3 {
		return 0
	}
	m := float64(n)
	return float64(s) / math.Sqrt(m*(m-1)*(2*m+5)/18)
}
