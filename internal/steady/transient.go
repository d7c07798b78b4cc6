package steady

import "math"

// A transient is base + height f(t), f falling from 1 towards 0 in a time given by scale; of all numbers only those of a best fit
// are kept.
type transient struct {
	base, height float64 // relative to the level
	scale        float64 // entries
	power        float64 // of shapePower
	rest         float64 // sum of squares left
}

// within is the f at which the curve is within startReach of its base; 1 when it always was.
func (c transient) within() float64 { return min(startReach*c.base/math.Abs(c.height), 1) }

// transientFit holds entries in stretches that grow with time, as transients slow down with it.
type transientFit struct {
	parts   [maxStretches]stretch
	used    int
	entries float64
	rest    float64 // sum of squares within the stretches

	weight, sum, square float64 // weighted sums over the stretches of 1, y and y^2, which no curve changes
}

type stretch struct {
	t       float64 // middle, in entries
	weight  float64
	y       float64 // mean, relative to the level, less 1
	logTime float64 // of 1 + t/scale
}

const maxStretches = 32

// group makes the stretches of ratios to the level. The noise is relative: weights are inverse squares. (Leaving slopes within the stretches to
// the curves, instead of counting them as rest, was no better.)
func (f *transientFit) group(ratios []float64) {
	f.entries = float64(len(ratios))
	for lo := 0; lo < len(ratios) && f.used < maxStretches; {
		hi := min(max(lo+1, int(float64(lo)*stretchGrowth)), len(ratios))
		var sw, sy, syy float64
		for _, q := range ratios[lo:hi] {
			w := 1 / (q * q)
			sw += w
			sy += w * (q - 1)
			syy += w * (q - 1) * (q - 1)
		}
		f.take(stretch{t: float64(lo+hi) / 2, weight: sw, y: sy / sw})
		f.rest += syy - sy*sy/sw
		lo = hi
	}
}

func (f *transientFit) take(b stretch) {
	f.parts[f.used] = b
	f.used++
	wy := b.weight * b.y
	f.weight += b.weight
	f.sum += wy
	f.square += wy * b.y
}

// fitted is a curve's weighted sums over the stretches of f, f^2 and f y.
type fitted struct{ f, ff, fy float64 }

func (s fitted) add(b *stretch, f float64) fitted {
	w := b.weight * f
	return fitted{s.f + w, s.ff + w*f, s.fy + w*b.y}
}

// solve is the weighted least squares of base and height for a curve in the stretches.
func (f *transientFit) solve(s fitted, scale, power float64) transient {
	det := f.weight*s.ff - s.f*s.f
	if det <= 1e-12*f.weight*s.ff {
		return transient{rest: math.Inf(1)}
	}
	h := (f.weight*s.fy - s.f*f.sum) / det
	a := (f.sum - h*s.f) / f.weight
	return transient{base: 1 + a, height: h, scale: scale, power: power, rest: max(f.square-a*f.sum-h*s.fy, 0) + f.rest}
}

// curves tries smooth transients for the entries from first on; those before it are explained by levels.
func (s *search) curves(first int) {
	ys := s.ys[first:]
	if len(ys) < leastFitted {
		return
	}
	var f transientFit
	f.group(s.ratios[first:])
	before := 0.0
	if first > 0 {
		changes, rest := s.parts(s.ys[:first], 4)
		before = rest + 2*float64(changes+1)*pricePerParameter*s.unit
	}
	constant := deviance(ys)
	least := f.monotone() + f.rest
	beaten := func(parameters float64) bool {
		return before+least+parameters*pricePerParameter*s.unit >= s.price
	}
	if beaten(2) || constant-least < curveGain*s.unit {
		return
	}
	try := func(shape shape, c transient, parameters, end float64) {
		if w := c.within(); !(w > 0 && w < 1 && end >= 0 && constant-c.rest >= curveGain*s.unit) {
			return
		}
		if price := before + c.rest + parameters*pricePerParameter*s.unit; price < s.price {
			s.price, s.shape, s.at = price, shape, float64(first)+end
		}
	}
	decay := fitScale(0.7, f.entries/2, 2, f.decay)
	try(shapeDecay, decay, 2, -decay.scale*math.Log(decay.within()))
	if constant-decay.rest < curveShare*curveGain*s.unit {
		return
	}
	c := fitScale(2, f.entries*0.8, 1.6, f.ramp)
	try(shapeRamp, c, 2, c.scale*(1-c.within()))
	if beaten(3) || s.shape == shapeDecay && f.slower(decay) < pricePerParameter*s.unit {
		return
	}
	c = f.power(decay.scale, hopelessRest*(s.price-before-3*pricePerParameter*s.unit))
	try(shapePower, c, 3, c.scale*(math.Pow(c.within(), -1/c.power)-1))
}

