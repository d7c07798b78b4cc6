package benchx

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/plateau-bench/plateau/internal/series"
)

// A Probe measures something else over the same iterations: hardware counters for one. Its methods are called one at a time and
// outside every sample, but for those of a parallel benchmark, on the goroutine of the benchmark.
//
// A Probe may have further methods, which are found by type assertion:
//
//	Parallel()                         the iterations are those of other goroutines; called before the first of them
//	Record() (key string, data []byte) JSON for the run in the sample file; asked after Report
//	Notes() []string                   what the benchmark's log should say; asked after Report
//	Close()                            nothing more is asked; called in the end, whether there was a Report or not
type Probe interface {
	// Begin starts counting. Start calls it while the benchmark's timer stands still.
	Begin()
	// Checkpoint reads running totals when iters iterations have ended. The steady part is known only afterwards, and is cut
	// out between checkpoints: they lie an eighth apart, for instance at 800 and 901 iterations. The first ends the first
	// iteration; in S.Loop there is one, which ends the warm-up. Where iters is no more than at an earlier checkpoint, what was
	// counted up to that was preparation, and is to be forgotten. It must not allocate.
	Checkpoint(iters int64)
	// End stops counting when iters iterations have ended, warm-up included; the benchmark function has returned.
	End(iters int64)
	// Report gives each metric to metric, with a unit as in [testing.B.ReportMetric]. The first iterations of them are no part of
	// what the benchmark reports. What could not be measured is left out.
	Report(first int64, metric func(value float64, unit string))
}

type probeOption struct{ probe Probe }

// With adds a probe.
func With(probe Probe) Option { return probeOption{probe} }

func (o probeOption) apply(c *config) {
	if v := reflect.ValueOf(o.probe); o.probe == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		c.notes = append(c.notes, "With(nil) ignored")
		return
	}
	c.probes = append(c.probes, o.probe)
}

// counting is what becomes of probes during one call.
type counting struct {
	due  int64 // iterations at which the next checkpoint is
	odd  int64 // iterations of samples that found no partner when the batch was doubled
	open bool  // Begin was called, End was not
}

// beginCounting is called while the timer stands still.
func (s *S) beginCounting() {
	if len(s.config.probes) == 0 {
		return
	}
	s.counting.open = true
	s.openMarking()
	s.prepareColumns()
	for _, p := range s.config.probes {
		p.Begin()
	}
}

// done is the number of iterations that have ended, at the end of a sample of a loop that is not managed.
func (s *S) done() int64 {
	return 1 + s.skipped + s.counting.odd + s.count()*s.batch
}

// checkpoint lets probes read their totals if it is time, and reports whether it was.
func (s *S) checkpoint() bool {
	c := &s.counting
	if !c.open || s.managed.state != loopNew {
		return false
	}
	n := s.done()
	if n < c.due {
		return false
	}
	c.due = n + n/8 + 1
	s.readProbes(n)
	return true
}

func (s *S) readProbes(iters int64) {
	for _, p := range s.config.probes {
		p.Checkpoint(iters)
	}
}

// untilCheckpoint is the number of samples, up to most, until a checkpoint is due.
func (s *S) untilCheckpoint(most int64) int64 {
	if !s.counting.open || s.managed.state != loopNew {
		return most
	}
	return min(most, max((s.counting.due-s.done()+s.batch-1)/s.batch, 1))
}

// countElsewhere begins to count what other goroutines do.
func (s *S) countElsewhere() {
	if !s.counting.open {
		return
	}
	for _, p := range s.config.probes {
		if p, ok := p.(interface{ Parallel() }); ok {
			p.Parallel()
		}
	}
	s.readProbes(0)
}

// endCounting is called when the benchmark function has returned, by whatever way.
func (s *S) endCounting() {
	if !s.counting.open {
		return
	}
	s.counting.open = false
	if s.marking.due = 0; s.touched && len(s.lanes.all) == 0 {
		s.look()
	}
	s.marking.open, s.columns.open = false, false
	iters := int64(s.b.N)
	switch {
	case s.managed.state != loopNew:
		iters += s.managed.runs
	case s.bounds.known && len(s.lanes.all) == 0: // the first lap ended no iteration, and counts as one
		iters++
	}
	for _, p := range s.config.probes {
		p.End(iters)
	}
}

// closeProbes tells probes that the call is over.
func (s *S) closeProbes() {
	for _, p := range s.config.probes {
		if p, ok := p.(interface{ Close() }); ok {
			p.Close()
		}
	}
}

// before is the number of iterations before those that the run reports. The first iteration of a loop that is not managed is
// among them, as it is not known when it began; a single iteration counts all the same.
func (s *S) before(r *run) int64 {
	switch {
	case s.managed.state != loopNew:
		return s.managed.runs
	case len(s.lanes.all) > 0: // nothing was read between their iterations
		return 0
	case s.b.N == 1 && !s.bounds.known:
		return 0
	}
	return 1 + s.skipped + r.WarmupIters
}

// reportProbes asks probes about the iterations that the run reports, and keeps what belongs to it.
func (s *S) reportProbes(r *run) {
	if len(s.config.probes) > 0 && (s.source == sourceElapsed || r.marked(series.MarkExcluded)) {
		s.bench.note("probes count while the timer stands still, too")
	}
	first := s.before(r)
	for _, p := range s.config.probes {
		p.Report(first, s.report)
		if p, ok := p.(interface{ Record() (string, []byte) }); ok {
			if note := r.keepRecord(p.Record()); note != "" {
				s.bench.note(note)
			}
		}
		if p, ok := p.(interface{ Notes() []string }); ok {
			s.bench.note(p.Notes()...)
		}
	}
}

// maxRecord leaves room for the rest of the run line, which is shorter than 60,000 bytes.
const maxRecord = 40_000

// keepRecord adds what a probe wants to be in the sample file. It returns why that is not possible.
func (r *run) keepRecord(key string, data []byte) (note string) {
	r.recorded += len(data)
	switch {
	case key == "" || len(data) == 0:
		return ""
	case !json.Valid(data):
		return fmt.Sprintf("the record of %s is no JSON and is left out", key)
	case r.Probes[key] != nil:
		return fmt.Sprintf("a second record of %s is left out: one probe can count all", key)
	case r.recorded > maxRecord:
		return fmt.Sprintf("the record of %s has %d bytes and is left out", key, len(data))
	}
	if r.Probes == nil {
		r.Probes = make(map[string]json.RawMessage)
	}
	r.Probes[key] = data
	return ""
}
