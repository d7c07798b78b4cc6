package benchx

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// An Option changes how [Start] measures. An option with a value that makes no sense is ignored, and a note in the
// benchmark's log says so: a benchmark never fails because of us.
type Option interface {
	apply(*config)
}

type config struct {
	warmup      Warmup
	percentiles []quantile.P
	batch       int64 // operations per sample; 0: chosen by measuring
	keep        int64 // samples kept per run; 0: the default, where batches grow instead of samples being lost
	probes      []Probe
	notes       []string
}

// defaultKeep is how many samples a run aims at when nobody set [Keep]: at a second per run it is reached by operations
// of a microsecond, and shorter ones are measured in batches.
const defaultKeep = 1 << 20

func newConfig(options []Option) config {
	c := config{percentiles: defaultPercentiles}
	for _, o := range options {
		if o != nil {
			o.apply(&c)
		}
	}
	return c
}

// capacity is the number of samples there is room for. Without Keep there is slack above the aim, for a run that turns out
// faster than its first iterations promised.
func (c *config) capacity() int64 {
	if c.keep > 0 {
		return c.keep
	}
	return 2 * defaultKeep
}

var defaultPercentiles = []quantile.P{500_000, 950_000, 990_000, 999_000}

// Warmup says when a benchmark counts as warm. The zero value is good: iterations are discarded until the variance from run
// to run flattens, and a run that is too short to tell is kept whole.
//
// With [S.Lap] everything is captured, and what was warm-up is decided afterwards over the whole series; with [S.Loop] it is
// decided while the benchmark runs, and only MaxTime and MaxIters bound how long that may take.
type Warmup struct {
	// Tolerance is how far two parts of the steady state may lie apart, relative to its level; 0 means 0.015 (1.5%). With Lap
	// the bands of the rule for whole series scale with it as long as they are not those of the noise or of the range of the series, which
	// may be wider: see docs/warmup.md.
	Tolerance float64
	// Confidence sets how hard S.Loop examines the series, between 0.8 (the default, also meant by 0 and anything below) and 0.95
	// (and anything above). With Lap it has no effect: the whole series is examined anyway.
	Confidence float64
	// MinIters is how many iterations are discarded at least, with Lap rounded up to whole batches. Where a run in Lap has no more, all
	// but one sample are discarded, and the log says so. In S.Loop nothing but MaxTime bounds how long that takes.
	MinIters int
	// MinTime is how long S.Loop warms up at least. With Lap it has no effect.
	MinTime time.Duration
	// MaxIters and MaxTime end a warm-up in S.Loop that does not settle; the run is then marked as never settled or, where there
	// were too few values to judge, as too short in the log and in reports. MaxIters 0 means no bound, MaxTime 0 the benchmark time, at least a second and no less than the minima take. With Lap they
	// have no effect: everything is captured.
	MaxIters int
	MaxTime  time.Duration
	// Fixed, if above 0, discards that many iterations, whatever they look like: exactly in S.Loop, however long they take unless MaxTime is
	// given, with Lap rounded up to whole batches. Where a run in Lap has no more, all but one sample are discarded; that and
	// a Fixed that MaxTime cut short is said in the log.
	Fixed int
	// Off keeps everything, whatever the other fields say.
	Off bool
}

func (w Warmup) apply(c *config) {
	if w.Off {
		c.warmup = Warmup{Off: true}
		return
	}
	for _, bad := range []struct {
		is   bool
		what string
	}{
		{!(w.Tolerance >= 0 && w.Tolerance < 1), fmt.Sprintf("Tolerance %v is not from 0 to 1", w.Tolerance)},
		{!(w.Confidence >= 0 && w.Confidence < 1), fmt.Sprintf("Confidence %v is not from 0 to 1", w.Confidence)},
		{w.MinIters < 0 || w.MaxIters < 0 || w.Fixed < 0, "a number of iterations is negative"},
		{w.MinTime < 0 || w.MaxTime < 0, "a time is negative"},
		{w.MaxIters > 0 && w.MinIters > w.MaxIters, "MinIters exceeds MaxIters"},
		{w.MaxTime > 0 && w.MinTime > w.MaxTime, "MinTime exceeds MaxTime"},
	} {
		if bad.is {
			c.notes = append(c.notes, "Warmup ignored: "+bad.what)
			return
		}
	}
	c.warmup = w
}

// maxPercentiles keeps a result line far below the 64 KiB that benchstat reads.
const maxPercentiles = 32

type percentilesOption []float64

// Percentiles sets which percentiles result lines carry, in percent: Percentiles(50, 99, 99.99). Each must lie strictly
// between 0 and 100 and be a multiple of 0.0001, and at most 32 count. The default is 50, 95, 99 and 99.9.
func Percentiles(percent ...float64) Option { return percentilesOption(percent) }

func (o percentilesOption) apply(c *config) {
	var ps []quantile.P
	for _, x := range o {
		p, err := quantile.Percent(x)
		if err != nil {
			c.notes = append(c.notes, fmt.Sprintf("Percentiles: %v left out: %v", x, err))
			continue
		}
		if len(ps) == maxPercentiles {
			c.notes = append(c.notes, fmt.Sprintf("Percentiles: only the first %d count", maxPercentiles))
			break
		}
		if !slices.Contains(ps, p) {
			ps = append(ps, p)
		}
	}
	if len(ps) > 0 {
		c.percentiles = ps
	}
}

type batchOption int

// Batch makes a sample the mean of n consecutive operations, rounded up to a power of two so that runs of different batches
// can be compared exactly. Without it operations that take less than some 20 clock reads are batched, as long as that takes, and
// all others are measured one by one; the 64 laps that decide on a batch are no samples then, and a batch grows while a run turns
// out longer or quicker than they promised. Batch(1) measures every operation by itself. Every output names a batch above 1: a
// percentile of means says nothing about the tail of single operations.
func Batch(n int) Option { return batchOption(n) }

const maxBatch = 1 << 20

func (o batchOption) apply(c *config) {
	if o < 1 || o > maxBatch {
		c.notes = append(c.notes, fmt.Sprintf("Batch(%d) ignored: it must be from 1 to %d", int(o), maxBatch))
		return
	}
	c.batch = ceilPowerOfTwo(float64(o))
}

// ceilPowerOfTwo returns the smallest power of two that is at least x, between 1 and maxBatch.
func ceilPowerOfTwo(x float64) int64 {
	if !(x > 1) {
		return 1
	}
	if x >= maxBatch {
		return maxBatch
	}
	return 1 << bits.Len64(uint64(math.Ceil(x))-1)
}

type keepOption int

// Keep bounds the samples kept of a run: the first maxSamples of them, the rest being counted as lost. A sample takes 8 bytes
// while its run goes on, outside the Go heap. Without Keep a run aims at a million samples at most, by larger batches where
// there would be more; with it only operations shorter than some 20 clock reads are batched.
func Keep(maxSamples int) Option { return keepOption(maxSamples) }

func (o keepOption) apply(c *config) {
	const most = 1 << 30
	if o < 1 || o > most {
		c.notes = append(c.notes, fmt.Sprintf("Keep(%d) ignored: it must be from 1 to %d", int(o), most))
		return
	}
	c.keep = int64(o)
}