// monotone is the weighted sum of squares that the best monotone sequence leaves of the stretches: no curve, which is one, leaves
// less. (Pool adjacent violators; Ayer, Brunk, Ewing, Reid and Silverman, Ann. Math. Stat. 26, 1955.)
func (f *transientFit) monotone() float64 {
	return max(0, min(max(f.square-f.pooled(1), f.bent(1)), max(f.square-f.pooled(-1), f.bent(-1))))
}

// bent is a part of the weighted sum of squares that every curve leaves which slows down all the time, rising with sign 1 and falling with -1: by so much
// do stretches lie beyond the lines between their neighbours. A level that holds and then changes is no such curve.
func (f *transientFit) bent(sign float64) float64 {
	var rests [3]float64 // of threes that have no stretch in common
	for i := 2; i < f.used; i++ {
		a, b, c := &f.parts[i-2], &f.parts[i-1], &f.parts[i]
		q := (b.t - a.t) / (c.t - a.t)
		p := 1 - q
		below := sign * (p*a.y + q*c.y - b.y)
		if below > 0 {
			rests[i%3] += below * below / (1/b.weight + p*p/a.weight + q*q/c.weight)
		}
	}
	return max(rests[0], rests[1], rests[2])
}

// pooled is the weighted sum of squares of the best sequence that does not fall, of the y times sign.
func (f *transientFit) pooled(sign float64) float64 {
	var sums, weights [maxStretches]float64
	used := 0
	for i := range f.parts[:f.used] {
		b := &f.parts[i]
		weight, sum := b.weight, sign*b.weight*b.y
		for used > 0 && sums[used-1]*weight >= sum*weights[used-1] {
			used--
			weight += weights[used]
			sum += sums[used]
		}
		weights[used], sums[used] = weight, sum
		used++
	}
	square := 0.0
	for i, sum := range sums[:used] {
		square += sum * sum / weights[i]
	}
	return square
}

const leastFitted = 20 // entries

// decay fits exp(-t/scale).
func (f *transientFit) decay(scale float64) transient {
	var s fitted
	for i := range f.parts[:f.used] {
		b := &f.parts[i]
		s = s.add(b, fade(b.t/scale))
	}
	return f.solve(s, scale, 0)
}

// ramp fits 1 - t/scale, 0 from scale on.
func (f *transientFit) ramp(scale float64) transient {
	var s fitted
	for i := range f.parts[:f.used] {
		b := &f.parts[i]
		if b.t >= scale {
			break // 0 from here on
		}
		s = s.add(b, 1-b.t/scale)
	}
	return f.solve(s, scale, 0)
}

// powerOf fits (1 + t/scale)^-power, the scale being that of the last rescale.
func (f *transientFit) powerOf(scale, power float64) transient {
	var s fitted
	for i := range f.parts[:f.used] {
		b := &f.parts[i]
		s = s.add(b, fade(power*b.logTime))
	}
	return f.solve(s, scale, power)
}

func (f *transientFit) rescale(scale float64) {
	for i := range f.parts[:f.used] {
		f.parts[i].logTime = logOf(1 + f.parts[i].t/scale)
	}
}

// fitScale is the best transient with a scale from lo to hi: of a geometric grid, then by ever smaller steps from its best.
func fitScale(lo, hi, ratio float64, fit func(scale float64) transient) transient {
	best := transient{rest: math.Inf(1)}
	for x := lo; x < hi; x *= ratio {
		if c := fit(x); c.rest < best.rest {
			best = c
		}
	}
	for step := math.Sqrt(ratio); step > 1.04; step = math.Sqrt(step) {
		x := best.scale
		if c := fit(x * step); c.rest < best.rest {
			best = c
		} else if c := fit(x / step); c.rest < best.rest {
			best = c
		}
	}
	return best
}

// fade is exp(-x) for x >= 0 to a relative error of 1e-5: a Taylor polynomial about the middle of an octave.
func fade(x float64) float64 {
	if !(x < 700) {
		return 0
	}
	x *= math.Log2E
	k := int(x)
	y := (float64(k) + 0.5 - x) * math.Ln2 // -0.35 to 0.35
	p := 1 + y*(1+y*(1./2+y*(1./6+y*(1./24+y*(1./120)))))
	return p * math.Float64frombits(uint64(1023-k)<<52) * (1 / math.Sqrt2)
}
