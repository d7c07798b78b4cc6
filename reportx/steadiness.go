package reportx

import (
	"strconv"

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
	// Lowest and Highest are the levels between which a series without a steady
	// part moves, in ns per operation, and Wander is their difference relative to
	// its level; all 0 for another class.
	Lowest, Highest, Wander float64

	sketch sketch
}

// Classify judges each series of whole operations in rs as it was captured,
// whatever warm-up its file claims: with the live rule when online, and with
// the analysis of whole series otherwise. An empty series is short, from 0 to 0.
//
// In a raw series each number is one value. Samples of a benchmark that are
// shorter than 100 us are taken together until they last that long, as
// the live rule does while measuring. A benchmark without samples has one series of
// the ns/op of its runs, under its own name.
func Classify(rs *Results, online bool) ([]Steadiness, error) {
	var list []Steadiness
	for _, b := range rs.Benchmarks {
		if s, ok := b.lineSeries(); ok {
			out, err := s.classify(true, online)
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
			out, err := s.classify(b.Raw, online)
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

func (s *Series) classify(raw, online bool) (Steadiness, error) {
	xs, position, err := s.valuesAndPositions(raw)
	if err != nil {
		return Steadiness{}, err
	}
	var res steady.Result
	values := len(xs)
	switch {
	case online && raw && s.groups == nil:
		// The live rule takes each value by itself, however many there are.
		res, err = s.replay()
		values, position = int(s.Samples.Len()), func(i int) int64 { return int64(i) }
	case online:
		res = steady.Online(xs, steady.Config{})
	default:
		res = steady.Analyze(xs, steady.Config{})
	}
	if err != nil {
		return Steadiness{}, err
	}
	out := Steadiness{
		N: s.Samples.Len(), Class: string(res.Class), Start: -1, Stop: s.Samples.Len(), Online: online,
		Confidence: res.Confidence, Reason: res.Reason, Changepoints: []int64{},
		Lowest: res.Lowest, Highest: res.Highest, Wander: res.Wander,
		Levels: append([]float64{}, res.Levels...), sketch: newSketch(xs),
	}
	if res.Start >= 0 {
		out.Start = position(res.Start)
	}
	if res.Steady() {
		out.sketch.mark(res.Start, res.Stop, values)
	}
	if res.Stop < values {
		out.Stop = position(res.Stop)
	}
	for _, c := range res.Changepoints {
		out.Changepoints = append(out.Changepoints, position(c))
	}
	return out, nil
}

// replay gives a series of single values to the live rule until that is done.
func (s *Series) replay() (steady.Result, error) {
	d := steady.New(steady.Config{})
	batch := float64(s.Batch)
	err := s.Samples.Each(func(ns float64) bool { return !d.Push(ns / batch) })
	return d.Result(), err
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
