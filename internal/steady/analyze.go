package steady

import (
	"fmt"
	"math"
)

const (
	tailShare   = 0.3  // of the series that must be steady
	levelReach  = 0.01 // relative distance from the steady level up to which a segment belongs to it
	excursion   = 0.03 // share of the series that a segment inside the steady part may spend elsewhere
	wanderShare = 0.4  // of the series, its end, in which wandering is looked for
	wanderReach = 3    // standard deviations of it
	mostReach   = 0.05 // and the relative distance that may be forgiven for it
	trendChange = 0.02 // relative change within the steady part that makes it a trend, when it is significant
)

// Analyze judges a whole series, which it does not modify.
//
// The series is condensed to at most 512 block medians, on a logarithmic scale where times are positive. Their segments of one
// level are found by PELT; from the last one the steady part grows backwards over segments within 1% of its level (or
// within its noise). It must then cover 30% of the series and have no trend. A cycle, found by autocorrelation, is
// averaged out first. Where the start lies in the first blocks of a long series, these are looked at again in smaller ones.
//
// It takes time and memory linear in xs, the memory being a 512th of xs and a constant.
func Analyze(xs []float64, cfg Config) Result {
	size := blockSize(len(xs))
	medians, finite := condense(xs, size)
	if finite < minSeries {
		return tooShort(len(xs), finite, medians)
	}
	a := analysis{rule: cfg.rule(), n: len(xs), size: size, medians: medians, scale: newScale(medians)}
	a.ys = a.scale.apply(medians)
	a.period = period(a.ys)
	if a.period > 0 {
		a.ys = smooth(a.ys, a.period)
	}
	a.starts, a.sigma = fit(a.ys)
	a.grow()
	a.examine()
	if a.refused == "" {
		a.refine(xs)
	}
	return a.result()
}

func tooShort(n, finite int, medians []float64) Result {
	r := Result{N: n, Stop: n, Class: Short, Changepoints: []int{}, Reason: "no values"}
	if finite > 0 {
		r.Levels = []float64{median(medians)}
	}
	if n > 0 {
		r.Reason = fmt.Sprintf("%d values (missing ones left out) are too few to judge", finite)
	}
	return r
}

// analysis is the state of Analyze. Indices are of blocks, unless said otherwise.
type analysis struct {
	rule    rule
	n       int // values
	size    int // values in a block
	medians []float64
	scale   scale
	ys      []float64 // medians on the scale, without the cycle
	period  int       // of the cycle; 0 if none
	starts  []int     // of the segments
	sigma   float64   // of ys

	reach   float64 // distance from the steady level
	first   int     // segment with which the steady part begins
	level   float64 // of the steady part, on the scale
	start   int     // value
	refused string  // why there is no steady part
}

func (a *analysis) end(segment int) int {
	if segment+1 < len(a.starts) {
		return a.starts[segment+1]
	}
	return len(a.ys)
}

// grow extends the steady part from the last segment backwards.
func (a *analysis) grow() {
	a.wander()
	last := len(a.starts) - 1
	a.first = last
	sum, count := 0.0, 0
	take := func(k int) {
		for _, y := range a.ys[a.starts[k]:a.end(k)] {
			sum += y
			count++
		}
	}
	take(last)
	away := 0
	for k := last - 1; k >= 0; k-- {
		part := a.ys[a.starts[k]:a.end(k)]
		if a.near(mean(part), len(part), sum/float64(count), count) {
			take(k)
			a.first, away = k, 0
			continue
		}
		if away += len(part); float64(away) > excursion*float64(len(a.ys)) {
			break
		}
	}
	a.level = sum / float64(count)
	a.start = a.starts[a.first] * a.size
}

// wander sets the reach: how far a segment may lie from the steady level. Real machines wander by a few percent for as long as
// one looks (frequency, neighbours, memory layout). Where the last part goes up and down like that, the spread of its segments
// counts as noise; where it only goes one way, it does not.
func (a *analysis) wander() {
	a.reach = levelReach
	from := int((1 - wanderShare) * float64(len(a.ys)))
	var up, down bool
	var sum, square, count, before float64
	for k, s := range a.starts {
		if a.end(k) <= from {
			continue
		}
		m, n := mean(a.ys[s:a.end(k)]), float64(a.end(k)-max(s, from))
		if count > 0 {
			up = up || m > before
			down = down || m < before
		}
		before = m
		m -= a.ys[from]
		sum, square, count = sum+n*m, square+n*m*m, count+n
	}
	if up && down {
		spread := math.Sqrt(max(0, square/count-sum/count*sum/count))
		a.reach = min(max(levelReach, wanderReach*spread), mostReach)
	}
}

// near reports whether means of m and n entries belong to one level.
func (a *analysis) near(x float64, m int, y float64, n int) bool {
	se := a.sigma * math.Sqrt(1/float64(m)+1/float64(n))
	return math.Abs(x-y) <= max(a.reach, 2*se)
}

