package steady

import "math"

// quieter is the number of entries, more than from, before which the noise was larger than after them; 0 where it was
// not. The noise is seen in the absolute differences of neighbours, which no level moves. They are held below
// spreadCap of their median, and split in two where that explains most. steps and scratch have room for as many values as entries.
func quieter(entries []float64, from float64, steps, scratch []float64) float64 {
	first := int(math.Ceil(from))
	if len(entries)-first < leastQuiet {
		return 0
	}
	part := entries[first:]
	n := len(part) - 1
	for i := range n {
		steps[i] = math.Abs(part[i+1] - part[i])
	}
	unit := middle(scratch[:copy(scratch[:], steps[n/2:n])])
	if unit == 0 {
		return 0
	}
	total := 0.0
	for i := range n {
		if steps[i] > quietCap*unit {
			steps[i] = quietCap * unit
		}
		total += steps[i]
	}
	all, sum := float64(n), 0.0
	best, at := float64(quietStatistic*quietStatistic), 0
	for i := range n * 7 / 10 {
		sum += steps[i]
		k := float64(i + 1)
		before, after := sum*(all-k), (total-sum)*k // means, times k (all - k)
		if i < 3 || before <= quietRatio*after {
			continue
		}
		excess := before/after - 1
		if g := excess * excess * k * (all - k) / all; g > best {
			best, at = g, first+i+1
		}
	}
	return float64(at)
}

const leastQuiet = 40 // entries in which a change of noise is looked for
