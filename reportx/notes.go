package reportx

import (
	"fmt"
	"slices"

	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
)

// overheadShare is the share of the median above which the cost of measuring
// is said.
const overheadShare = 0.01

// runNotes says what was done to the runs of a benchmark and what was found.
func runNotes(s *Summary, runs []*Run) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if s.Main == nil && len(s.Stages) == 0 {
		names, _ := files(slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return !r.hasPercentiles() }))
		for _, file := range names {
			add("per-run percentiles only: no samples in %s", displayed(file))
		}
		if found := numbersOf(runs, neverSettled); found != nil {
			add("never settled: %s; every number is in doubt", runList(found))
		}
		return notes
	}
	if what := s.source.Value; what != "" {
		add("each value is %s, and the percentiles are of these", what)
	}
	for _, d := range s.distributions() {
		if d.Batch > 1 {
			add("%sbatch=%d: each sample is the mean of %d operations, and so are the percentiles", of(d), d.Batch, d.Batch)
		}
		if d.timeless() {
			add("%sno time was measured: every sample is 0", of(d))
		}
		if d.Lost > 0 {
			add("%s%d samples lost: more were taken than are kept, the first ones are", of(d), d.Lost)
		}
	}
	s.OverheadNS, notes = overhead(s, runs, notes)
	numbers := func(is func(*Run) bool) []int { return numbersOf(runs, is) }
	left := func(r *Run) string { return s.source.leftOut(r) }
	for _, what := range []string{keptAll, leftBefore, leftMarked} {
		if found := numbers(func(r *Run) bool { return neverSettled(r) && left(r) == what }); found != nil {
			said := what
			if what == keptAll {
				said = "of " + theseRuns(found) + " nothing was left out"
			}
			add("never settled: %s; %s, every number is in doubt%s", runList(found), said, moved(runs, found))
		}
	}
	for _, what := range []string{keptAll, leftBefore, leftMarked} {
		if found := numbers(func(r *Run) bool { return r.Class == string(steady.Short) && left(r) == what }); found != nil {
			add("too short to judge the warm-up: %s; %s", runList(found), what)
		}
	}
	if found := numbers(func(r *Run) bool {
		return r.toolWarmup > 0 && !neverSettled(r) && r.Class != string(steady.Short)
	}); found != nil {
		add("%s: %s", leftMarked, runList(found))
	}
	for i, r := range runs {
		if r.dropped > 0 {
			add("%s of run %d left out as no duration", plural(r.dropped, "value"), i+1)
		}
	}
	return append(append(notes, slowdowns(runs)...), markNotes(runs)...)
}

// hasPercentiles reports whether the result line of r has percentiles of its own. A plain
// benchmark has none, and nobody misses its samples.
func (r *Run) hasPercentiles() bool {
	return slices.ContainsFunc(r.Metrics, func(m Metric) bool { return isPercentile(m.Unit) })
}

// numbersOf are the numbers of the runs, from 1, of which something is true.
func numbersOf(runs []*Run, is func(*Run) bool) (found []int) {
	for i, r := range runs {
		if is(r) {
			found = append(found, i+1)
		}
	}
	return found
}

func theseRuns(numbers []int) string {
	if len(numbers) == 1 {
		return "this run"
	}
	return "these runs"
}

// slowdowns names the runs whose beginning was left out although it was faster
// than the rest: what a reader takes for warm-up is the other way round.
func slowdowns(runs []*Run) []string {
	fewest, most := int64(0), int64(0)
	found := numbersOf(runs, func(r *Run) bool {
		if r.Class != string(steady.Slowdown) || len(r.Series) == 0 || r.Series[0].Warmup == 0 {
			return false
		}
		n := r.Series[0].Warmup * int64(r.Series[0].Batch)
		if fewest == 0 || n < fewest {
			fewest = n
		}
		most = max(most, n)
		return true
	})
	if found == nil {
		return nil
	}
	after := plural(most, "operation")
	if fewest != most {
		after = formatCount(fewest) + "–" + after
	}
	return []string{fmt.Sprintf("slowed down after %s: %s; the faster beginning is left out", after, runList(found))}
}

// plural is "1 operation" or "2 operations".
func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return formatCount(n) + " " + what + "s"
}

// class is what the series of r looks like, nosteady also where its result line alone says so; "" when not known.
func (r *Run) class() string {
	if neverSettled(r) {
		return string(steady.NoSteady)
	}
	return r.Class
}

// neverSettled reports whether r was judged and found to have no steady part.
func neverSettled(r *Run) bool {
	said, _ := r.value(unsettledUnit)
	return r.Marked(series.MarkUnsettled) || r.Class == string(steady.NoSteady) || said > 0
}

// What is left out of a run without a warm-up that was found.
const (
	keptAll    = "nothing was left out"
	leftBefore = "what was taken for warm-up is left out" // a beginning that lies apart, or all up to the cap of a managed loop
	leftMarked = "what its tool took for warm-up is left out"
)

// leftOut says which samples of a run were left out although no end of its
// warm-up was found.
func (b *Benchmark) leftOut(r *Run) string {
	switch {
	case len(r.Series) == 0 || r.Series[0].Warmup == 0:
		return keptAll
	case b.Raw && r.moves.behind == 0:
		return leftMarked
	}
	return leftBefore
}

// timeless reports whether every sample is 0.
func (d *Distribution) timeless() bool { return d.Max == 0 }

// distributions are that of whole operations and those of stages.
func (s *Summary) distributions() []*Distribution {
	if s.Main == nil {
		return s.Stages
	}
	return append([]*Distribution{s.Main}, s.Stages...)
}

func of(d *Distribution) string {
	if d.Stage == "" {
		return ""
	}
	return d.Stage + ": "
}

// overhead finds the largest cost of measuring, and says it when it matters.
func overhead(s *Summary, runs []*Run, notes []string) (float64, []string) {
	largest, perOp := 0.0, 0.0
	for _, r := range runs {
		if r.OverheadNS > largest && len(r.Series) > 0 {
			largest, perOp = r.OverheadNS, r.OverheadNS/float64(r.Series[0].Batch)
		}
	}
	if s.Main == nil || largest == 0 {
		return largest, notes
	}
	if median, ok := s.Main.median(); ok && perOp > overheadShare*median {
		notes = append(notes, fmt.Sprintf("measuring adds %s to an operation, %.3g%% of the median", formatNS(perOp), 100*perOp/median))
	}
	return largest, notes
}

// median is p50 if it is among the percentiles asked for.
func (d *Distribution) median() (float64, bool) {
	for _, p := range d.Percentiles {
		if p.P == 50 && p.Value > 0 {
			return p.Value, true
		}
	}
	return 0, false
}
