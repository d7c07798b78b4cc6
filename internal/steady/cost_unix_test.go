//go:build unix

package steady

import (
	"math"
	"syscall"
	"testing"
)

// BenchmarkPushLeast is the least processor time up to the answer, over the series of TestAccuracyMade that settle: on a machine that others
// use too it says more than time by the clock.
func BenchmarkPushLeast(b *testing.B) {
	series, least := made(1, 12), math.Inf(1)
	for b.Loop() {
		values, from := 0, processorTime(b)
		for _, l := range series {
			if l.Start >= 0 {
				values += pushed(l.NS)
			}
		}
		least = min(least, (processorTime(b)-from)/float64(values))
	}
	b.ReportMetric(least, "cpu-ns/value")
}

// pushed is the number of values that a detector asks for.
func pushed(xs []float64) int {
	var d Detector
	d.Reset(Config{})
	for _, x := range xs {
		if d.Push(x) {
			break
		}
	}
	return d.seen()
}

// processorTime is that of the process, in nanoseconds.
func processorTime(b *testing.B) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Skip(err)
	}
	return float64(u.Utime.Nano() + u.Stime.Nano())
}
