package reportx

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
)

// An Audit is a run whose warm-up, as it was judged while it was measured, the
// whole series contradicts. Counts are operations.
type Audit struct {
	Run     int    // 1-based
	Verdict string // too short, too long, unfounded or overlooked; see package steady
	// Discarded is what was left out, and From where the whole series is steady
	// from; -1 where it never is.
	Discarded, From int64
	// Bias is by how much the median of what was kept differs from that of the
	// steady part, relative to it; 0 when there is none.
	Bias   float64
	Reason string // in words

	values int // of 100 µs or more that it was judged by
}

// A LevelOf is a run that settled at another level than most.
type LevelOf struct {
	Run    int     // 1-based
	Level  float64 // ns per operation
	Change float64 // from the level of most runs, relative to it
}

// A review is what whole series say about runs that were judged while they were
// measured.
type review struct {
	audits []Audit
	odd    []LevelOf
	level  float64 // ns per operation, that of most runs
}

// maxReviewed bounds the values kept to compare the levels of runs, 64 MB of
// them. What exceeds it is not compared.
const maxReviewed = 1 << 23

// reviewRuns reads each judged run of a benchmark once more, whole. Raw series were
// judged whole: only their levels are compared.
func reviewRuns(b *Benchmark) (review, error) {
	var out review
	var settled []steady.Settled
	var numbers []int
	kept := 0
	for i, r := range b.Runs {
		s := r.series("")
		if s == nil || r.Class == "" || r.Marked(series.MarkProcs) || s.Samples.Len() == 0 {
			continue
		}
		xs, position, err := s.valuesAndPositions(b.Raw)
		if err != nil {
			return out, err
		}
		var whole steady.Result
		if b.Raw {
			whole = judged(r, s, xs, position)
		} else {
			whole = steady.Analyze(xs, steady.Config{})
			r.moves = movementOf(whole)
			if a, ok := audit(r, s, xs, position, whole); ok {
				a.Run = i + 1
				out.audits = append(out.audits, a)
			}
		}
		if kept += len(xs); kept <= maxReviewed {
			settled = append(settled, steady.Settled{Values: xs, Result: whole})
			numbers = append(numbers, i+1)
		}
	}
	a := steady.Consistent(settled, steady.Config{})
	out.level = a.Level
	for _, x := range a.Odd() {
		out.odd = append(out.odd, LevelOf{numbers[x.Run], x.Level, x.Change})
	}
	return out, nil
}

// judged is what was found of a run, in values.
func judged(r *Run, s *Series, xs []float64, position func(int) int64) steady.Result {
	res := steady.Result{N: len(xs), Class: steady.Class(r.Class), Stop: len(xs)}
	// The value in which the first steady sample lies.
	res.Start = sort.Search(len(xs), func(i int) bool { return position(i) >= s.Warmup })
	if neverSettled(r) {
		res.Start = -1
	}
	return res
}

// audit compares what was discarded of a run with what its whole series asks for.
func audit(r *Run, s *Series, xs []float64, position func(int) int64, whole steady.Result) (Audit, bool) {
	f := steady.Audit(xs, judged(r, s, xs, position), whole)
	if f.Verdict == steady.Agreed || f.Verdict == steady.Unjudged {
		return Audit{}, false
	}
	a := Audit{Verdict: string(f.Verdict), Discarded: s.Warmup * int64(s.Batch), From: -1, values: len(xs)}
	a.Reason = f.Explain(func(from, to int) string {
		return plural((position(to)-position(from))*int64(s.Batch), "operation")
	})
	if whole.Start >= 0 {
		a.From = position(whole.Start) * int64(s.Batch)
	}
	if !math.IsNaN(f.Bias) && !math.IsInf(f.Bias, 0) {
		a.Bias = f.Bias
	}
	return a, true
}

// leastBias is the bias above which a discarded part that is too short is said.
const leastBias = 0.005

// leastContradicted is the number of values from which on it is said that a whole series is steady and the answer while it ran
// was not, or the other way round. Of fewer that is common, and in the JSON alone.
const leastContradicted = 2000

// notes are what a reader has to know of a review. Numbers are marked by what was judged while they were measured, with the
// run's own Warmup, and by nothing else: they would change their marks with the reader's version otherwise.
func (v review) notes() (notes []string) {
	var late []int
	for _, a := range v.audits {
		switch steady.Verdict(a.Verdict) {
		case steady.TooShort:
			if math.Abs(a.Bias) >= leastBias {
				notes = append(notes, fmt.Sprintf("the warm-up left out of run %d is too short: %s, but it is steady only from %s on; its median is off by %+.2g%%",
					a.Run, plural(a.Discarded, "operation"), formatCount(a.From), 100*a.Bias))
			}
		case steady.TooLong:
			late = append(late, a.Run)
		case steady.Unfounded:
			if a.values >= leastContradicted {
				notes = append(notes, fmt.Sprintf("run %d was judged steady while it ran, and so its numbers are not marked; its whole series says otherwise: %s", a.Run, a.Reason))
			}
		case steady.Overlooked:
			if a.values >= leastContradicted {
				notes = append(notes, fmt.Sprintf("run %d did not settle while it ran, and so its numbers are marked; its whole series says otherwise: %s", a.Run, a.Reason))
			}
		}
	}
	if late != nil {
		notes = append(notes, "more was left out than needed: "+runList(late)+"; that costs samples and biases nothing")
	}
	if v.odd != nil {
		const named = 4
		var words []string
		for i, x := range v.odd {
			if i == named {
				words = append(words, fmt.Sprintf("%d more", len(v.odd)-named))
				break
			}
			words = append(words, fmt.Sprintf("run %d at %+.1f%%", x.Run, 100*x.Change))
		}
		notes = append(notes, fmt.Sprintf("inconsistent: runs settle at different levels, most at %s, %s", formatNS(v.level), strings.Join(words, ", ")))
	}
	return notes
}
