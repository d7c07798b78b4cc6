// Package suspect finds runs that differ from others: those of one benchmark, or of two versions of it. They are named to whoever
// reads the results, and never dropped.
package suspect

import (
	"math"
	"slices"
)

const (
	// Limit is the score above which a run is suspect. With the median, the
	// percentile and the exceedance together 8% of clean comparisons of 10 pairs have one, 19% of 6.
	Limit = 5
	// LeastRuns is how many runs of a side make an opinion about which of them is odd.
	LeastRuns = 5
	// LeastSpread is the floor for logarithms of times: a run within 1% of the others is never suspect.
	LeastSpread = 0.002
)

// A Run differs from those of its side in some statistic.
type Run struct {
	New   bool    // the side
	Index int     // index among the values of the side
	Score float64 // robust standard score, negative below the others
}

// Find finds the runs whose statistic lies more than 5 robust standard
// deviations from the median of its side. The deviation is 1.4826 times the
// median absolute deviation of the runs of both sides from their own median, which estimates the
// standard deviation of normal values (Iglewicz and Hoaglin, How to Detect and
// Handle Outliers, 1993, 3.3, without the factor that is for fewer values). That of the side alone, or floor, stands in where it is larger: what is
// within floor is never odd, and one above 0 is needed where ties leave no deviation. By the spread of a side that hardly
// varies nearly every run of one that does would be odd.
//
// The values are those of runs in their order; logarithms for times. NaN is a lost run and never
// suspect. Sides of fewer than 5 runs have none. They are in the order of the runs, old
// side first.
func Find(old, new []float64, floor float64) []Run {
	var found []Run
	for side, scores := range Scores(old, new, floor) {
		for i, score := range scores {
			if math.Abs(score) > Limit {
				found = append(found, Run{New: side == 1, Index: i, Score: score})
			}
		}
	}
	return found
}

// Scores are the robust standard scores that [Find] goes by, of the old and of the new side, which may be nil: NaN
// where there is none.
func Scores(old, new []float64, floor float64) [2][]float64 {
	scores := [2][]float64{offsets(old), offsets(new)}
	both := max(floor, spread(slices.Concat(scores[0], scores[1])))
	for _, side := range scores {
		by := max(both, spread(side))
		for i := range side {
			side[i] /= by
		}
	}
	return scores
}

// Logs are the logarithms of times, NaN of what is not positive: that is none, and never suspect.
func Logs(xs []float64) []float64 {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = math.NaN()
		if x > 0 {
			ys[i] = math.Log(x)
		}
	}
	return ys
}

// spread estimates the standard deviation of offsets, of which NaN are left out: 0 for none.
func spread(offsets []float64) float64 {
	var sizes []float64
	for _, x := range offsets {
		if !math.IsNaN(x) {
			sizes = append(sizes, math.Abs(x))
		}
	}
	if sizes == nil {
		return 0
	}
	return 1.4826 * median(sizes)
}

// offsets is the distances of values from their median; all NaN when they are too few.
func offsets(xs []float64) []float64 {
	kept := slices.DeleteFunc(slices.Clone(xs), math.IsNaN)
	center := median(kept)
	if len(kept) < LeastRuns {
		center = math.NaN()
	}
	off := make([]float64, len(xs))
	for i, x := range xs {
		off[i] = x - center
		if x == center {
			off[i] = 0 // also for equal infinities
		}
	}
	return off
}

// median sorts its argument. It is NaN for none.
func median(xs []float64) float64 {
	if len(xs) == 0 {
		return math.NaN()
	}
	slices.Sort(xs)
	return xs[(len(xs)-1)/2]/2 + xs[len(xs)/2]/2
}
