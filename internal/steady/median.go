package steady

import (
	"math"
	"slices"
)

// toSigma turns a median absolute deviation of normal noise into its standard deviation: 1/quantile(3/4).
const toSigma = 1.4826

// median is the median of xs, the mean of the middle two when their number is even, and 0 for none. It reorders xs, which
// must hold no NaN. Selection is Hoare's ("Algorithm 65: find", CACM 4, 1961), with a pivot of three; input made to defeat that is sorted instead.
func median(xs []float64) float64 {
	n := len(xs)
	if n == 0 {
		return 0
	}
	k := n / 2
	hi := selectNth(xs, k)
	if n%2 == 1 {
		return hi
	}
	lo := xs[0]
	for _, x := range xs[1:k] { // slices.Max minds NaN, which costs more than all of this
		if x > lo {
			lo = x
		}
	}
	return lo/2 + hi/2
}

// selectNth moves the element of rank k (0-based) to xs[k], no larger ones before it, and returns it.
func selectNth(xs []float64, k int) float64 {
	lo, hi := 0, len(xs)-1
	for round := 0; hi-lo > fewSelected; round++ {
		if round > 64 {
			slices.Sort(xs[lo : hi+1])
			return xs[k]
		}
		// Ordinals, as the minimum of floats minds NaN.
		pivot := median3(ordinalOf(xs[lo]), ordinalOf(xs[lo+(hi-lo)/2]), ordinalOf(xs[hi])).float()
		j := partition(xs[lo:hi+1], pivot) + lo
		switch {
		case k < j:
			hi = j - 1
		case j > lo:
			lo = j
		default: // none is less than the pivot
			for i := lo; i <= hi; i++ {
				if x := xs[i]; x <= pivot {
					xs[i], xs[j] = xs[j], x
					j++
				}
			}
			if k < j {
				return pivot
			}
			lo = j
		}
	}
	for i := lo + 1; i <= hi; i++ {
		x, j := xs[i], i
		for ; j > lo && xs[j-1] > x; j-- {
			xs[j] = xs[j-1]
		}
		xs[j] = x
	}
	return xs[k]
}

// fewSelected is how many elements are sorted by insertion, less one.
const fewSelected = 6

// partition moves the values less than pivot to the front and returns their number. It exchanges always, as a branch on what is
// random costs more (Lomuto's scheme).
func partition(xs []float64, pivot float64) int {
	less := 0
	for i, x := range xs {
		xs[i] = xs[less]
		xs[less] = x
		one := 0
		if x < pivot {
			one = 1
		}
		less += one
	}
	return less
}

// stepNoise is a robust standard deviation of the noise of ys about a level that may move, from the absolute differences of
// values lag apart (their median is blind to a few steps). scratch holds at least len(ys) values. It is 0 for too few values.
func stepNoise(ys, scratch []float64, lag int) float64 {
	if len(ys) <= lag {
		return 0
	}
	diffs := scratch[:len(ys)-lag]
	for i := range diffs {
		diffs[i] = math.Abs(ys[i+lag] - ys[i])
	}
	return toSigma / math.Sqrt2 * median(diffs)
}

// most is the greatest magnitude of a value.
const most = 1e150

// usable is x as the rules see it: false for a missing value (NaN, infinite), and bounded so that squares do not overflow.
func usable(x float64) (float64, bool) {
	switch {
	case x >= -most && x <= most:
		return x, true
	case math.IsNaN(x) || math.IsInf(x, 0):
		return 0, false
	case x < 0:
		return -most, true
	default:
		return most, true
	}
}

// between is x, or the bound that it lies beyond. Bounds are rarely reached, and a branch that can be predicted costs less than min and
// max of floats. NaN stays.
func between(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}
