package benchx

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/quantile"
	"github.com/plateau-bench/plateau/internal/quantity"
	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
	"github.com/plateau-bench/plateau/internal/suspect"
)

// A summary pools all runs of a printed name.
type summary struct {
	name   string
	batch  int
	runs   []*run // that are pooled
	left   int    // left out of the pool
	pooled quantile.Pooled
}

// neverSettled marks a number in the log.
const neverSettled = ", never settled"

// maxSummary is the number of lines of the text in the log: testing cuts a log at ten.
const maxSummary = 8

// summarize pools the runs of a name, gives their memory back, and returns the text for the log; "" if nothing can be said.
func (b *benchmark) summarize(name string) string {
	s, err := b.pool(name)
	var lines []string
	switch {
	case err != nil:
		lines = append([]string{fmt.Sprintf("plateau: runs were not pooled: %v", err)}, b.notes...)
	case len(s.runs) == 0:
		for _, text := range append(s.leftOut(), b.notes...) {
			lines = append(lines, "plateau: "+text)
		}
	default:
		b.pooled = append(b.pooled, s.line())
		lines = s.lines(b.notes)
	}
	b.notes = nil
	b.runs = slices.DeleteFunc(b.runs, func(r *run) bool { return r.Name == name })
	benchmarks.rest()
	return strings.Join(lines[:min(len(lines), maxSummary)], "\n")
}

// pool pools the runs of a name, as far as they are fit for it.
func (b *benchmark) pool(name string) (*summary, error) {
	s := &summary{name: name, batch: 1}
	for _, r := range b.runs {
		switch {
		case r.Name != name:
		case r.marked(series.MarkProcs):
			s.left++
		default:
			s.runs = append(s.runs, r)
			s.batch = max(s.batch, r.Batch)
		}
	}
	if len(s.runs) == 0 {
		return s, nil
	}
	var pool []quantile.Run
	for _, r := range s.runs {
		pool = append(pool, steadyRun{r, s.batch})
	}
	var err error
	s.pooled, err = quantile.Pool(pool, b.ps)
	return s, err
}

// ns converts a pooled value, in ps per sample, to ns per operation.
func (s *summary) ns(ps float64) float64 { return ps / 1000 / float64(s.batch) }

// lines are the text for the log, the most important first.
func (s *summary) lines(notes []string) []string {
	head := fmt.Sprintf("plateau: %s, %s", quantity.Of(len(s.runs), "run"), quantity.Of(s.pooled.N, "sample"))
	if s.batch > 1 {
		head += fmt.Sprintf(" (batch=%d: means of %d operations)", s.batch, s.batch)
	}
	head += ", warm-up " + s.warmup() + ", mean " + nanoseconds(s.ns(s.pooled.Mean))
	if s.howMany(series.MarkUnsettled) > 0 {
		head += neverSettled
	}
	warnings := append(s.warnings(), notes...)
	// Percentiles matter most, of many the highest; but three warnings always find room.
	estimates := s.estimates()
	room := maxSummary - 1 - min(len(warnings), 3)
	estimates = estimates[max(len(estimates)-room, 0):]
	lines := append(append([]string{head}, estimates...), warnings...)
	if cut := len(lines) - maxSummary; cut > 0 {
		lines = lines[:maxSummary]
		lines[maxSummary-1] += fmt.Sprintf(" (and %s more)", quantity.Of(cut, "note"))
	}
	return lines
}

// estimates are the lines of the percentiles that the samples support.
func (s *summary) estimates() (lines []string) {
	never := s.howMany(series.MarkUnsettled) > 0
	for _, e := range s.pooled.Estimates {
		if e.Supported {
			lines = append(lines, s.estimate(e, never))
		}
	}
	return lines
}

// warnings say what to mind about the numbers, the most important first.
func (s *summary) warnings() (lines []string) {
	if never := s.howMany(series.MarkUnsettled); never > 0 {
		lines = append(lines, fmt.Sprintf("%s never settled: these numbers are of no steady state%s", share(never, len(s.runs)), s.moved()))
	}
	lines = append(lines, s.warmups()...)
	lines = append(lines, s.suspects()...)
	for _, m := range []struct{ mark, text string }{
		{series.MarkExcluded, "samples of %s may hold time that the benchmark excluded"},
		{series.MarkLost, "samples were lost at the end of %s (see Keep)"},
		{series.MarkBackward, "the clock went backwards in %s, or goroutines shared a recorder; those pieces are left out"},
	} {
		if n := s.howMany(m.mark); n > 0 {
			lines = append(lines, fmt.Sprintf(m.text, quantity.Of(n, "run")))
		}
	}
	for _, r := range s.runs {
		if r.discarded > max(r.Iters/100, probeLaps) {
			lines = append(lines, fmt.Sprintf("%d iterations of run %d left out: it stopped the timer inside the loop only then", r.discarded, r.Rep+1))
			break
		}
	}
	lines = append(lines, s.leftOut()...)
	return append(lines, s.overhead()...)
}

