package benchx

import (
	"math"
	runtimemetrics "runtime/metrics"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/series"
)

// marking finds out which samples overlapped a cycle of the garbage collector.
//
// The runtime does not say when a cycle begins. But it counts how often the collector stopped the world, which it does when
// marking begins and when it ends, and how many cycles are complete. Both are read between two samples, so rarely that it costs
// no more than 2 ns an iteration or half a percent of it. A sample overlapped a cycle when one went on, began or ended from the
// reading before it to the one behind it; readings are rarer while nothing changes.
type marking struct {
	open  bool
	every int64 // samples from one reading to the next, while the collector is at work
	quiet int64 // so many times as many while it is not
	due   int64 // samples at the next one
	seen  int64 // world stops plus cycles at the latest
	least int64 // world stops less two for each cycle, while no cycle goes on
	from  *collector
	reads track // triples: operations captured, world stops less two for each cycle, world stops plus cycles
	table *sheet
}

const (
	markingNS    = 2.0   // what readings may cost an iteration, in ns,
	markingShare = 0.005 // or as a share of it;
	mostQuiet    = 8     // this many times less where the collector is not at work
)

// openMarking is called while the timer stands still.
func (s *S) openMarking() {
	if s.bench.collector == nil {
		s.bench.collector = newCollector()
	}
	m := &s.marking
	if m.from = s.bench.collector; m.from.cost == 0 {
		return
	}
	// Each reading ends a segment.
	if m.table = sheets.get(); m.table == nil {
		return
	}
	s.segments = m.table.segments()
	m.reads.prepare(math.MaxInt64/chunkLen, 1)
	m.open = m.reads.reserve()
	m.pace(0, 1) // until more is known
}

// look reads what the collector does if it is time, and reports whether it was.
func (s *S) look() bool {
	m := &s.marking
	if !m.open || s.count() < m.due {
		return false
	}
	stops, cycles := m.from.read()
	if !m.reads.put(s.captured()) || !m.reads.put(stops-2*cycles) || !m.reads.put(stops+cycles) {
		m.open = false
		return false
	}
	if len(s.segments)+probeLaps > cap(s.segments) {
		m.open = false // nothing is known of what follows
	}
	m.pause(stops, cycles)
	m.due = s.count() + max(m.every, 1)*m.quiet
	return true
}

// pause sets how much rarer than every the readings may be: more and more, until the collector is at work.
func (m *marking) pause(stops, cycles int64) {
	surplus := stops - 2*cycles
	if m.quiet == 0 || surplus < m.least {
		m.least = surplus
	}
	m.quiet = min(2*m.quiet, mostQuiet)
	if stops+cycles != m.seen || surplus > m.least || m.quiet == 0 {
		m.quiet = 1
	}
	m.seen = stops + cycles
}

// widen follows the number of samples, which has halved.
func (m *marking) widen() {
	m.due = 0
	m.every = (m.every + 1) / 2
}

// captured is the number of operations behind the samples.
func (s *S) captured() int64 { return s.counting.odd + s.count()*s.batch }

// pace sets how often the collector is looked at where an iteration takes ns and a sample holds batch of them.
func (m *marking) pace(ns float64, batch int64) {
	if !m.open {
		return
	}
	most := max(markingNS, markingShare*ns) * float64(batch)
	m.every = int64(math.Ceil(m.from.cost / most))
	m.due = 0
}

// untilLook is the number of samples, up to most, until the collector is to be looked at.
func (s *S) untilLook(most int64) int64 {
	if !s.marking.open {
		return most
	}
	return min(most, max(s.marking.due-s.count(), 1))
}

func (m *marking) restart() {
	if m.open {
		m.reads.restart()
		m.due = 0
	}
}

// spans are the numbers of samples that did not and did overlap a cycle, in turns, from the sample first on. Samples hold batch
// operations.
func (m *marking) spans(batch int64) (first int64, spans samples, memory *track) {
	const triple = 3
	m.reads.close()
	n := m.reads.values / triple
	if n < 2 {
		return 0, samples{}, nil
	}
	at := func(read, what int64) *int64 {
		i := read*triple + what
		return &m.reads.chunks[i/chunkLen].chunk()[i%chunkLen]
	}
	// When marking ends the collector may find more to do, and stops the world once more for the same cycle. The least surplus of
	// this and all later readings is what those have added up to.
	extra := int64(math.MaxInt64)
	for i := n - 1; i >= 0; i-- {
		surplus := at(i, 1)
		extra = min(extra, *surplus)
		*surplus -= extra
	}
	memory = new(track)
	memory.keep = math.MaxInt64 / chunkLen
	first = *at(0, 0) / batch
	last, length, within := first, int64(0), int64(0) // within is 1 in a span of samples that overlapped
	for i := int64(1); i < n; i++ {
		overlapped := int64(0)
		if *at(i-1, 1) > 0 || *at(i, 1) > 0 || *at(i-1, 2) != *at(i, 2) {
			overlapped = 1
		}
		to := (*at(i, 0) + overlapped*(batch-1)) / batch // a sample that was partly overlapped was
		to = max(to, last)
		if overlapped != within {
			memory.put(length)
			length, within = 0, overlapped
		}
		length += to - last
		last = to
	}
	memory.put(length)
	return first, memory.durations(), memory
}

// addMarking adds the spans of the collector to a run whose samples hold batch operations.
func (s *S) addMarking(r *run, shift int64) {
	first, spans, memory := s.marking.spans(s.batch)
	if memory == nil {
		return
	}
	defer memory.release()
	if spans.n > 0 {
		r.addSeries(series.Series{Name: "gc", Kind: series.KindSpans, Batch: 1, From: first + shift}, spans)
	}
}

// release gives the memory back. The benchmark's track must have been released before.
func (m *marking) release() {
	m.open = false
	m.reads.release()
	if m.table != nil {
		sheets.put(m.table)
		m.table = nil
	}
}

// A collector reads what the garbage collector has done.
type collector struct {
	samples [2]runtimemetrics.Sample
	cost    float64 // of a reading, ns; 0 where the runtime has no such counts
}

func newCollector() *collector {
	c := &collector{samples: [2]runtimemetrics.Sample{
		{Name: "/sched/pauses/total/gc:seconds"},
		{Name: "/gc/cycles/total:gc-cycles"},
	}}
	runtimemetrics.Read(c.samples[:]) // allocates, the first time
	if c.samples[0].Value.Kind() != runtimemetrics.KindFloat64Histogram || c.samples[1].Value.Kind() != runtimemetrics.KindUint64 {
		return c
	}
	c.cost = math.Inf(1)
	for range 5 {
		begin := clock.Nano()
		c.read()
		c.cost = min(c.cost, float64(max(clock.Nano()-begin, 1)))
	}
	return c
}

// read returns how often the collector has stopped the world and completed a cycle.
func (c *collector) read() (stops, cycles int64) {
	runtimemetrics.Read(c.samples[:])
	for _, n := range c.samples[0].Value.Float64Histogram().Counts {
		stops += int64(n)
	}
	return stops, int64(c.samples[1].Value.Uint64())
}
