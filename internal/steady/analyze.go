package steady

import "math"

const (
	pieceReach  = 0.04 // relative distance from which on a segment of the last half counts as elsewhere
	pieceAway   = 0.25 // share of the last half that may be elsewhere
	endAway     = 0.03 // of the series that may have another level at its end
	endLeast    = 10   // blocks, of which that must be seen in
	trendLeast  = 0.02 // relative change that makes a trend, when it is significant
	trendRange  = 0.2  // share of the range of the series that a trend may have instead,
	trendMost   = 0.06 // up to this
	trendErrors = 3    // standard errors that it must exceed, and Kendall's statistic too
)

// Analyze judges a whole series, which it does not modify.
//
// The series is condensed to at most 512 block medians (means where a coarse clock leaves few different values), on a logarithmic scale where times are positive; a cycle, found by
// autocorrelation, is averaged out. Then there are two questions.
//
// Is it steady in the end? Not if a line drawn through its last half leaves the level that most of the half keeps: for a fifth of the half,
// and by more than the noise, a tenth of the whole picture's height, and 1%. Nor if a quarter of it lies in segments of
// another level, if it ends in one, or if it has a trend.
//
// Since when? Segments of one level are found by PELT, with the wandering of the last half as noise; the steady part grows from
// the last one backwards. Where a fading curve (exponential, stretched, power or ramp) explains the beginning better, the start is where the
// curve comes within 1% of the level. If the values spread three times as much before some later block, that is the start. Where the start lies in the
// first blocks of a long series, these are looked at again in smaller ones. It must lie in the first 60% of the series.
//
// Where these percentages are not those of the noise or of the range of the series they scale with Config.Tolerance. The other fields of cfg
// have no influence on the class and the start.
//
// It takes time linear in xs, and memory of a 512th of xs and a constant.
func Analyze(xs []float64, cfg Config) Result {
	a := analysis{rule: cfg.rule(), n: len(xs)}
	a.size, a.coarse = blocksOf(xs)
	var finite int
	a.medians, a.spreads, finite = condense(xs, a.size, a.coarse)
	if finite < minSeries {
		return tooShort(len(xs), finite, a.medians)
	}
	a.scale = newScale(a.medians)
	raw := a.scale.apply(a.medians)
	a.ys = raw
	if a.period = period(raw, len(raw)); a.period > 0 {
		a.ys = smooth(raw, a.period)
	}
	a.band = newBand(a.ys, raw, a.rule.strict())
	fine, sigma := fit(a.ys)
	held := hold(a.ys, 3*max(sigma, a.band.noise))
	a.segments, a.sigma = fine, sigma
	if a.unsteady(held, fine, sigma); a.refused.text != "" {
		return a.result()
	}
	a.locate(held)
	if a.late(); a.refused.text != "" {
		a.segments = fine
		return a.result()
	}
	a.refine(xs)
	if a.start == 0 && a.period == 0 && a.size > 1 {
		a.cycle = shortCycle(xs, a.scale)
	}
	return a.result()
}

func tooShort(n, finite int, medians []float64) Result {
	r := Result{N: n, Stop: n, Class: Short, Changepoints: []int{}}
	r.because(say("no values"))
	if finite > 0 {
		r.Levels = []float64{median(medians)}
	}
	if n > 0 {
		r.because(tooFew(n, finite))
	}
	return r
}

// analysis is the state of Analyze. Indices are of blocks, unless said otherwise.
type analysis struct {
	rule    rule
	n       int  // values
	size    int  // values in a block
	coarse  bool // blocks are means
	medians []float64
	spreads []float64
	scale   scale
	ys      []float64 // medians on the scale, without the cycle
	period  int       // of the cycle, in blocks; 0 if none
	cycle   int       // of one shorter than blocks, in values; 0 if none
	band    band

	segments []int   // their starts
	early    *early  // of a long series whose start lies in its first blocks
	sigma    float64 // of ys
	steady   steadyLevel
	start    int // value
	by       how
	curve    curve
	refused  phrase // why there is no steady part
}

// unsteady refuses a last half that does not keep one level.
func (a *analysis) unsteady(held []float64, fine []int, sigma float64) {
	n := len(a.ys)
	if a.band.away > bandAway {
		a.refused = say("%.0f%% of the last half lies more than %.2g%% away from its level", 100*a.band.away, 100*a.band.half)
		return
	}
	away, end := 0, 0
	reach := max(a.rule.strict()*pieceReach, bandRange*a.band.rise)
	for k, from := range fine {
		from, to := max(from, n/2), segmentEnd(fine, k, n)
		if to > from && math.Abs(mean(held[from:to])-a.band.level) > max(reach, 3*sigma/math.Sqrt(float64(to-from))) {
			away += to - from
			end += to - from
		} else if to > from {
			end = 0
		}
	}
	if end >= endLeast && float64(end) > endAway*float64(n) {
		a.refused = say("the last %v have another level", span{max(a.n-end*a.size, 0), a.n})
		return
	}
	if share := float64(away) / float64(n-n/2); share > pieceAway {
		a.refused = say("%.0f%% of the last half has other levels, more than %.2g%% away", 100*share, 100*reach)
	}
}

