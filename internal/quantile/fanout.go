package quantile

import "math"

// FanOut is the percentile of a single call that decides percentile p of the
// slowest of calls made in parallel and independent of each other, p^(1/calls)
// to the nearest millionth: the median of the maximum of 100 calls is
// their p99.3092. The result is at most P(999999), and p itself for fewer than two calls.
// Dean and Barroso, "The tail at scale", CACM 56(2), 2013.
func FanOut(p P, calls int) P {
	if calls < 2 {
		return p
	}
	return min(whole-1, P(math.Round(whole*math.Pow(float64(p)/whole, 1/float64(calls)))))
}

// SlowShare is the share of requests that meet at least one slow call when each of
// their independent calls is slow with probability slow, 1 - (1-slow)^calls. It is
// right to the last bits for small shares too.
func SlowShare(slow float64, calls int) float64 {
	return -math.Expm1(float64(calls) * math.Log1p(-slow))
}
