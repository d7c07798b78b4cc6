package main

import (
	"fmt"
	"io"

	"github.com/plateau-bench/plateau/internal/runner"
)

// hintAuto says how benchmarks get samples where results are all that there is: who sees a report without a percentile
// has not heard of either way to get one.
func hintAuto(w io.Writer, j *runner.Joined) {
	if j.Runs > 0 && j.Sampled == 0 {
		fmt.Fprintln(w, "plateau: no run has samples, so that there are no percentiles: plateau run -auto measures benchmarks without benchx as they are")
	}
}
