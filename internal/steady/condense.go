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

const (
	coarseValues = 8    // different ones at most
	coarseSeen   = 2048 // values in which they are counted, the last ones
	coarseChange = 0.1  // of the neighbours that differ at least
	coarseLeast  = 50   // values
)

// isCoarse reports whether xs jumps to and fro between few values, as times of a clock do whose steps are not much shorter. The
// median of a block is then one step or the next, and jumps as far; the mean does not. A series that goes from one value
// to another and stays there is none.
func isCoarse(xs []float64) bool {
	var seen [coarseValues]float64
	tail := xs[max(0, len(xs)-coarseSeen):]
	used, changes, n := 0, 0, 0
	last := math.NaN()
	for _, x := range tail {
		v, ok := usable(x)
		if !ok {
			continue
		}
		if n++; n > 1 && v != last {
			changes++
		}
		last = v
		known := false
		for _, s := range seen[:used] {
			known = known || s == v
		}
		if known {
			continue
		}
		if used == len(seen) {
			return false
		}
		seen[used] = v
		used++
	}
	return n >= coarseLeast && float64(changes) >= coarseChange*float64(n)
}

// blocksOf is blockSize for xs; coarse ones are never taken one by one.
func blocksOf(xs []float64) (size int, coarse bool) {
	size = blockSize(len(xs))
	if coarse = isCoarse(xs); coarse {
		size = max(size, leastBlock)
	}
	return size, coarse
}

// condense gives the medians of consecutive blocks of size values, missing ones left out; the last block may be shorter.
// A block of missing values gets the median of the one before it (the first ones, of the first after them). finite is the
// number of usable values. spreads are the median absolute deviations of the blocks relative to their medians, of at most spreadSample
// values each. It allocates one block and the results, and takes time linear in xs.
//
// Where coarse, the means of blocks take the place of their medians.
func condense(xs []float64, size int, coarse bool) (medians, spreads []float64, finite int) {
	block := make([]float64, 0, size)
	medians = make([]float64, 0, (len(xs)+size-1)/size)
	spreads = make([]float64, 0, cap(medians))
	lead := 0
	for from := 0; from < len(xs); from += size {
		block = block[:0]
		for _, x := range xs[from:min(from+size, len(xs))] {
			if v, ok := usable(x); ok {
				block = append(block, v)
			}
		}
		if len(block) > 0 {
			m := 0.0
			if coarse {
				m = mean(block)
			} else {
				m = median(block)
			}
			medians = append(medians, m)
			spreads = append(spreads, spread(block, m))
			finite += len(block)
		} else if finite > 0 {
			medians = append(medians, medians[len(medians)-1])
			spreads = append(spreads, spreads[len(spreads)-1])
		} else {
			medians = append(medians, 0)
			spreads = append(spreads, 0)
			lead++
		}
	}
	for i := range lead {
		if finite > 0 {
			medians[i], spreads[i] = medians[lead], spreads[lead]
		}
	}
	return medians, spreads, finite
}

// spread is the median absolute deviation from m of a sample of block, which it overwrites, relative to m; 0 where m is.
func spread(block []float64, m float64) float64 {
	if m == 0 {
		return 0
	}
	step := (len(block) + spreadSample - 1) / spreadSample
	sample := block[:0]
	for i := 0; i < len(block); i += step {
		sample = append(sample, math.Abs(block[i]-m))
	}
	return min(median(sample)/math.Abs(m), 1e6)
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
