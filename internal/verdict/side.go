package verdict

import (
	"math"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// side is one version's runs.
type side struct {
	ps       []quantile.P
	complete []quantile.Run
	runs     []runStats
	timeouts int64
	pooled   quantile.Pooled
}

func (s *side) add(samples quantile.Run, r runStats) {
	s.runs = append(s.runs, r)
	if r.timedOut {
		s.timeouts++
		return
	}
	s.complete = append(s.complete, samples)
}

// column is percentile i of each run.
func (s *side) column(i int) []float64 {
	values := make([]float64, len(s.runs))
	for j, r := range s.runs {
		values[j] = r.values[i]
	}
	return values
}

// typical is the mean number of samples of a complete run, 0 without any.
func (s *side) typical() int64 {
	if len(s.complete) == 0 {
		return 0
	}
	var n int64
	for _, r := range s.runs {
		n += r.n
	}
	return n / int64(len(s.complete))
}

// samples is the number of samples with those that typical gives to time-outs.
func (s *side) samples(typical int64) int64 {
	n := s.timeouts * typical
	for _, r := range s.runs {
		n += r.n
	}
	return n
}

// least is the samples of the run that has fewest, time-outs having typical ones; 0 without runs.
func (s *side) least(typical int64) int64 {
	var least int64
	for i, r := range s.runs {
		n := r.n
		if r.timedOut {
			n = typical
		}
		if i == 0 || n < least {
			least = n
		}
	}
	return least
}

// pool describes the complete runs, and returns the percentiles with time-outs among them.
func (s *side) pool(typical int64) ([]float64, error) {
	values := make([]float64, len(s.ps))
	if len(s.complete) > 0 {
		var err error
		if s.pooled, err = quantile.Pool(s.complete, s.ps); err != nil {
			return nil, err
		}
		for i, e := range s.pooled.Estimates {
			values[i] = float64(e.Value)
		}
	}
	if s.timeouts == 0 {
		return values, nil
	}
	runs := append([]quantile.Run{endless(max(1, s.timeouts*typical))}, s.complete...)
	pooled, err := quantile.Pool(runs, s.ps)
	if err != nil {
		return nil, err
	}
	for i, e := range pooled.Estimates {
		values[i] = float64(e.Value)
		if e.Value == math.MaxInt64 {
			values[i] = math.Inf(1)
		}
	}
	return values, nil
}

// endless is a number of samples that never ended.
type endless int64

// Blocks implements [quantile.Run].
func (e endless) Blocks(yield func(block []int64) bool) error {
	block := make([]int64, min(int64(e), 1024))
	for i := range block {
		block[i] = math.MaxInt64
	}
	for left := int64(e); left > 0; left -= int64(len(block)) {
		if !yield(block[:min(left, int64(len(block)))]) {
			return nil
		}
	}
	return nil
}
