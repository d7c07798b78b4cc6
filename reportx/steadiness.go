package reportx

import (
	"iter"
	"slices"
	"sort"
	"strconv"

	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
)

// A Steadiness says from where to where one series is steady. Positions count
// samples from 0.
type Steadiness struct {
	ID    string // of the series: its own, or name@k for run k, counted from 0, of a benchmark
	N     int64  // samples of the series
	Class string // flat, warmup, slowdown, cycle, nosteady or short
	// Start is the first steady sample, -1 where there is none, and Stop the one
	// after the last, Start < Stop <= N. Online Stop is where the live rule would
	// have stopped measuring.
	Start, Stop  int64
	Confidence   float64   // from 0 to 1
	Changepoints []int64   // where a new level begins, ascending, without 0
	Levels       []float64 // medians between them in ns per operation, one more; none of an empty series
	Reason       string    // in words
	// Value says in words what a sample is, where it is not a single operation
	// or a batch of them. "" otherwise.
	Value  string
	Online bool // the live rule answered
	// Decided is whether the live rule had its answer within the series. Otherwise the
	// answer is that of a run with time for no more than these samples, and Stop is N.
	Decided bool
	// Live is whether the live rule did run, in S.Loop: the answer is then what it did.
	Live bool
	// Lowest and Highest are the levels between which a series without a steady
	// part moves, in ns per operation, and Wander is their difference relative to
	// the lower one, 0 where that is 0; all 0 for another class.
	Lowest, Highest, Wander float64
	// Transient is, of a series without a steady part, the number of samples at its beginning that lie
	// apart from the rest, and are left out of a report.
	Transient int64
	// Dropped is how many values of the input were no durations. They are no samples, and
	// positions count without them.
	Dropped int64

	used   int64 // samples that the online answer rests on
	sketch sketch
}

// Classify judges each series of whole operations in rs as it was captured,
// whatever warm-up its file claims: with the live rule when online, and with
// the analysis of whole series otherwise. An empty series is short, from 0 to 0.
// Of a run that the live rule did judge while it ran, what it did is the online answer: it
// had a time to keep, and other options perhaps.
//
// In a raw series each number is one value. Samples of a benchmark that are
// shorter than 100 us are taken together until they last that long, as
// the live rule does while measuring. A benchmark without samples has one series of
// the ns/op of its runs, under its own name.
func Classify(rs *Results, online bool) ([]Steadiness, error) {
	var list []Steadiness
	for _, b := range rs.Benchmarks {
		if s, ok := b.lineSeries(); ok {
			out, err := s.classify(&Run{}, true, online)
			if err != nil {
				return list, err
			}
			out.ID, out.Value = b.Name, "ns/op of one run, a mean over its iterations"
			list = append(list, out)
			continue
		}
		for i, r := range b.Runs {
			s := r.series("")
			if s == nil {
				continue
			}
			out, err := s.classify(r, b.Raw, online)
			if err != nil {
				return list, err
			}
			if out.ID, out.Value = r.ID, b.Value; !b.Raw {
				out.ID += "@" + strconv.Itoa(i)
			}
			list = append(list, out)
		}
	}
	return list, nil
}

// lineSeries is the series of what testing says of each run, where no run of b
// has samples and some say ns/op.
func (b *Benchmark) lineSeries() (*Series, bool) {
	s := &Series{Batch: 1}
	pack := newPacker(&s.Samples)
	for _, r := range b.Runs {
		if len(r.Series) > 0 {
			return nil, false
		}
		if ns, ok := r.value("ns/op"); ok {
			pack.add(ns) // what is no duration is left out
		}
	}
	pack.flush()
	return s, s.Samples.Len() > 0
}

