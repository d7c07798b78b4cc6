package steady

import "math"

// power is the best decay by a power of time, in a time of some tau entries. Its two parameters lie in a valley, in which a
// longer scale goes with a greater power. The scale climbs down by factors of two, and then to where
// parabolas through the best three have their minimum; for each one the power is looked for near the one
// that falls as much in the time tau, or that is as much off it as the one before was. Where the first three scales leave more than
// most the fit is rough, as it is of no use.
func (f *transientFit) power(tau, most float64) transient {
	off := 1.0 // how much greater the last power was than the guess for it
	at := func(scale float64) transient {
		guess := 1 / math.Log(1+tau/scale)
		c := f.bestPower(scale, guess*off)
		off = c.power / guess
		return c
	}
	l, best, r := at(1), at(2), at(4)
	if min(l.rest, best.rest, r.rest) > most {
		return best
	}
	for l.rest < best.rest && l.scale > 0.3 {
		l, best, r = at(l.scale/2), l, best
	}
	for r.rest < best.rest && r.scale < 50 {
		l, best, r = best, r, at(r.scale*2)
	}
	for range 2 {
		scale := math.Exp(vertex(math.Log(l.scale), math.Log(best.scale), math.Log(r.scale), l.rest, best.rest, r.rest))
		if !(scale > l.scale && scale < r.scale) || scale == best.scale {
			break
		}
		c := f.bestPower(scale, best.power)
		switch {
		case c.rest >= best.rest && scale < best.scale:
			l = c
		case c.rest >= best.rest:
			r = c
		case scale < best.scale:
			r, best = best, c
		default:
			l, best = best, c
		}
	}
	return best
}

// bestPower fits the power for a scale, beginning with one near it.
func (f *transientFit) bestPower(scale, power float64) transient {
	f.rescale(scale)
	const step = 1.2
	l, m, r := f.powerOf(scale, power/step), f.powerOf(scale, power), f.powerOf(scale, power*step)
	for range 6 {
		if l.rest < m.rest && l.rest <= r.rest {
			l, m, r = f.powerOf(scale, l.power/step), l, m
		} else if r.rest < m.rest {
			l, m, r = m, r, f.powerOf(scale, r.power*step)
		} else {
			break
		}
	}
	if p := vertex(l.power, m.power, r.power, l.rest, m.rest, r.rest); p > l.power && p < r.power {
		if c := f.powerOf(scale, p); c.rest < m.rest {
			return c
		}
	}
	return m
}

// slower is what a curve that slows down more than the decay c would take off its sum of squares, as far as that can be told from c: the
// score test (Rao, "Large sample tests of statistical hypotheses concerning several parameters", Proc. Camb. Phil. Soc. 44, 1948) for 1/scale of a
// power of time, of which a decay is the limit. It is 0 where a curve would have to slow down less.
func (f *transientFit) slower(c transient) float64 {
	// In the order 1, f, u f, u^2 f, u being the time in scales: the derivatives by base, height, scale and 1/scale of the power.
	var gram [4][5]float64
	for i := range f.parts[:f.used] {
		b := &f.parts[i]
		u := b.t / c.scale
		v := [5]float64{1, fade(u)}
		v[2] = u * v[1]
		v[3] = u * v[2]
		v[4] = b.y
		for j := range 4 {
			w := b.weight * v[j]
			for k := j; k < 5; k++ {
				gram[j][k] += w * v[k]
			}
		}
	}
	for j := range 3 {
		if gram[j][j] <= 0 {
			return 0
		}
		for k := j + 1; k < 4; k++ {
			q := gram[j][k] / gram[j][j]
			for l := k; l < 5; l++ {
				gram[k][l] -= q * gram[j][l]
			}
		}
	}
	if gram[3][3] <= 0 || gram[3][4]*c.height <= 0 {
		return 0
	}
	return gram[3][4] * gram[3][4] / gram[3][3]
}

// vertex is where the parabola through three points has its minimum; NaN where it has none.
func vertex(x0, x1, x2, y0, y1, y2 float64) float64 {
	a, b := (x1-x0)*(y1-y2), (x1-x2)*(y1-y0)
	return x1 - 0.5*((x1-x0)*a-(x1-x2)*b)/(a-b)
}
