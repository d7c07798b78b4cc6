package steady

import "math"

const (
	condensedTo = 512 // blocks at most
	rawSeries   = 150 // values that are taken one by one
	leastBlock  = 5   // values, else
)

// blockSize is the number of values a block covers when n are condensed.
func blockSize(n int) int {
	if n <= rawSeries {
		return 1
	}
	return max(leastBlock, (n+condensedTo-1)/condensedTo)
}

// condense gives the medians of consecutive blocks of size values, missing ones left out; the last block may be shorter.
// A block of missing values gets the median of the one before it (the first ones, of the first after them). finite is the
// number of usable values. It allocates one block and the result, and takes time linear in xs.
func condense(xs []float64, size int) (medians []float64, finite int) {
	block := make([]float64, 0, size)
	medians = make([]float64, 0, (len(xs)+size-1)/size)
	lead := 0
	for from := 0; from < len(xs); from += size {
		block = block[:0]
		for _, x := range xs[from:min(from+size, len(xs))] {
			if v, ok := usable(x); ok {
				block = append(block, v)
			}
		}
		if len(block) > 0 {
			medians = append(medians, median(block))
			finite += len(block)
		} else if finite > 0 {
			medians = append(medians, medians[len(medians)-1])
		} else {
			medians = append(medians, 0)
			lead++
		}
	}
	for i := range lead {
		if finite > 0 {
			medians[i] = medians[lead]
		}
	}
	return medians, finite
}

// A scale maps values to numbers whose differences are relative differences.
type scale struct {
	log   bool
	floor float64 // of the values, if log
	unit  float64
}

// newScale is logarithmic where the level is positive; values below a thousandth of it, zero and negative ones
// included, count as that. Elsewhere values are relative to the size of the level, or of the values.
func newScale(medians []float64) scale {
	sorted := append([]float64(nil), medians...)
	level := median(sorted)
	if level > 0 {
		return scale{log: true, floor: max(level/1000, math.SmallestNonzeroFloat64)}
	}
	unit := math.Abs(level)
	if unit == 0 {
		for _, x := range medians {
			unit = max(unit, math.Abs(x))
		}
	}
	if unit == 0 {
		unit = 1
	}
	return scale{unit: unit}
}

// linearLimit keeps squares finite on a linear scale.
const linearLimit = 1e6

func (s scale) apply(medians []float64) []float64 {
	ys := make([]float64, len(medians))
	for i, x := range medians {
		if s.log {
			ys[i] = math.Log(max(x, s.floor))
		} else {
			ys[i] = min(max(x/s.unit, -linearLimit), linearLimit)
		}
	}
	return ys
}