func (s *Series) classify(r *Run, raw, online bool) (Steadiness, error) {
	xs, position, err := s.valuesAndPositions(raw)
	if err != nil {
		return Steadiness{}, err
	}
	out := Steadiness{N: s.Samples.Len(), Online: online, Dropped: r.dropped, sketch: newSketch(xs)}
	if online && r.Marked(series.MarkLive) {
		out.ran(r, s, xs, position)
		return out, nil
	}
	var res steady.Result
	values := len(xs)
	switch {
	case online && raw && s.groups == nil:
		// The live rule takes each value by itself, however many there are.
		values, position = int(s.Samples.Len()), func(i int) int64 { return int64(i) }
		res = out.replayed(steady.Replay(values, s.single(&err), steady.Config{}), position)
	case online:
		res = out.replayed(steady.Replay(len(xs), slices.Values(xs), steady.Config{}), position)
	default:
		res = steady.Analyze(xs, steady.Config{})
	}
	if err != nil {
		return Steadiness{}, err
	}
	out.found(res, values, position)
	return out, nil
}

// replayed notes what only a replay knows.
func (out *Steadiness) replayed(r steady.Replayed, position func(int) int64) steady.Result {
	out.Decided, out.used = r.Decided, out.N
	if r.Used < r.N {
		out.used = position(r.Used)
	}
	return r.Result
}

// found puts in what the rules found of so many values.
func (out *Steadiness) found(res steady.Result, values int, position func(int) int64) {
	at := func(i int) int64 {
		switch {
		case i == 0:
			return 0
		case i >= values:
			return out.N
		}
		return position(i)
	}
	out.Class, out.Confidence, out.Start, out.Stop = string(res.Class), res.Confidence, -1, at(max(res.Stop, 1))
	out.Lowest, out.Highest, out.Wander = res.Lowest, res.Highest, res.Wander
	out.Levels, out.Changepoints = append([]float64{}, res.Levels...), []int64{}
	out.Transient = at(res.Transient)
	if res.Start >= 0 {
		out.Start = at(res.Start)
	}
	if res.Steady() {
		out.sketch.mark(res.Start, res.Stop, values)
	}
	for _, c := range res.Changepoints {
		out.Changepoints = append(out.Changepoints, at(c))
	}
	out.Reason = res.Explain(func(from, to int) string { return plural(at(to)-at(from), "sample") })
	if text := movementOf(res).String(); text != "" {
		out.Reason += "; its level moves " + text
	}
}

// ran puts in what the live rule did in a run.
func (out *Steadiness) ran(r *Run, s *Series, xs []float64, position func(int) int64) {
	out.Live, out.Class, out.Confidence, out.Stop, out.Changepoints = true, r.Class, r.Confidence, out.N, []int64{}
	out.Start = min(s.Warmup, max(out.N-1, 0))
	first := sort.Search(len(xs), func(i int) bool { return position(i) >= s.Warmup })
	if kept := slices.Sorted(slices.Values(xs[first:])); len(kept) > 0 {
		out.Levels = []float64{kept[len(kept)/2]}
	}
	discarded := "nothing"
	if s.Warmup > 0 {
		discarded = "the first " + plural(s.Warmup, "sample")
	}
	switch {
	case neverSettled(r):
		out.Start, out.Class = -1, string(steady.NoSteady)
		out.Reason = "ran, did not settle within its bounds, and discarded " + discarded
	case r.Class == string(steady.Short):
		out.Start = 0
		out.Reason = "ran, was stopped before it could judge, and discarded " + discarded
	default:
		out.Decided = true
		out.Reason = "ran, settled, and discarded " + discarded
		out.sketch.mark(first, len(xs), len(xs))
	}
}

// single are the samples one by one, in ns per operation.
func (s *Series) single(err *error) iter.Seq[float64] {
	batch := float64(s.Batch)
	return func(yield func(float64) bool) {
		if e := s.Samples.Each(func(ns float64) bool { return yield(ns / batch) }); e != nil {
			*err = e
		}
	}
}

// valuesAndPositions returns the values to judge, in ns per operation, and the
// sample at which a value begins.
func (s *Series) valuesAndPositions(raw bool) (xs []float64, position func(int) int64, err error) {
	if raw {
		return s.values()
	}
	var blocks steady.Blocks
	err = s.Samples.Each(func(ns float64) bool {
		if mean, _, ok := blocks.Add(ns); ok {
			xs = append(xs, mean/float64(s.Batch))
		}
		return true
	})
	return xs, func(i int) int64 { return int64(blocks.Ops(i)) }, err
}
