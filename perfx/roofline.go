package perfx

import (
	"fmt"
	"runtime"
	"time"

	"github.com/plateau-bench/plateau/internal/roofline"
)

// Work is what one operation of a benchmark does, for [Roofline].
type Work struct {
	// Flops are the floating-point operations of an operation; a fused multiply-add is two. 0: unknown.
	Flops float64
	// Bytes are what an operation loads and stores: 8 for each float64, once for each pass over data. 0: unknown.
	Bytes float64
	// Bits is the width of the numbers, 32 or 64: vectors hold twice as many of 32. 0 stands for 64.
	Bits int
	// Peaks are those of the machine, where they are known better than the bundled kernels can measure them.
	Peaks Peaks
}

// Peaks are what a machine can do at best, with as many cores as the benchmark uses. What is 0 is measured.
type Peaks struct {
	Flops  float64 // vector arithmetic, FLOP/s
	Memory float64 // main memory, B/s
}

// Roofline places an operation under the roofs of the machine (Williams, Waterman and Patterson, "Roofline: an insightful visual
// performance model for multicore architectures", Communications of the ACM 52(4), 2009, doi:10.1145/1498765.1498785):
//
//	s := benchx.Start(b, benchx.With(perfx.Roofline(perfx.Work{Flops: 2 * n, Bytes: 16 * n})))
//
// The result line gets GFLOP/s, or GB/s of memory where only bytes are declared; the report says what bounds the operation, how
// much of that bound it reaches, and whether it is bound by it in fact.
//
// Peaks that are not given are measured when a benchmark has ended, for about a second, by bundled kernels: vector multiply-add,
// and triad streams over arrays beyond the caches, on one core and on all. They are kept in plateau's folder in
// [os.UserCacheDir], so that it happens once for a machine.
func Roofline(w Work) *RooflineProbe { return &RooflineProbe{work: w} }

// A RooflineProbe is a probe for benchx.With, for one call of a benchmark function.
type RooflineProbe struct {
	work     Work
	parallel bool
	begin    time.Time
	marks    [maxCheckpoints]roofMark
	n        int
	record   *roofline.Record
}

type roofMark struct {
	iters int64
	at    time.Duration
}

// Begin notes the time.
func (r *RooflineProbe) Begin() {
	r.begin, r.n = time.Now(), 0
	r.Checkpoint(0)
}

// Parallel says that the iterations are those of other goroutines.
func (r *RooflineProbe) Parallel() { r.parallel = true }

// Checkpoint notes the time when iters iterations have ended.
func (r *RooflineProbe) Checkpoint(iters int64) {
	for r.n > 0 && r.marks[r.n-1].iters >= iters { // it was preparation
		r.n--
	}
	if r.n < maxCheckpoints-1 {
		r.mark(iters)
	}
}

func (r *RooflineProbe) mark(iters int64) {
	r.marks[r.n] = roofMark{iters, time.Since(r.begin)}
	r.n++
}

// End notes the time when iters iterations have ended.
func (r *RooflineProbe) End(iters int64) {
	if r.n > 0 {
		r.mark(iters)
	}
}

// peaks are those of this machine, over all processes.
var peaks roofline.Store

// Report gives the rate that was achieved behind the first iterations to metric, and measures the machine's peaks if nobody
// has yet.
func (r *RooflineProbe) Report(first int64, metric func(value float64, unit string)) {
	if r.n < 2 {
		return
	}
	r.record = r.place()
	from, to := r.marks[0], r.marks[r.n-1]
	for _, m := range r.marks[:r.n-1] {
		if m.iters >= first && m.iters < to.iters {
			from = m
			break
		}
	}
	if to.iters <= from.iters || to.at <= from.at {
		return
	}
	perSecond := float64(to.iters-from.iters) / (to.at - from.at).Seconds()
	switch {
	case r.work.Flops > 0:
		metric(r.work.Flops*perSecond/1e9, "GFLOP/s")
	case r.work.Bytes > 0:
		metric(r.work.Bytes*perSecond/1e9, "GB/s")
	}
}

// place makes the record: the work, and the roof over it.
func (r *RooflineProbe) place() *roofline.Record {
	rec := &roofline.Record{
		Work: roofline.Work{Flops: max(r.work.Flops, 0), Bytes: max(r.work.Bytes, 0)}, Cores: 1,
	}
	if r.parallel {
		rec.Cores = runtime.GOMAXPROCS(0)
	}
	given := r.work.Peaks
	if given.Flops > 0 && given.Memory > 0 {
		rec.Roof = roofline.Roof{Flops: given.Flops, Memory: []roofline.Level{{Name: "memory", Bandwidth: given.Memory}}}
		rec.Peaks = "peaks as given"
		return rec
	}
	measured := peaks.Peaks(roofline.Options{})
	rec.Roof = measured.Roof(rec.Cores, r.work.Bits)
	rec.Peaks = measured.String()
	rec.Notes = measured.Notes
	if given.Flops > 0 {
		rec.Roof.Flops = given.Flops
		rec.Peaks += fmt.Sprintf("; arithmetic as given: %.3g FLOP/s", given.Flops)
	}
	if given.Memory > 0 {
		rec.Roof.Memory = []roofline.Level{{Name: "memory", Bandwidth: given.Memory}}
		rec.Peaks += fmt.Sprintf("; memory as given: %.3g B/s", given.Memory)
	}
	return rec
}

// Record is the record of the run for its sample file.
func (r *RooflineProbe) Record() (key string, data []byte) {
	if r.record == nil {
		return "", nil
	}
	data, err := r.record.JSON()
	if err != nil {
		return "", nil
	}
	return roofline.Key, data
}
