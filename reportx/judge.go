package reportx

import (
	"math/bits"

	"github.com/plateau-bench/plateau/internal/series"
	"github.com/plateau-bench/plateau/internal/steady"
)

// maxJudged bounds the values that are judged of one series, 8 MB of them.
const maxJudged = 1 << 20

// values returns the samples of a series as the values that are judged, in ns
// per operation, and the sample at which each begins: groups, where there are any, or else
// each sample, or as many as a power of two where the series is longer than
// maxJudged. Samples that do not fill the last value are left out.
func (s *Series) values() (xs []float64, position func(value int) int64, err error) {
	n := s.Samples.Len()
	size := int64(1)
	if n > maxJudged {
		size = 1 << bits.Len64(uint64((n-1)/maxJudged))
	}
	starts := s.groupStarts()
	if starts == nil {
		xs = make([]float64, 0, n/size)
		position = func(i int) int64 { return int64(i) * size }
	} else {
		position = func(i int) int64 { return starts[i] }
	}
	sum, have := 0.0, int64(0)
	err = s.Samples.Each(func(ns float64) bool {
		if sum += ns; starts != nil {
			size = s.groups[len(xs)]
		}
		if have++; have == size {
			xs = append(xs, sum/float64(size*int64(s.Batch)))
			sum, have = 0, 0
		}
		return true
	})
	return xs, position, err
}

// groupStarts has the sample at which each group begins, and their number; nil
// without groups.
func (s *Series) groupStarts() []int64 {
	if s.groups == nil {
		return nil
	}
	starts := make([]int64, 1, len(s.groups)+1)
	for i, n := range s.groups {
		starts = append(starts, starts[i]+n)
	}
	return starts
}

// judge finds the warm-up of a run of numbers, in which each value counts as
// one, whatever it took. Of a series that never settles a beginning that lies apart
// is left out, and one that is too short to judge is kept whole. What its own tool
// took for warm-up remains so.
func judge(r *Run) error {
	s := r.Series[0]
	xs, position, err := s.values()
	if err != nil {
		return err
	}
	res := steady.Analyze(xs, steady.Config{})
	r.Class, r.Confidence, r.moves, r.toolWarmup = string(res.Class), res.Confidence, movementOf(res), s.Warmup
	if found := max(res.Start, res.Transient); found > 0 {
		s.Warmup = max(s.Warmup, position(found))
	}
	return nil
}

// settled sums up the classes of the runs that can be pooled and, where there is no run, what a pooled line says.
func (b *Benchmark) settled() Settled {
	for _, m := range b.Pooled {
		if len(b.Runs) == 0 && isUnsettled(m.Unit) && m.Value > 0 {
			return NeverSettled
		}
	}
	return settled(b.Runs)
}

// settled sums up the classes of the runs that can be pooled.
func settled(runs []*Run) Settled {
	all, judged := Steady, false
	for _, r := range runs {
		switch {
		case r.Marked(series.MarkProcs):
			continue
		case neverSettled(r):
			return NeverSettled
		case len(r.Series) == 0 && r.Class == "":
			continue
		case r.Class == "", r.Class == string(steady.Short):
			all = Unknown
		}
		judged = true
	}
	if !judged {
		return Unknown
	}
	return all
}
