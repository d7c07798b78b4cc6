package steady

import "math"

// segments are the parts of ys with a mean of their own: the indices at which each begins, 0 first. They minimise the squared
// deviations, in units of sigma, plus a penalty per segment (Killick, Fearnhead and Eckley, "Optimal detection of
// changepoints with a linear computational cost", JASA 107, 2012; PELT). ys should be free of outliers.
func segments(ys []float64, sigma, penalty float64) []int {
	n := len(ys)
	sum := make([]float64, n+1)
	square := make([]float64, n+1)
	for i, y := range ys {
		z := (y - ys[0]) / sigma // about the first value, so that little is lost when squares are subtracted
		sum[i+1] = sum[i] + z
		square[i+1] = square[i] + z*z
	}
	cost := func(from, to int) float64 {
		s := sum[to] - sum[from]
		return max(0, square[to]-square[from]-s*s/float64(to-from))
	}

	best := make([]float64, n+1)
	previous := make([]int, n+1)
	best[0] = -penalty
	candidates := make([]int, 1, n+1)
	for to := 1; to <= n; to++ {
		best[to] = math.Inf(1)
		for _, from := range candidates {
			if c := best[from] + cost(from, to) + penalty; c < best[to] {
				best[to], previous[to] = c, from
			}
		}
		kept := candidates[:0]
		for _, from := range candidates {
			if best[from]+cost(from, to) <= best[to] {
				kept = append(kept, from)
			}
		}
		candidates = append(kept, to)
	}

	var starts []int
	for to := n; to > 0; to = previous[to] {
		starts = append(starts, previous[to])
	}
	for i, j := 0, len(starts)-1; i < j; i, j = i+1, j-1 {
		starts[i], starts[j] = starts[j], starts[i]
	}
	return starts
}

// leastSigma keeps differences of a tenth of a percent from becoming changes of level in series without noise.
const leastSigma = 5e-4

// fewBlocks are too few to estimate an autocorrelation from.
const fewBlocks = 50

// fit finds the segments of ys (relative values, see scale) and the standard deviation of the noise about them. That noise may be
// autocorrelated: sigma is that of independent noise whose means would spread as much. Outliers are held within
// three sigma of their neighbours first.
func fit(ys []float64) (starts []int, sigma float64) {
	n := len(ys)
	scratch := make([]float64, n)
	sigma = leastSigma
	if n < fewBlocks {
		// The warm-up may be half of a short series: the noise is that of the other half.
		sigma = max(sigma, stepNoise(ys[n/2:], scratch, 1))
	} else {
		for lag := 1; lag <= 4; lag *= 2 {
			sigma = max(sigma, stepNoise(ys, scratch, lag))
		}
	}
	held := hold(ys, 3*sigma)
	penalty := 3 * math.Log(float64(max(n, 3)))
	starts = segments(held, sigma, penalty)
	if n < fewBlocks {
		return starts, sigma
	}
	r := correlation(residuals(held, starts), 1)
	if r > 0.1 {
		r = min(r, 0.9)
		sigma *= math.Sqrt((1 + r) / (1 - r))
		starts = segments(held, sigma, penalty)
	}
	return starts, sigma
}

// hold moves values to within reach of the median of the five around them (fewer at the ends).
func hold(ys []float64, reach float64) []float64 {
	held := make([]float64, len(ys))
	var near [5]float64
	for i, y := range ys {
		m := median(near[:copy(near[:], ys[max(i-2, 0):min(i+3, len(ys))])])
		held[i] = min(max(y, m-reach), m+reach)
	}
	return held
}

func mean(ys []float64) float64 {
	sum := 0.0
	for _, y := range ys {
		sum += y
	}
	return sum / float64(len(ys))
}

// residuals are the deviations of ys from the means of their segments.
func residuals(ys []float64, starts []int) []float64 {
	rest := make([]float64, len(ys))
	for k, from := range starts {
		to := segmentEnd(starts, k, len(ys))
		m := mean(ys[from:to])
		for i := from; i < to; i++ {
			rest[i] = ys[i] - m
		}
	}
	return rest
}

// correlation is the autocorrelation of ys, whose mean is 0, at lag; 0 if ys is constant.
func correlation(ys []float64, lag int) float64 {
	var square, product float64
	for i, y := range ys {
		square += y * y
		if i >= lag {
			product += y * ys[i-lag]
		}
	}
	if square == 0 {
		return 0
	}
	return product / square
}
