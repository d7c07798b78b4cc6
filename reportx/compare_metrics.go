package reportx

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/montanaflynn/stats"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/verdict"
)

// metrics compares the units of the result lines: where there are samples,
// those of which the samples say nothing, and those that a limit names.
func (m *comparer) metrics(d *Difference, old, new *Benchmark) {
	sampled := len(d.Changes) > 0
	theirs := units(new.Runs)
	var guessed []string
	for _, unit := range units(old.Runs) {
		aside := bookkeeping(unit) || sampled && isTime(unit)
		if !slices.Contains(theirs, unit) || aside && !slices.Contains(m.units, unit) {
			continue
		}
		ch, guess := m.metric(d, unit, old.Runs, new.Runs)
		if guess {
			guessed = append(guessed, unit)
		}
		if ch != nil && (ch.P == 0 || m.asked(ch.P)) {
			d.Changes = append(d.Changes, ch)
		}
	}
	for _, a := range old.Pooled {
		for _, b := range new.Pooled {
			if a.Unit == b.Unit && len(d.Changes) == 0 {
				ch := newMetric(a.Unit)
				ch.perRun(d, [2][]float64{{a.Value}, {b.Value}})
				d.Changes = append(d.Changes, ch)
			}
		}
	}
	if guessed != nil {
		unit := guessed[0]
		d.note(fmt.Sprintf("less is taken to be better of %s: a line \"Unit %s better=higher\" says otherwise", strings.Join(guessed, ", "), unit))
	}
	if !sampled && len(d.Changes) > 0 {
		words := "no samples"
		if old.hasSamples() || new.hasSamples() {
			words = "where a side has no samples"
		}
		d.note(words + ": old and new are medians of the runs' own values")
	}
}

func (m *comparer) asked(percent float64) bool {
	return slices.ContainsFunc(m.ps, func(p quantile.P) bool { return p.Percent() == percent })
}

// newMetric is the change of a unit: p99-ns/op is percentile 99.
func newMetric(unit string) *Change {
	stage, p, ok := percentileUnit(unit)
	if !ok {
		return &Change{Unit: unit, PerRun: true}
	}
	return &Change{Unit: "ns/op", P: p, Stage: stage, PerRun: true}
}

// percentileUnit takes [STAGE-]pNN-ns/op apart.
func percentileUnit(unit string) (stage string, p float64, ok bool) {
	s, ok := strings.CutSuffix(unit, "-ns/op")
	if !ok {
		return "", 0, false
	}
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		stage, s = s[:i], s[i+1:]
	}
	s, ok = strings.CutPrefix(s, "p")
	p, err := strconv.ParseFloat(s, 64)
	if !ok || err != nil || !(p > 0 && p < 100) {
		return "", 0, false
	}
	return stage, p, true
}

// metric compares one unit. guess is whether its direction is one.
func (m *comparer) metric(d *Difference, unit string, old, new []*Run) (ch *Change, guess bool) {
	ch = newMetric(unit)
	direction, known := better(unit, m.old.Results, m.new.Results)
	ch.HigherBetter = direction > 0
	var kept [2][]*Run
	var values [2][]float64
	var numbers [2][]int
	for side, runs := range [2][]*Run{old, new} {
		for i, r := range runs {
			if v, ok := r.value(unit); ok && !r.Marked(series.MarkProcs) {
				kept[side], values[side], numbers[side] = append(kept[side], r), append(values[side], v), append(numbers[side], i+1)
			}
		}
	}
	if d.Paired {
		var in [2][]float64
		pairs := m.couple(kept[0], kept[1], numbers[0], numbers[1])
		d.noteAlone(len(kept[0])+len(kept[1]), len(pairs))
		for _, p := range pairs {
			in[0], in[1] = append(in[0], values[0][p[0]]), append(in[1], values[1][p[1]])
		}
		values = in
	}
	if len(values[0]) == 0 || len(values[1]) == 0 {
		return nil, false
	}
	if n := negative(values[0]) + negative(values[1]); n > 0 {
		d.note(fmt.Sprintf("%d negative values of %s take no part: they have no ratio", n, unit))
	}
	ch.perRun(d, values)
	return ch, !known && ch.P == 0
}

func negative(xs []float64) (n int) {
	for _, x := range xs {
		if x < 0 {
			n++
		}
	}
	return n
}

// perRun compares one value a run.
func (c *Change) perRun(d *Difference, values [2][]float64) {
	c.runs = values
	for i, side := range []*Value{&c.Old, &c.New} {
		side.Value, _ = stats.Median(values[i])
		side.Known = true
	}
	c.test = verdict.Test{HigherBetter: c.HigherBetter}
	c.test.Change = d.method()(verdict.Sides{Old: values[0], New: values[1], OldPool: math.NaN(), NewPool: math.NaN()})
}

// settle takes a judgement over.
func (c *Change) settle(g verdict.Judgement) {
	v := c.test.Change
	c.Runs = v.Runs
	if c.HasRatio = v.Runs > 0 && finite(v.Ratio); c.HasRatio {
		c.Ratio = v.Ratio
	}
	if c.HasInterval = c.HasRatio && v.Interval && finite(v.Lo) && finite(v.Hi); c.HasInterval {
		c.Lo, c.Hi = v.Lo, v.Hi
	}
	if c.HasPooled = v.Runs > 0 && finite(v.PooledRatio); c.HasPooled {
		c.PooledRatio = v.PooledRatio
	}
	c.PValue, c.Adjusted = g.P, g.Adjusted
	c.Flagged, c.Confirmed = string(g.Flagged), g.Confirmed
	c.Verdict, c.Needed, c.Harmless = string(g.Verdict), g.Needed, g.Harmless
	if c.HasDetectable = finite(g.Detectable); c.HasDetectable {
		c.Detectable = g.Detectable
	}
	if c.Why == "" {
		c.Why = g.Why
	}
	c.discount()
}