// moved says how far the level of the most restless run moved, as the end of a sentence.
func (s *summary) moved() string {
	var most *run
	for _, r := range s.runs {
		if most == nil || r.warm.wander > most.warm.wander {
			most = r
		}
	}
	w := most.warm
	if w.wander < 0.01 {
		return ""
	}
	text := "; while warming up the level moved"
	if w.highest > 0 {
		text = fmt.Sprintf("; the level moved between %s and %s", nanoseconds(w.lowest), nanoseconds(w.highest))
	}
	switch {
	case w.highest == 0 && w.wander < 10:
		text += fmt.Sprintf(" by %.0f%% of the lower", 100*w.wander)
	case w.wander < 10: // beyond, the levels say more
		text += fmt.Sprintf(", by %.0f%% of the lower", 100*w.wander)
	case w.highest == 0:
		text += " by more than ten times the lower"
	}
	if len(s.runs) > 1 {
		text += fmt.Sprintf(", in run %d", most.Rep+1)
	}
	return text
}

// warmups say of which runs the warm-up is not what was asked for, or not known.
func (s *summary) warmups() (lines []string) {
	count := func(is func(settling) bool) (n int) {
		for _, r := range s.runs {
			if is(r.warm) {
				n++
			}
		}
		return n
	}
	for _, w := range []struct {
		is   func(settling) bool
		text string
	}{
		{func(w settling) bool { return w.cut && !w.managed }, "Warmup asks to discard all that %s had: one sample is left"},
		{func(w settling) bool { return w.cut && w.managed }, "MaxTime ended the warm-up of %s before Fixed or MinIters were done"},
		{func(w settling) bool { return w.managed && w.class == steady.Short }, "the warm-up of %s was stopped before it could be judged"},
		{func(w settling) bool { return !w.managed && w.class == steady.Short }, "%s had too few samples to judge the warm-up"},
	} {
		if n := count(w.is); n > 0 {
			lines = append(lines, fmt.Sprintf(w.text, share(n, len(s.runs))))
		}
	}
	return lines
}

// leftOut says what is not in the pool.
func (s *summary) leftOut() []string {
	if s.left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s left out: measured before testing set GOMAXPROCS (go.dev/issue/49980)", quantity.Of(s.left, "run"))}
}

func (s *summary) estimate(e quantile.Estimate, never bool) string {
	text := fmt.Sprintf("%-6s %s", e.P, nanoseconds(s.ns(float64(e.Value))))
	lo, hi := nanoseconds(s.ns(float64(e.Lo))), nanoseconds(s.ns(float64(e.Hi)))
	switch {
	case e.HasLo && e.HasHi:
		text += fmt.Sprintf(" [%s, %s]", lo, hi)
	case e.HasLo:
		text += fmt.Sprintf(" [≥%s]", lo)
	case e.HasHi:
		text += fmt.Sprintf(" [≤%s]", hi)
	}
	if e.P > 500_000 {
		text += fmt.Sprintf(", %d beyond", e.Beyond)
	}
	if e.Weak {
		text += ", weak"
	}
	if never {
		text += neverSettled
	}
	return text
}

// warmup says what was discarded per run.
func (s *summary) warmup() string {
	least, most := s.runs[0].WarmupIters, s.runs[0].WarmupIters
	for _, r := range s.runs {
		least, most = min(least, r.WarmupIters), max(most, r.WarmupIters)
	}
	if least == most {
		return strconv.FormatInt(least, 10)
	}
	return fmt.Sprintf("%d-%d", least, most)
}

// share is how many of all runs something is said of.
func share(n, all int) string {
	switch {
	case all == 1:
		return "the run"
	case n == all:
		return fmt.Sprintf("all %d runs", all)
	default:
		return fmt.Sprintf("%d of %d runs", n, all)
	}
}

func (s *summary) howMany(mark string) int {
	n := 0
	for _, r := range s.runs {
		if r.marked(mark) {
			n++
		}
	}
	return n
}

// overhead says what a clock read adds where that is more than 1% of the median.
func (s *summary) overhead() []string {
	for _, e := range s.pooled.Estimates {
		if e.P != 500_000 {
			continue
		}
		cost := s.runs[0].OverheadNS / float64(s.batch)
		if median := s.ns(float64(e.Value)); cost > median/100 {
			return []string{fmt.Sprintf("measuring adds about %s to each operation", nanoseconds(cost))}
		}
	}
	return nil
}

// suspects names the runs that differ from the others in their mean or in a percentile, each by that in which it differs most.
func (s *summary) suspects() []string {
	units, scores := make([]string, len(s.runs)), make([]float64, len(s.runs))
	for _, unit := range []string{"mean-ns/op", "p50-ns/op", "p95-ns/op", "p99-ns/op"} {
		values := make([]float64, len(s.runs))
		for i, r := range s.runs {
			values[i] = r.metrics[unit]
		}
		for _, x := range suspect.Find(suspect.Logs(values), nil, suspect.LeastSpread) {
			if math.Abs(x.Score) > math.Abs(scores[x.Index]) {
				units[x.Index], scores[x.Index] = strings.TrimSuffix(unit, "-ns/op"), x.Score
			}
		}
	}
	var texts []string
	for i, unit := range units {
		if unit != "" {
			texts = append(texts, fmt.Sprintf("run %d differs (%s, z=%.1f)", s.runs[i].Rep+1, unit, scores[i]))
		}
	}
	if texts == nil {
		return nil
	}
	return []string{strings.Join(texts, "; ") + "; none is dropped"}
}

// nanoseconds writes a time with four digits and a unit that suits.
func nanoseconds(ns float64) string { return quantity.FullTime(ns) }
