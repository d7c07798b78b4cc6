package verdict

import (
	"math"
	"slices"
)

const (
	// SuspectScore is the score above which a run is suspect. With the median, the
	// percentile and the exceedance together 8% of clean comparisons of 10 pairs have one, 19% of 6.
	SuspectScore = 5
	// SuspectRuns is the least runs of a side with an opinion about which of
	// them is odd.
	SuspectRuns = 5
)

// Suspect is a run that differs from those of its side in some statistic. It is named, never dropped.
type Suspect struct {
	New   bool    // the side
	Run   int     // index among the values of the side
	Score float64 // robust standard score, negative below the others
}

// Suspects finds the runs whose statistic lies more than 5 robust standard
// deviations from the median of its side. The deviation is 1.4826 times the
// median absolute deviation of the runs of both sides from their own median, which estimates the
// standard deviation of normal values (Iglewicz and Hoaglin, How to Detect and
// Handle Outliers, 1993, 3.3, without the factor that is for fewer values). That of the side alone, or floor, stands in where it is larger: what is
// within floor is never odd, and one above 0 is needed where ties leave no deviation. By the spread of a side that hardly
// varies nearly every run of one that does would be odd.
//
// The values are those of runs in their order; logarithms for times. NaN is a lost run and never
// suspect. Sides of fewer than 5 runs have none. Suspects are in the order of the runs, old
// side first.
func Suspects(old, new []float64, floor float64) []Suspect {
	var found []Suspect
	for side, scores := range Scores(old, new, floor) {
		for i, score := range scores {
			if math.Abs(score) > SuspectScore {
				found = append(found, Suspect{New: side == 1, Run: i, Score: score})
			}
		}
	}
	return found
}

// Scores are the robust standard scores that [Suspects] goes by, of the old and of the new side, which may be nil: NaN
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
	if len(kept) < SuspectRuns {
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
	return middle(xs[(len(xs)-1)/2], xs[len(xs)/2])
}
