package benchx

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/series"
)

// steadyRun is the steady part of a run's main series in picoseconds per sample, decoded as it is read.
type steadyRun struct {
	*run
	batch int // to which samples are added up: the run's own or a multiple of it
}

func (r steadyRun) Blocks(yield func(block []int64) bool) error {
	c := sheets.get()
	if c == nil {
		return errNoMemory
	}
	defer sheets.put(c)
	skip := r.Series[0].Warmup
	sums := series.Batch{Size: r.batch / r.Batch}
	scale := r.TickNS * 1000
	for _, p := range r.pieces[0] {
		if int64(p.n) <= skip {
			skip -= int64(p.n)
			continue
		}
		block, err := series.Decode(c[:0], p.code)
		if err != nil {
			return fmt.Errorf("decode samples of %s: %w", r.Name, err)
		}
		block = block[skip:]
		skip = 0
		for i, d := range block {
			block[i] = int64(math.Round(float64(d) * scale))
		}
		if block = sums.Append(block[:0], block); len(block) > 0 && !yield(block) {
			return nil
		}
	}
	return nil
}