// locate finds the segments and the start, in blocks.
func (a *analysis) locate(held []float64) {
	few := len(held) < lineParts // the last half may then hold the end of the warm-up, which would pass for wandering
	if !few {
		a.sigma = a.band.wander(a.ys)
	}
	a.steady = steadyLevel{level: a.band.level, sigma: a.sigma, half: a.band.half, reach: a.rule.strict() * levelReach, near: a.rule.strict() * levelReach}
	a.segments = segments(held, a.sigma, 2*parameterPrice*math.Log(float64(max(len(held), 3))))
	if !few {
		a.steady.wandering(held, a.segments)
	}
	block, by, c := a.steady.locate(a.ys, held, a.segments, a.scale.log)
	if float64(block) <= lateStart*float64(len(a.ys)) {
		if s := settles(a.spreads); s > block {
			block, by = s, bySpread
		}
	}
	a.start, a.by, a.curve = block*a.size, by, c
}

// late refuses a steady part that begins too late, is too noisy, or goes one way.
func (a *analysis) late() {
	n := len(a.ys)
	block := a.start / a.size
	if float64(block) > lateStart*float64(n) {
		a.refused = say("the last level holds for %.0f%% of the series, less than %.0f%%", 100*(1-float64(block)/float64(n)), 100*(1-lateStart))
		return
	}
	if se := a.halvesError(); se > mostExcuse {
		a.refused = say("by their noise alone the halves of the last %v may lie %.2g%% apart", span{a.start, a.n}, 100*se)
		return
	}
	tail := a.ys[max(block, n/3):]
	if len(tail) < 10 {
		return
	}
	// Least squares; the slope has the variance 12 sigma^2 / m^3.
	m := float64(len(tail))
	middle, slope, center := (m-1)/2, 0.0, mean(tail)
	for i, y := range tail {
		slope += (float64(i) - middle) * min(max(y-center, -2*a.band.half), 2*a.band.half)
	}
	change, se := 12*slope/(m*m-1), a.sigma*math.Sqrt(12/m)
	allowed := max(a.rule.strict()*trendLeast, min(trendRange*a.band.rise, trendMost), trendErrors*se)
	if math.Abs(change) > allowed && math.Abs(kendall(tail)) > trendErrors {
		a.refused = say("the last %v have a trend of %.3g%%", span{max(a.n-len(tail)*a.size, 0), a.n}, 100*change)
	}
}

// halvesError is the standard error of the difference of the halves of the steady part.
func (a *analysis) halvesError() float64 {
	return medianError * a.sigma * math.Sqrt(4/float64(len(a.ys)-a.start/a.size))
}

// refine finds the start within the first blocks of a long series, again and again in smaller blocks.
func (a *analysis) refine(xs []float64) {
	for prefix, size := len(xs), a.size; size > 2*leastBlock && a.start < prefix/16; {
		prefix /= 8
		size = blockSize(prefix)
		medians, spreads, finite := condense(xs[:prefix], size, a.coarse)
		if finite == 0 {
			return
		}
		raw := a.scale.apply(medians)
		ys := raw
		if p := a.period * a.size / size; p >= 2 && p < len(ys) {
			ys = smooth(ys, p)
		}
		b := newBand(ys, raw, a.rule.strict())
		if math.Abs(b.level-a.steady.level) > max(a.steady.reach, a.band.half) {
			return // the prefix ends elsewhere: an excursion
		}
		_, sigma := fit(ys)
		held := hold(ys, 3*max(sigma, b.noise))
		level := steadyLevel{level: b.level, sigma: b.wander(ys), half: b.half, reach: a.steady.reach, near: a.steady.near}
		starts := segments(held, level.sigma, 2*parameterPrice*math.Log(float64(len(held))))
		level.wandering(held, starts)
		block, by, c := level.locate(ys, held, starts, a.scale.log)
		if s := settles(spreads); s > block {
			block, by = s, bySpread
		}
		a.start, a.by, a.curve = block*size, by, c
		a.early = &early{size: size, medians: medians, ys: ys, segments: starts}
	}
}

// early is the beginning of a series in smaller blocks.
type early struct {
	size        int
	medians, ys []float64
	segments    []int
}