// examine refuses a steady part that is too short or goes one way.
func (a *analysis) examine() {
	tail := a.ys[a.starts[a.first]:]
	if share := float64(len(tail)) / float64(len(a.ys)); share < tailShare {
		a.refused = fmt.Sprintf("the last level holds for %.0f%% of the series, less than %.0f%%", 100*share, 100*tailShare)
		return
	}
	if se := a.halvesError(); se > mostExcuse {
		a.refused = fmt.Sprintf("by their noise alone the halves of the last %d values may lie %.2g%% apart", len(tail)*a.size, 100*se)
		return
	}
	if len(tail) < 10 {
		return
	}
	// Least squares; its slope has the variance 12 sigma^2 / n^3.
	n := float64(len(tail))
	middle, slope := (n-1)/2, 0.0
	for i, y := range tail {
		slope += (float64(i) - middle) * (y - a.level)
	}
	slope *= 12 / (n * (n*n - 1))
	change, se := slope*n, a.sigma*math.Sqrt(12/n)
	if math.Abs(change) > max(trendChange, 3*se) && math.Abs(kendall(tail)) > 3 {
		a.refused = fmt.Sprintf("the last %d values have a trend of %.3g%%", len(tail)*a.size, 100*change)
	}
}

// halvesError is the standard error of the difference of the halves of the steady part.
func (a *analysis) halvesError() float64 {
	return medianError * a.sigma * math.Sqrt(4/float64(len(a.ys)-a.starts[a.first]))
}

// refine finds the start within the first blocks of a long series, again and again in smaller blocks. The level is known.
func (a *analysis) refine(xs []float64) {
	for prefix, size := len(xs), a.size; size > leastBlock && a.start < prefix/16; {
		prefix /= 8
		size = blockSize(prefix)
		medians, finite := condense(xs[:prefix], size)
		if finite == 0 {
			return
		}
		ys := a.scale.apply(medians)
		if a.period > 0 && a.period*a.size/size >= 2 && a.period*a.size/size < len(ys) {
			ys = smooth(ys, a.period*a.size/size)
		}
		starts, sigma := fit(ys)
		away := len(ys)
		for k := len(starts) - 1; k >= 0; k-- {
			part := ys[starts[k]:away]
			se := sigma / math.Sqrt(float64(len(part)))
			if math.Abs(mean(part)-a.level) > max(a.reach, 2*se) {
				break
			}
			away = starts[k]
		}
		if away == len(ys) {
			return // the prefix ends elsewhere: an excursion
		}
		a.start = away * size
	}
}

func (a *analysis) result() Result {
	r := Result{N: a.n, Stop: a.n, Start: a.start}
	short := a.refused != "" && a.n < minRefusal
	switch {
	case short:
		r.Class, r.Start = Short, 0
		r.Reason = fmt.Sprintf("%d values are too few to judge: %s", a.n, a.refused)
	case a.refused != "":
		r.Class, r.Start = NoSteady, -1
		r.Confidence = float64(a.n) / float64(a.n+100)
		r.Reason = a.refused
	default:
		r.Confidence = a.rule.confidence(a.n-a.start, a.halvesError())
		r.Reason = fmt.Sprintf("the last %d values keep their level", a.n-a.start)
		if a.period > 0 {
			r.Reason += fmt.Sprintf(" over cycles of about %d", a.period*a.size)
		}
	}
	a.levels(&r)
	if r.Class == "" {
		r.Class = a.class(r)
	}
	return r
}

func (a *analysis) class(r Result) Class {
	switch {
	case r.Start == 0 && a.period > 0:
		return Cycle
	case r.Start == 0:
		return Flat
	}
	// The level right before the start decides: of a series that is slow, fast and then steady, its last change.
	for i, c := range r.Changepoints {
		if c == r.Start && r.Levels[i] < r.Levels[i+1] {
			return Slowdown
		}
	}
	return Warmup
}

// levels fills in the changepoints: the start, and the segments before it (all of them without a start) that differ from
// the one before them by more than noise and levelReach.
func (a *analysis) levels(r *Result) {
	r.Changepoints = []int{}
	from := 0
	add := func(at int) {
		r.Changepoints = append(r.Changepoints, at)
		r.Levels = append(r.Levels, a.between(from, at))
		from = at
	}
	before, all := 0.0, r.Class != "" // no steady part
	for k, s := range a.starts {
		m := mean(a.ys[s:a.end(k)])
		at := s * a.size
		if k > 0 && math.Abs(m-before) > levelReach && (all || at <= r.Start-a.size) {
			add(at)
		}
		before = m
	}
	if r.Start > 0 {
		add(r.Start)
	}
	r.Levels = append(r.Levels, a.between(from, a.n))
}

// between is the median level of the values from to to, by blocks: at least the one that holds from.
func (a *analysis) between(from, to int) float64 {
	i := from / a.size
	return median(append([]float64(nil), a.medians[i:max(to/a.size, i+1)]...))
}
