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

// LogTicks labels a logarithmic axis: powers of ten, then twos and fives, and equal steps where it spans too little for these. No
// two labels are the same.
func (a Axis) LogTicks(format Format) Axis {
	first, last := int(math.Floor(math.Log10(a.Lo))), int(math.Ceil(math.Log10(a.Hi)))
	var values []float64
	for _, mantissa := range []float64{1, 2, 5} {
		for e := first; e <= last; e++ {
			if x := mantissa * math.Pow(10, float64(e)); a.within(x) {
				values = append(values, x)
			}
		}
	}
	if len(values) < fewTicks {
		values = steps(a.Lo, a.Hi)
	}
	return a.label(values, format)
}

// LinearTicks labels an axis at round values at equal distances, some five of them.
func (a Axis) LinearTicks(format Format) Axis { return a.label(steps(a.Lo, a.Hi), format) }

// steps are round values from lo to hi at equal distances.
func steps(lo, hi float64) (values []float64) {
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
		values = append(values, i*step)
	}
	return values
}

// label gives values labels, with as many digits as it takes to tell them apart.
func (a Axis) label(values []float64, format Format) Axis {
	a.Ticks = nil
	for digits := 2; digits <= mostDigits; digits++ {
		a.Ticks = a.Ticks[:0]
		seen := make(map[string]bool)
		for _, x := range values {
			if label := format(x, digits); !seen[label] {
				seen[label] = true
				a.Ticks = append(a.Ticks, Tick{x, label})
			}
		}
		if len(a.Ticks) == len(values) {
			break
		}
	}
	return a
}

// NinesOf is the axis of the percentiles of n samples, n at least 1: from the smallest sample to the largest, with p50, p90, p99
// and so on labelled as far as a sample lies beyond them.
func NinesOf(n int64) Axis {
	a := Axis{Scale: Nines, Hi: 1 - max(1/math.Max(10, float64(n)), 1e-15)}
	a.Ticks = []Tick{{0.5, "p50"}, {0, "min"}}
	for nines := 1; nines < 16; nines++ {
		share := 1 - math.Pow(10, -float64(nines))
		if share > a.Hi {
			break
		}
		percent := strconv.FormatFloat(100*share, 'f', max(0, nines-2), 64)
		a.Ticks = append(a.Ticks, Tick{share, "p" + percent})
	}
	return a
}
