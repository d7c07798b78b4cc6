package figure

import (
	"math"
	"strconv"
)

// A Format writes a value with so many significant digits.
type Format func(x float64, digits int) string

const (
	fewTicks   = 3 // below which a scale says too little
	mostDigits = 9
)

// LogTicks labels a logarithmic axis: powers of ten at equal steps, then twos and fives, and equal differences where it spans too
// little for these. No two labels are the same.
func (a Axis) LogTicks(format Format) Axis {
	ticks := a.decades()
	set := len(decadeSteps) + 1
	if len(ticks) < 2 {
		set = 0 // any label is better than one alone
	}
	first, last := a.exponents()
	for e := first - 1; e <= last; e++ {
		for _, mantissa := range []float64{2, 5} {
			if x := mantissa * math.Pow(10, float64(e)); a.within(x) {
				ticks = append(ticks, Tick{At: x, Set: set})
			}
		}
	}
	if len(ticks) < fewTicks {
		ticks = steps(a.Lo, a.Hi)
	}
	return a.label(ticks, format)
}

// decadeSteps are the numbers of decades from one label to the next, each of which divides the one before it.
var decadeSteps = []int{32, 16, 8, 4, 2, 1}

// exponents are those of the first and the last power of ten on the axis; the last is below the first where there is none.
func (a Axis) exponents() (first, last int) {
	first, last = int(math.Floor(math.Log10(a.Lo))), int(math.Ceil(math.Log10(a.Hi)))
	for first <= last && !a.within(math.Pow(10, float64(first))) {
		first++
	}
	for last >= first && !a.within(math.Pow(10, float64(last))) {
		last--
	}
	return first, last
}

// decades are the powers of ten on the axis: the first and those at the greatest distance from it, then those between them.
func (a Axis) decades() (ticks []Tick) {
	first, last := a.exponents()
	seen := make(map[int]bool)
	for i, step := range decadeSteps {
		for e := first; e <= last; e += step {
			if !seen[e] {
				seen[e] = true
				ticks = append(ticks, Tick{At: math.Pow(10, float64(e)), Set: i + 1})
			}
		}
	}
	return ticks
}

// DecadeTicks labels a logarithmic axis at powers of ten alone, as numbers of things are, which have no halves.
func (a Axis) DecadeTicks(format Format) Axis { return a.label(a.decades(), format) }

// steps are round values from lo to hi at equal distances, some five of them.
func steps(lo, hi float64) (ticks []Tick) {
	const about = 5
	rough := (hi - lo) / about
	if !(rough > 0) || math.IsInf(rough, 0) {
		return nil
	}
	unit := math.Pow(10, math.Floor(math.Log10(rough)))
	step := 10 * unit
	for _, mantissa := range []float64{1, 2, 5} {
		if rough <= mantissa*unit*1.4 {
			step = mantissa * unit
			break
		}
	}
	if !(step > 0) || hi+step == hi {
		return nil // closer than numbers of this size can be told apart
	}
	for i := math.Ceil(lo / step); i*step <= hi; i++ {
		ticks = append(ticks, Tick{At: i * step})
	}
	return ticks
}

// label writes the labels of ticks, with as many digits as it takes to tell them apart.
func (a Axis) label(ticks []Tick, format Format) Axis {
	for digits := 2; digits <= mostDigits; digits++ {
		a.Ticks = nil
		seen := make(map[string]bool)
		for _, t := range ticks {
			if t.Label = format(t.At, digits); !seen[t.Label] {
				seen[t.Label] = true
				a.Ticks = append(a.Ticks, t)
			}
		}
		if len(a.Ticks) == len(ticks) {
			break
		}
	}
	return a
}

// NinesOf is the axis of the percentiles of n samples, n at least 1: from the smallest sample to the largest, with p50, p90, p99
// and so on labelled as far as a sample lies beyond them.
func NinesOf(n int64) Axis {
	a := Axis{Scale: Nines, Hi: 1 - max(1/math.Max(10, float64(n)), 1e-15)}
	a.Ticks = []Tick{{At: 0.5, Label: "p50"}, {At: 0, Label: "min"}}
	for nines := 1; nines < 16; nines++ {
		share := 1 - math.Pow(10, -float64(nines))
		if share > a.Hi {
			break
		}
		percent := strconv.FormatFloat(100*share, 'f', max(0, nines-2), 64)
		a.Ticks = append(a.Ticks, Tick{At: share, Label: "p" + percent})
	}
	return a
}
