package perfx

import (
	"slices"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/osstat"
	"github.com/plateau-bench/plateau/internal/tally"
)

// What may slow a single iteration is counted for each one, where an iteration takes so long that this costs next to nothing: one
// reading of the kernel's counts of the thread, and one for each group of events. The report compares slow iterations with the others.

// columns are the counts of single iterations.
type columns struct {
	names    []string
	events   *counter.ThreadReader
	counts   []int64 // that the reader reads
	places   []int   // of those that are columns among them
	requests []int   // that they are counts of
	stats    []osstat.Stat
	sampler  *osstat.Sampler
	now      *osstat.Snapshot

	// What a Sample adds to the counts of the events: it is measured beforehand, and subtracted.
	costs []float64 // of each request, for one Sample
	calls int64     // of Sample
}

// perThread are the counts of the system that may explain a slow iteration and come with one call.
func perThread() []osstat.Stat {
	return []osstat.Stat{osstat.ThreadInvoluntary, osstat.ThreadVoluntary, osstat.ThreadPageFaults, osstat.ThreadMajorFaults}
}

// perLong adds stolen time, which is in a file that takes some 20 us, for iterations beside which that is next to nothing.
func perLong() []osstat.Stat { return append(perThread(), osstat.StealTime) }

const longNS = 10_000_000

// maxColumns is what benchx takes.
const maxColumns = 8

// newColumns makes columns of stats and of the events of the session's thread.
func newColumns(stats []osstat.Stat) *columns {
	c := &columns{stats: stats, sampler: osstat.New(stats...)}
	c.now = c.sampler.NewSnapshot()
	return c
}

// attach prepares columns for the thread that the session counts now.
func (c *columns) attach(s *counter.Session, requests []request) {
	c.names, c.places, c.requests = c.names[:0], c.places[:0], c.requests[:0]
	for _, stat := range c.stats {
		c.names = append(c.names, stat.Info().Name)
	}
	c.events = s.ThreadReader()
	read := c.events.Requests()
	c.counts = make([]int64, len(read))
	for place, i := range read {
		if name := requests[i].name; len(c.names) < maxColumns && !slices.Contains(c.names, name) {
			c.names = append(c.names, name)
			c.places = append(c.places, place)
			c.requests = append(c.requests, i)
		}
	}
}

// calibrate measures what a Sample adds to the counts: the least of several. The session is running.
func (c *columns) calibrate(s *counter.Session, requests int) {
	const times = 20
	c.costs = make([]float64, requests)
	totals := make([]int64, len(c.names))
	readings := s.NewReadings(2)
	var values []counter.Value
	for n := range times {
		s.Read(&readings[0])
		c.sample(totals)
		s.Read(&readings[1])
		values = s.Values(values[:0], &readings[0], &readings[1])
		for i, v := range values {
			if n == 0 || v.Total < c.costs[i] {
				c.costs[i] = v.Total
			}
		}
	}
}

// Columns names what is counted for each iteration: the events of the thread that were asked for, and what may slow it. benchx asks
// where iterations take 100 us and more.
func (p *Probe) Columns(ns float64) []string {
	if p.counted == nil || p.scope != counter.Thread { // the goroutine may move
		return nil
	}
	p.columns = p.counted.short
	if ns >= longNS {
		p.columns = p.counted.long
	}
	p.columns.calls = 0
	return p.columns.names
}

// Sample stores what was counted so far. It takes a system call of a microsecond or two for each group of events, and one more.
func (p *Probe) Sample(totals []int64) {
	if p.columns != nil {
		p.columns.sample(totals)
	}
}

func (c *columns) sample(totals []int64) {
	c.events.Read(c.counts)
	c.sampler.Begin(c.now)
	for i, stat := range c.stats {
		totals[i] = int64(c.now.Value(stat))
	}
	for i, place := range c.places {
		totals[len(c.stats)+i] = c.counts[place] - int64(float64(c.calls)*c.costs[c.requests[i]])
	}
	c.calls++
}

// deduct takes what so many samples have added from the counts of the requests, which come first.
func (c *columns) deduct(counts []tally.Count, samples int64) {
	for i, cost := range c.costs {
		if total := counts[i].Total; total != nil {
			*total = max(0, *total-float64(samples)*cost)
		}
	}
}
