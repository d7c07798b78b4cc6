package verdict

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// Exceedance is how many samples of a side lie above a threshold. It is information:
// where few samples lie beyond a percentile, or it sits on a cliff, the share of
// slow operations says what the percentile cannot. It is not tested beside it.
type Exceedance struct {
	Threshold int64   // in the unit of the samples; equal ones do not exceed it
	Above     []int64 // samples above it in each run
	Counts    []int64 // samples of each run, 0 for one that is nil
}

// Exceedances counts the samples of one side above a threshold, as a rule the other
// side's pooled percentile. It reads each run once. Runs that are nil have no
// samples.
func Exceedances(runs []quantile.Run, threshold int64) (Exceedance, error) {
	e := Exceedance{Threshold: threshold, Above: make([]int64, len(runs)), Counts: make([]int64, len(runs))}
	for i, run := range runs {
		if run == nil {
			continue
		}
		err := run.Blocks(func(block []int64) bool {
			var above int64
			for _, x := range block {
				if x > threshold {
					above++
				}
			}
			e.Above[i] += above
			e.Counts[i] += int64(len(block))
			return true
		})
		if err != nil {
			return Exceedance{}, fmt.Errorf("read samples of run %d of %d: %w", i+1, len(runs), err)
		}
	}
	return e, nil
}

// Rate is the share of all samples above the threshold, 0 to 1; 0 without samples.
func (e Exceedance) Rate() float64 {
	var above, n int64
	for i, count := range e.Counts {
		above += e.Above[i]
		n += count
	}
	if n == 0 {
		return 0
	}
	return float64(above) / float64(n)
}
