package reportx

import (
	"math"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/plateau-bench/plateau/internal/figure"
	"github.com/plateau-bench/plateau/internal/quantile"
)

// A spread is where samples lie on the scale of durations, finely enough for a drawing: durations that differ by less than 0.1% may be
// taken together. It is for drawings alone, numbers are computed from the samples.
type spread struct {
	bars     []hdrhistogram.Bar // those with samples, ascending; picoseconds of a batch
	n        int64
	min, max int64 // exact
}

// spreadDigits is the precision of a spread in significant digits. Bars have to be many times narrower than what is drawn: where
// one bin has two of them and its neighbour one, a drawing has a comb that the samples do not have.
const spreadDigits = 3

// A spreader makes spreads of samples, one after the other. It has half a megabyte.
type spreader struct {
	h *hdrhistogram.Histogram
	spread
}

func newSpreader() *spreader {
	return &spreader{h: hdrhistogram.New(1, math.MaxInt64/2, spreadDigits), spread: spread{min: math.MaxInt64}}
}

// add takes samples in picoseconds of a batch, none of them negative.
func (s *spreader) add(block []int64) {
	for _, v := range block {
		s.min, s.max = min(s.min, v), max(s.max, v)
		// Beyond the range lies only what no clock can measure.
		_ = s.h.RecordValue(min(v, math.MaxInt64/2))
	}
	s.n += int64(len(block))
}

// take is the spread of what was added, after which the spreader is empty.
func (s *spreader) take() *spread {
	out := s.spread
	for _, b := range s.h.Distribution() {
		if b.Count > 0 {
			out.bars = append(out.bars, b)
		}
	}
	s.h.Reset()
	s.spread = spread{min: math.MaxInt64}
	return &out
}

// spread is that of the samples of a pool, made in s, which is empty.
func (p *pool) spread(s *spreader) (*spread, error) { return s.spreadOf(p.streams()) }

// spreadOf is the spread of runs; s is empty before and after.
func (s *spreader) spreadOf(runs []quantile.Run) (*spread, error) {
	for _, r := range runs {
		err := r.Blocks(func(block []int64) bool {
			s.add(block)
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return s.take(), nil
}

// positive is the range of a logarithmic axis: from the smallest sample above 0, to the largest. Both are 0 where there is none.
func (s *spread) positive() (lo, hi int64) {
	if s.max <= 0 {
		return 0, 0
	}
	if s.min > 0 {
		return s.min, s.max
	}
	for _, b := range s.bars {
		if b.From > 0 {
			return b.From, s.max
		}
	}
	return s.max, s.max
}

// counts are the samples in so many bins of equal ratio from lo to hi, in the unit of the spread. What lies
// outside is in the bin at that end.
func (s *spread) counts(lo, hi float64, bins int) []int64 {
	counts := make([]int64, bins)
	span := math.Log(hi / lo)
	for _, b := range s.bars {
		x := min(max(float64(b.From)/2+float64(b.To)/2, float64(s.min)), float64(s.max))
		i := 0
		if x > lo && span > 0 {
			i = int(math.Log(x/lo) / span * float64(bins))
		}
		counts[min(max(i, 0), bins-1)] += b.Count
	}
	return counts
}

// curve is the duration below which a share of the samples lies, at so many positions of an axis of shares, each in
// ns per operation. Its ends are the smallest and the largest sample.
func (s *spread) curve(axis figure.Axis, positions int, perOp func(float64) float64) (points []figure.Point) {
	below, at := int64(0), 0
	for i := range positions {
		share := axis.Value(float64(i) / float64(positions-1))
		rank := min(int64(share*float64(s.n)), s.n-1)
		for at < len(s.bars)-1 && below+s.bars[at].Count <= rank {
			below += s.bars[at].Count
			at++
		}
		b := s.bars[at]
		x := min(max(float64(b.From)/2+float64(b.To)/2, float64(s.min)), float64(s.max))
		switch rank {
		case 0:
			x = float64(s.min)
		case s.n - 1:
			x = float64(s.max)
		}
		points = append(points, figure.Point{X: share, Y: perOp(x)})
		if rank == s.n-1 {
			break
		}
	}
	return points
}
