package steady

import "math"

// An onset is where the last part of a series begins, as far as its levels and its noise tell.
type onset struct {
	at    float64 // entries before it
	shape shape   // of what lies before
	level float64 // of the last part; 0 when nothing can be relative to it
	raw   float64 // standard deviation of an entry, relative to the level
	sigma float64 // the same of independent noise whose means would vary as much
	plain bool    // levels leave nothing for a curve to explain
}

// idle reports that the onset gives no reason for an early answer: there is no curve, and the noise is independent enough for a level that does not wander.
func (o *onset) idle() bool { return o.plain && o.sigma <= calmInflation*o.raw }

// A shape is the form of a transient.
type shape uint8

const (
	shapeNone   shape = iota
	shapeLevels       // levels; the last change of level ends it
	shapeDecay        // exponential decay
	shapeRamp         // a straight line, then a constant
	shapePower        // decay by a power of time
	shapeNoise        // the level holds, but the noise was larger
)

// smooth tells whether the shape itself says where it ends: a curve that has run out has run out, while after levels there may
// always come another.
func (s shape) smooth() bool { return s == shapeDecay || s == shapeRamp || s == shapePower }

// locate finds the onset among entries. It explains their logarithms by levels and by smooth transients, and the
// explanation of the least price decides: the sum of squares that is left, plus pricePerParameter (in units of
// sigma squared) for every parameter. Onsets after longest are of no use to the caller, who then has
// to wait anyway: the costlier curves are not tried. Nor are they, or what follows them, early where the onset is idle.
func locate(entries []float64, longest float64, early bool) onset {
	var ratios, logs [maxEntries]float64
	s := search{onset: noiseOf(entries, ratios[:], logs[:])}
	if s.level == 0 {
		return s.onset
	}
	s.ratios, s.ys = ratios[:len(entries)], logs[:len(entries)]
	for i, x := range entries {
		s.ratios[i] = holdRatio(x / s.level)
	}
	medianOfThree(s.ratios)
	for i, q := range s.ratios {
		s.ys[i] = logOf(q)
	}

	s.unit = s.sigma * s.sigma
	s.levels()
	if s.at > longest && !early {
		return s.onset
	}
	s.appraise()
	s.plain = s.explained()
	if s.at > longest || early && s.idle() {
		return s.onset
	}
	if !s.plain {
		s.curves(0)
		explained := s.shape.smooth() && s.price < goodFit*s.unit*float64(len(s.ys))
		if first := s.lastBeyond(max(tailReach, tailSigmas*s.raw)); first > 0 && !explained && s.off(s.ys[first:]) {
			s.curves(first)
		}
	}
	if at := s.lastAway(max(awayReach, awaySigmas*s.raw)); at > s.at {
		s.at, s.shape = at, shapeLevels
	}
	if at := quieter(entries, s.at, ratios[:], logs[:]); at > s.at {
		s.at, s.shape = at, shapeNoise
	}
	return s.onset
}

// holdRatio holds the ratio of an entry to the level between a twentieth and 1e9.
func holdRatio(q float64) float64 {
	switch {
	case q > 1e9:
		return 1e9
	case q > 0.05:
		return q
	}
	return 0.05
}

// logOf is the natural logarithm of a number between a twentieth and 1e9, to 1e-9.
func logOf(q float64) float64 {
	if q >= 0.75 && q < 1.5 {
		return logNear(q)
	}
	// q is 2^k m, m from 3/4 to 3/2.
	bits := math.Float64bits(q)
	k := int64(bits+1<<51)>>52 - 1023
	return float64(k)*math.Ln2 + logNear(math.Float64frombits(bits-uint64(k)<<52))
}

// logNear is the natural logarithm of a number from 3/4 to 3/2, 2 artanh s.
func logNear(m float64) float64 {
	s := (m - 1) / (m + 1)
	z := s * s
	return 2 * s * (1 + z*(1./3+z*(1./5+z*(1./7+z*(1./9+z*(1./11))))))
}

// noiseOf gives the level and the noise of the last entries.
//
// The noise is taken about the best two levels, so that a change of level is not part of it, and as the larger of estimates
// that outliers do not move: medians of deviations are blind to a second mode, their upper decile is not. Its
// autocorrelation is taken as of first order. a and b are scratch of as many values as entries.
func noiseOf(entries, a, b []float64) onset {
	of := func(xs []float64) float64 { return median(b[:copy(b[:], xs)]) }
	last := entries[len(entries)-int(noiseShare*float64(len(entries))):]
	n := len(last)
	level := of(last)
	if level == 0 {
		return onset{}
	}
	dev := a[:n]
	for i, x := range last {
		dev[i] = between(x/level, 0.8, 1.25)
	}
	at, _ := split(dev, 0, 0, n)
	if at < 3 {
		at = 0
	}
	before, after := level, level
	if at > 0 {
		before, after = of(last[:at]), of(last[at:])
	}
	for i, x := range last[:at] {
		dev[i] = math.Abs(x - before)
	}
	for i, x := range last[at:] {
		dev[at+i] = math.Abs(x - after)
	}
	if n-at >= 20 && after != 0 {
		level = after
	}
	steps := max(math.Abs(stepNoise(last, b, 1)/level), leastNoise)
	raw := toSigma * selectNth(dev, n/2)
	raw = max(raw, selectNth(dev[n/2:], n*9/10-n/2)/1.645)
	raw = max(steps, raw/math.Abs(level))
	o := onset{level: level, raw: raw, sigma: raw}
	if r := min(1-steps*steps/(raw*raw), 0.9); r >= 0.15 {
		o.sigma *= min(math.Sqrt((1+r)/(1-r)), mostInflation)
	}
	return o
}

