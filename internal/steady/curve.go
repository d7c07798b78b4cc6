package steady

import "math"

// A curve is a warm-up that fades: level times c (1 + a shape), where shape falls from 1 to 0.
//
// A staircase of segments ends too early on one: what is left of it, 1% of the level, is within the noise of any
// block, and is only seen from the whole curve.
type curve struct {
	kind
	scale float64 // in blocks: time constant, place of the bend, or end
	power float64
	c, a  float64
	cost  float64 // of the fit
}

type kind uint8

const (
	exponential kind = iota // exp(-i/scale)
	stretched               // exp(-(i/scale)^power)
	power                   // (1+i/scale)^-power
	ramp                    // 1-i/scale, then 0
	kinds
)

// parameters is how many numbers a curve of the kind has, the level among them.
func (k kind) parameters() int {
	if k.bends() {
		return 4
	}
	return 3
}

// bends reports whether curves of the kind have a power.
func (k kind) bends() bool { return k == stretched || k == power }

func (c *curve) shape(i float64) float64 {
	switch c.kind {
	case exponential:
		return math.Exp(-i / c.scale)
	case stretched:
		return math.Exp(-math.Pow(i/c.scale, c.power))
	case power:
		return math.Exp(-c.power * math.Log1p(i/c.scale))
	default:
		return max(0, 1-i/c.scale)
	}
}

// start is the first block that is within reach of the final level.
func (c *curve) start(reach float64) float64 {
	a := math.Abs(c.a)
	switch {
	case a <= reach:
		return 0
	case c.kind == exponential:
		return c.scale * math.Log(a/reach)
	case c.kind == stretched:
		return c.scale * math.Pow(math.Log(a/reach), 1/c.power)
	case c.kind == power:
		return c.scale * (math.Pow(a/reach, 1/c.power) - 1)
	default:
		return c.scale * (1 - reach/a)
	}
}

const (
	leastShape = 0.05 // of the level: no curve comes closer to zero
	outlying   = 4    // standard deviations from which on a bin counts less
	binGrowth  = 0.05 // width of a bin relative to its place
)

// value is the curve at block i, on a logarithmic scale relative to the level.
func (c *curve) value(i float64) float64 {
	return math.Log(c.c * max(1+c.a*c.shape(i), leastShape))
}

// bins are means of blocks, of ever more as the curve becomes flatter.
type bins struct {
	at, u, w []float64 // middle, in blocks; mean relative to the level; number of blocks
	sigma    float64   // of a block
	shape    []float64 // scratch
}

func newBins(ys []float64, level, sigma float64) *bins {
	b := &bins{sigma: sigma}
	for from := 0; from < len(ys); {
		to := min(from+max(1, int(binGrowth*float64(from))), len(ys))
		b.at = append(b.at, float64(from+to-1)/2)
		b.u = append(b.u, math.Exp(mean(ys[from:to])-level))
		b.w = append(b.w, float64(to-from))
		from = to
	}
	b.shape = make([]float64, len(b.at))
	return b
}

// fit finds the c and a of least squares, relative to the curve itself as noise is, in a few rounds; those after the second
// leave out most of what is far off (Huber, "Robust estimation of a location parameter", Ann. Math. Stat. 35, 1964).
func (b *bins) fit(c curve, rounds int) curve {
	for i, at := range b.at {
		b.shape[i] = c.shape(at)
	}
	c.cost = math.Inf(1)
	level, height := 1.0, 0.0
	for round := range rounds {
		var s0, sf, sff, sy, sfy float64
		for i, u := range b.u {
			fit := u
			if round > 0 {
				fit = max(level+height*b.shape[i], leastShape)
			}
			w := b.w[i] / (fit * fit)
			if round > 1 {
				if r := math.Abs(u/fit-1) * math.Sqrt(b.w[i]) / b.sigma; r > outlying {
					w *= outlying / r
				}
			}
			f := b.shape[i]
			s0, sf, sff, sy, sfy = s0+w, sf+w*f, sff+w*f*f, sy+w*u, sfy+w*f*u
		}
		det := s0*sff - sf*sf
		if !(det > 1e-9*s0*sff) {
			return c
		}
		height = (s0*sfy - sf*sy) / det
		level = (sy - height*sf) / s0
		if !(level > leastShape) {
			return c
		}
	}
	c.cost = 0
	for i, u := range b.u {
		r := math.Abs(u/max(level+height*b.shape[i], leastShape)-1) * math.Sqrt(b.w[i]) / b.sigma
		if r > outlying {
			r = math.Sqrt(2*outlying*r - outlying*outlying)
		}
		c.cost += r * r
	}
	c.c, c.a = level, height/level
	return c
}

const (
	// Between the scales that are tried.
	scaleStep, stretchStep, bendStep, endStep = 1.1, 1.25, 1.5, 1.05

	stretchLeast          = 0.4
	powerLeast, powerMost = 1.0, 2.6
	powerStep             = 0.2

	roughRounds, fineRounds = 2, 4 // of a fit
)

// curves gives the best fit of each kind to n blocks: of all on a grid, and then of finer steps around the best of those.
func (b *bins) curves(n int) []curve {
	var best [kinds]curve
	for k := range best {
		best[k].cost = math.Inf(1)
	}
	try := func(k kind, scale, power float64) {
		if c := b.fit(curve{kind: k, scale: scale, power: power}, roughRounds); c.cost < best[k].cost {
			best[k] = c
		}
	}
	for tau := 1.0; tau < float64(n)/3; tau *= scaleStep {
		try(exponential, tau, 0)
	}
	for tau := 1.0; tau < float64(n)/3; tau *= stretchStep {
		for p := stretchLeast; p < 1; p += powerStep {
			try(stretched, tau, p)
		}
	}
	for bend := 0.5; bend < 40; bend *= bendStep {
		for p := powerLeast; p <= powerMost; p += powerStep {
			try(power, bend, p)
		}
	}
	for end := 4.0; end < 0.75*float64(n); end *= endStep {
		try(ramp, end, 0)
	}
	found := best[:0]
	for _, c := range best {
		if !math.IsInf(c.cost, 1) {
			found = append(found, c)
		}
	}
	for i := range found {
		found[i] = b.fit(found[i], fineRounds)
		b.polish(&found[i])
	}
	return found
}

func (b *bins) polish(best *curve) {
	factor, add := [kinds]float64{scaleStep, stretchStep, bendStep, endStep}[best.kind], 0.0
	if best.bends() {
		add = powerStep
	}
	for range 4 {
		factor, add = math.Sqrt(factor), add/2
		around := *best
		for _, scale := range []float64{around.scale / factor, around.scale, around.scale * factor} {
			for _, p := range []float64{around.power - add, around.power, around.power + add} {
				if c := b.fit(curve{kind: around.kind, scale: scale, power: p}, fineRounds); c.cost < best.cost {
					*best = c
				}
				if add == 0 {
					break
				}
			}
		}
	}
}
