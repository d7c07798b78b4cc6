package steady

import "math"

const maxPieces = 20 // of a window

// keeps tests whether the entries of window, means of medians of size values, keep one level; n is the number of values seen,
// jump the relative size of the change of level before the window, infinite where there was none. Unlike flat, which is for few values, it
// takes noise to be autocorrelated: each standard error comes from the means of the window's pieces and the
// correlation of neighbours among them. a and b are scratch of as many values as window.
func (r *rule) keeps(window []float64, n, size int, jump float64, a, b []float64) flatness {
	of := func(xs []float64) float64 { return middle(b[:copy(b, xs)]) }
	f := flatness{level: of(window)}
	if f.level == 0 {
		for _, x := range window {
			if x != 0 {
				f.cause, f.size = causeWander, 1
			}
		}
		return f
	}
	strict := r.tolerance / defaultTolerance

	rest := a[:len(window)]
	for i, x := range window {
		rest[i] = x/f.level - 1
		b[i] = math.Abs(rest[i])
	}
	sigma := toSigma * middle(b[:len(window)])
	steps := math.Abs(stepNoise(window, b, 1) / f.level)
	sigma = max(sigma, steps)
	f.sigma = sigma * math.Abs(f.level)
	if end := math.Abs(of(window[len(window)-3:])/f.level - 1); !(end <= max(strict*endReach, endSigmas*sigma)) {
		f.cause, f.size = causeEnd, end
		return f
	}

	held, total := max(3*sigma, heldReach), 0.0
	for i, x := range rest {
		rest[i] = between(x, -held, held)
	}
	var means [maxPieces]float64
	pieces := means[:min(maxPieces, len(window)/2)]
	for k := range pieces {
		pieces[k] = mean(rest[k*len(window)/len(pieces) : (k+1)*len(window)/len(pieces)])
		total += pieces[k]
	}
	for k := range pieces {
		pieces[k] -= total / float64(len(pieces))
	}
	sd, se := scatter(pieces, 1)
	f.se = 2 * se // of the difference of two halves
	f.wanders = se > wanderFactor*steps/math.Sqrt(float64(len(window)))
	// NaN where values are too far apart for their squares.
	if s := swing(rest, max(swingValues/size, 1)); !(max(sd, s) <= mostScatter) {
		f.cause, f.size = causeWander, max(sd, s)
		return f
	}
	if jump < turnScatters*sd {
		// As large as what came before: this may be one more turn of a series that never rests.
		strict *= turnError
	}
	if se > strict*r.mostError(n) {
		f.cause, f.size = causeUnsure, se
		return f
	}
	// By the inequality of Cauchy and Schwarz no change can be larger.
	if least := strict * leastChange; len(pieces) == maxPieces && sd*sd*(maxPieces-1) < leastForm*maxPieces*least*least {
		return f
	}
	for _, c := range contrasts {
		if change, se := c.of(pieces, strict*leastChange); math.Abs(change) > max(strict*leastChange, changeErrors*se) {
			f.cause, f.size = causeTrend, change
			return f
		}
	}
	return f
}

// swing is the standard deviation of the means of length ys each: pieces grow with the series and would in the end
// average out what jumps between levels for good.
func swing(ys []float64, length int) float64 {
	sum, square, n := 0.0, 0.0, 0.0
	for ; len(ys) >= length; ys = ys[length:] {
		m := mean(ys[:length])
		sum += m
		square += m * m
		n++
	}
	return math.Sqrt(max(0, square-sum*sum/max(n, 1)) / max(n-1, 1))
}

// mostError is the relative standard error that the level may have after n values. It grows with n, as what still wanders after many
// values does so for good and is steady in its way. A budget that leaves time for fewer values than by
// default scales n, and allows the greater error that means of fewer values have.
func (r *rule) mostError(n int) float64 {
	scale := float64(r.least) / usualLeast
	return levelError * min(float64(n)/scale, errorGrowth) / 1000 / math.Sqrt(min(scale, 1))
}

// scatter is the standard deviation of ys, which have mean 0 and are what is left after fitted parameters, and the standard error
// of their mean, their autocorrelation being of first order. (An estimate of it from n values is too low by about 1/n for each
// parameter; Marriott and Pope, Biometrika 41, 1954.)
func scatter(ys []float64, fitted float64) (sd, se float64) {
	square, product, before := 0.0, 0.0, 0.0
	for _, y := range ys {
		square += y * y
		product += y * before
		before = y
	}
	if square == 0 {
		return 0, 0
	}
	n := float64(len(ys))
	r := min(max(product/square+fitted/n, 0), 0.8)
	variance := square / (n - fitted)
	return math.Sqrt(variance), math.Sqrt(variance * (1 + r) / (1 - r) / n)
}

// A contrast is a form that a change may have: it begins after a share of the window and ends after another.
type contrast struct{ from, to float64 }

var contrasts = [...]contrast{
	{0, 1}, {0.25, 0.25}, {0.5, 0.5}, {0.75, 0.75}, {0.9, 0.9}, {0.5, 1}, {0.75, 1}, {0, 0.5}, {0, 0.25},
}

// leastForm is below the variance of each of the forms in maxPieces pieces.
const leastForm = 0.06

// of is the change in ys that has the form, by least squares, and its standard error, which is left out (0) for changes of no
// more than least. ys have mean 0.
func (c contrast) of(ys []float64, least float64) (change, se float64) {
	var form [maxPieces]float64
	n := float64(len(ys))
	width, mean := 1/n, 0.0
	for i := range ys {
		switch u := (float64(i) + 0.5) * width; {
		case u >= c.to:
			form[i] = 1
		case u > c.from:
			form[i] = (u - c.from) / (c.to - c.from)
		}
		mean += form[i]
	}
	mean /= n
	square, product := 0.0, 0.0
	for i, y := range ys {
		form[i] -= mean
		square += form[i] * form[i]
		product += form[i] * y
	}
	if square == 0 {
		return 0, 0
	}
	change = product / square
	if math.Abs(change) <= least {
		return change, 0
	}
	for i, y := range ys {
		form[i] = y - change*form[i]
	}
	_, se = scatter(form[:len(ys)], 2)
	return change, se * math.Sqrt(n/square)
}