// leastNoise keeps changes of nothing in series without noise from counting.
const leastNoise = 1e-4

// search is the state of locate: the onset is that of the cheapest explanation so far.
type search struct {
	onset
	ratios  []float64         // of the entries to the level
	ys      []float64         // their logarithms
	ends    [maxEntries]uint8 // where the levels end
	parted  int               // number of ends
	changes int               // of level, with those before each end
	unit    float64           // sigma squared
	price   float64
}

// explained tells whether levels leave nothing for a curve to explain: neither what follows the last change begins off its
// level, nor does what lies before it, if that is one level, go anywhere.
func (s *search) explained() bool {
	at := int(s.at)
	if s.off(s.ys[at:]) {
		return false
	}
	if at == 0 {
		return true
	}
	half := at / 2
	if s.changes > 1 || half == 0 {
		return false
	}
	d := mean(s.ys[:half]) - mean(s.ys[at-half:at])
	return d*d*float64(half) < 2*offErrors*offErrors*s.unit
}

// off tells whether the first of ys, some number of them, lie off the level.
func (s *search) off(ys []float64) bool {
	sum := 0.0
	for i, y := range ys {
		sum += y
		if k := i + 1; k&(k-1) == 0 && sum*sum > offErrors*offErrors*s.unit*float64(k) {
			return true
		}
	}
	return false
}

// levels explains all by levels: binary segmentation, to the right as far as the last change.
func (s *search) levels() {
	from := 0
	limit := len(s.ys) * 97 / 100
	for {
		at, _ := split(s.ys[from:], levelStatistic*levelStatistic*s.unit, levelStep, limit-from)
		if at < 0 {
			break
		}
		from += at
		s.ends[s.parted] = uint8(from)
		s.parted++
	}
	s.at = float64(from)
	if from > 0 {
		s.shape = shapeLevels
	}
}

// appraise gives the levels, with some splits of what lies before each of their changes, a price.
func (s *search) appraise() {
	from, sum := 0, 0.0
	for _, end := range s.ends[:s.parted] {
		more, rest := s.parts(s.ys[from:end], 3)
		s.changes += more + 1
		sum += rest
		from = int(end)
	}
	s.price = sum + deviance(s.ys[from:]) + 2*float64(s.changes)*pricePerParameter*s.unit
}

// parts splits ys into levels, each part again up to depth times: the number of splits and the deviance that is left.
func (s *search) parts(ys []float64, depth int) (changes int, rest float64) {
	if depth > 0 {
		if at, _ := split(ys, levelStatistic*levelStatistic*s.unit, levelStep, len(ys)); at > 0 {
			c1, r1 := s.parts(ys[:at], depth-1)
			c2, r2 := s.parts(ys[at:], depth-1)
			return c1 + c2 + 1, r1 + r2
		}
	}
	return 0, deviance(ys)
}

// lastBeyond is the number of entries up to the last beyond reach.
func (s *search) lastBeyond(reach float64) int {
	for i := len(s.ys); i > 0; i-- {
		if math.Abs(s.ys[i-1]) > reach {
			return i
		}
	}
	return 0
}

// lastAway is the number of entries up to the last two in a row beyond reach on one side. Such a short excursion is too little to
// be a level of its own, but what is steady has none.
func (s *search) lastAway(reach float64) float64 {
	for i := len(s.ys) - 1; i > 0; {
		a, b := s.ys[i-1], s.ys[i]
		switch {
		case math.Abs(a) <= reach:
			i -= 2 // a is in no such pair
		case a > reach && b > reach || a < -reach && b < -reach:
			return float64(i + 1)
		default:
			i--
		}
	}
	return 0
}

// deviance is the sum of squares of ys about their mean.
func deviance(ys []float64) float64 {
	sum, square := 0.0, 0.0
	for _, y := range ys {
		sum += y
		square += y * y
	}
	return max(0, square-sum*sum/max(float64(len(ys)), 1))
}

// split is the position, at most limit, at which two levels explain ys best: at values before it. It is -1 where two levels
// take less than least off the deviance, or lie less than step apart.
func split(ys []float64, least, step float64, limit int) (at int, gain float64) {
	n := float64(len(ys))
	center := mean(ys)
	at, gain = -1, least
	sum, k := 0.0, 0.0 // of the deviations from the mean, and how many
	step /= n
	for i, y := range ys[:max(min(limit, len(ys)-1), 0)] {
		sum += y - center
		k++
		weight := k * (n - k) // the means lie sum n / weight apart, which takes sum^2 n / weight off the deviance
		if sum*sum*n > gain*weight && math.Abs(sum) >= step*weight {
			at, gain = i+1, sum*sum*n/weight
		}
	}
	return at, gain
}
