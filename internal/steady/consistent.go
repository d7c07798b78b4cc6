package steady

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Settled is one run of a benchmark and what Analyze found of it.
type Settled struct {
	Values []float64
	Result Result
}

// An Agreement says whether the runs of one benchmark, each in a process of its own as a rule, settled at one level. Where they did not
// (memory layout, a compiler's choice, another frequency), no run alone tells how fast the benchmark is, and pooling their values mixes distributions.
type Agreement struct {
	// Consistent is false when runs were found to have different levels. With fewer than two steady runs nothing
	// was found, and it is true.
	Consistent bool

	// Level is that of the largest group of runs that agree, the lower one of two that are equal: the median of the runs' levels, in the
	// unit of the values. It is 0 when no run is steady.
	Level float64

	// Runs are the steady ones, in the order given; the others were not compared.
	Runs []RunLevel

	// Reason says in a sentence what decided, with the runs that differ, counted from 0.
	Reason string
}

// Odd gives the runs with another level than the largest group.
func (a Agreement) Odd() []RunLevel {
	var odd []RunLevel
	for _, r := range a.Runs {
		if r.Odd {
			odd = append(odd, r)
		}
	}
	return odd
}

// A RunLevel is the level at which a run settled.
type RunLevel struct {
	Run    int     // index of the run
	Level  float64 // median of the steady part, in the unit of the values
	Error  float64 // standard error of Level, in the unit of the values, with the wandering of the steady part; 0 for a constant one
	Change float64 // from Agreement.Level, relative to it; 1 or -1 where that is 0 and Level is not
	Odd    bool    // the change is more than noise and than the tolerance
}

const (
	levelsDiffer = 0.02 // least relative difference of two levels, unless Config.Tolerance is more
	falseOdd     = 0.01 // probability that noise makes one of the runs odd
)

// Consistent compares the levels at which runs settled. Two runs agree when their levels differ by less than 2% (or Config.Tolerance, if that is
// more), or by less than their noise explains: the standard errors of the two, times the normal quantile that holds for all runs
// together with 99% (Bonferroni). The errors are those of the steady part's block medians, whose wandering is counted (see band.wander);
// nothing is assumed about how levels vary from process to process. It takes time linear in the values and quadratic in the runs.
func Consistent(runs []Settled, cfg Config) Agreement {
	a := Agreement{Consistent: true}
	for i, r := range runs {
		if !r.Result.Steady() || r.Result.Start >= r.Result.Stop || r.Result.Stop > len(r.Values) {
			continue
		}
		level, se, ok := settledLevel(r.Values[r.Result.Start:r.Result.Stop])
		if ok {
			a.Runs = append(a.Runs, RunLevel{Run: i, Level: level, Error: se})
		}
	}
	if len(a.Runs) == 0 {
		a.Reason = fmt.Sprintf("none of %d runs is steady", len(runs))
		return a
	}
	reach := max(cfg.rule().tolerance, levelsDiffer)
	z := math.Sqrt2 * math.Erfinv(1-falseOdd/float64(len(a.Runs)))
	agree := func(r RunLevel, level, se float64) bool {
		scale := max(math.Abs(r.Level), math.Abs(level))
		return math.Abs(r.Level-level) <= max(reach*scale, z*math.Hypot(r.Error, se))
	}

	var group []RunLevel
	for _, center := range a.Runs {
		var near []RunLevel
		for _, r := range a.Runs {
			if agree(r, center.Level, center.Error) {
				near = append(near, r)
			}
		}
		if len(near) > len(group) || len(near) == len(group) && groupLevel(near) < groupLevel(group) {
			group = near
		}
	}
	a.Level = groupLevel(group)
	groupError := 0.0 // at most that of a mean
	for _, r := range group {
		groupError = max(groupError, r.Error)
	}
	groupError /= math.Sqrt(float64(len(group)))
	var odd []string
	for i := range a.Runs {
		r := &a.Runs[i]
		r.Change = relativeChange(r.Level, a.Level)
		if r.Odd = !agree(*r, a.Level, groupError); r.Odd {
			odd = append(odd, fmt.Sprintf("run %d at %+.3g%%", r.Run, 100*r.Change))
		}
	}
	a.Consistent = len(odd) == 0
	switch {
	case !a.Consistent:
		a.Reason = fmt.Sprintf("%d of %d runs settle at one level, the others elsewhere: %s", len(a.Runs)-len(odd), len(a.Runs), strings.Join(odd, ", "))
	case len(a.Runs) == 1:
		a.Reason = fmt.Sprintf("one of %d runs is steady: nothing to compare", len(runs))
	default:
		a.Reason = fmt.Sprintf("%d runs settle within %.2g%% of one level, or within their noise", len(a.Runs), 100*reach)
	}
	if left := len(runs) - len(a.Runs); left > 0 && len(a.Runs) > 1 {
		a.Reason += fmt.Sprintf(" (%d more are not steady)", left)
	}
	return a
}

// settledLevel is the median of a steady part and its standard error; false if no value is finite.
func settledLevel(xs []float64) (level, se float64, ok bool) {
	size, coarse := blocksOf(xs)
	medians, _, finite := condense(xs, size, coarse)
	if finite == 0 {
		return 0, 0, false
	}
	if level = median(slices.Clone(medians)); coarse {
		level = mean(medians) // of few values too
	}
	deviations := make([]float64, len(medians))
	for i, m := range medians {
		deviations[i] = math.Abs(m - level)
	}
	// Held within a few deviations, as pauses would count otherwise.
	hold := 4 * toSigma * median(deviations)
	if hold == 0 {
		return level, 0, true
	}
	b := band{level: level, half: hold / 2}
	n := float64(len(medians))
	return level, medianError * b.spread(medians) / math.Sqrt(n), true
}

func groupLevel(group []RunLevel) float64 {
	levels := make([]float64, len(group))
	for i, r := range group {
		levels[i] = r.Level
	}
	slices.Sort(levels)
	return levels[(len(levels)-1)/2]
}

func relativeChange(x, level float64) float64 {
	switch {
	case x == level:
		return 0
	case level == 0:
		return math.Copysign(1, x)
	}
	return (x - level) / math.Abs(level)
}
