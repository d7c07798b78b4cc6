package clock

// A Pair is one moment on both clocks.
type Pair struct {
	Tick int64 // Ticks, in ticks
	Nano int64 // Nano, in ns
}

// ReadPair reads both clocks. It takes the narrowest of five readings of the monotonic clock, each bracketed by the counter,
// so that an interrupt between the two does not spoil it: over 1 ms the rate from two Pairs is then right to some 2e-5, over
// 100 ms to 1e-7 ([Rate]).
func ReadPair() Pair {
	var best Pair
	width := int64(-1)
	for range 5 {
		before := Ticks()
		n := Nano()
		after := Ticks()
		if w := after - before; w >= 0 && (width < 0 || w < width) {
			width = w
			best = Pair{Tick: before + w/2, Nano: n}
		}
	}
	if width < 0 { // the counter went backwards five times: it is of no use, but the other clock is
		best = Pair{Tick: Ticks(), Nano: Nano()}
	}
	return best
}

// Rate returns the length of a tick in ns between two moments, from being the earlier one. It is 0 when either clock did not
// advance.
func Rate(from, to Pair) float64 {
	ticks, ns := to.Tick-from.Tick, to.Nano-from.Nano
	if ticks <= 0 || ns <= 0 {
		return 0
	}
	return float64(ns) / float64(ticks)
}
