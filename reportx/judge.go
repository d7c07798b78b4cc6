package reportx

import (
	"math/bits"

	"github.com/plateau-bench/plateau/internal/steady"
)

// maxJudged bounds the values that are judged of one series, 8 MB of them.
const maxJudged = 1 << 20

// values returns the samples of a series as the values that are judged, in ns
// per operation, and how many samples make one: 1, or a power of two where the
// series is longer than maxJudged. Samples that do not fill the last value
// are left out.
func (s *Series) values() (xs []float64, size int, err error) {
	n := s.Samples.Len()
	size = 1
	if n > maxJudged {
		size = 1 << bits.Len64(uint64((n-1)/maxJudged))
	}
	xs = make([]float64, 0, n/int64(size))
	sum, have := 0.0, 0
	err = s.Samples.Each(func(ns float64) bool {
		sum += ns
		if have++; have == size {
			xs = append(xs, sum/float64(size*s.Batch))
			sum, have = 0, 0
		}
		return true
	})
	return xs, size, err
}

// judge finds the warm-up of a run of numbers, in which each value counts as
// one, whatever it took. A series that never settles, or is too short to judge,
// is kept whole.
func judge(r *Run) error {
	s := r.Series[0]
	xs, size, err := s.values()
	if err != nil {
		return err
	}
	res := steady.Analyze(xs, steady.Config{})
	r.Class, r.Confidence = string(res.Class), res.Confidence
	if res.Start > 0 {
		s.Warmup = int64(res.Start) * int64(size)
	}
	return nil
}

// settled sums up the classes of the runs that can be pooled.
func settled(runs []*Run) Settled {
	all, judged := Steady, false
	for _, r := range runs {
		switch {
		case r.Marked("procs-mismatch"), len(r.Series) == 0 && r.Class == "":
			continue
		case neverSettled(r):
			return NeverSettled
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
