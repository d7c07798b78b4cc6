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
var perThread = []osstat.Stat{
	osstat.ThreadInvoluntary, osstat.ThreadVoluntary, osstat.ThreadPageFaults, osstat.ThreadMajorFaults,
}

// perLong are those that come from files, at some 20 us, for iterations beside which that is next to nothing.
var perLong = append([]osstat.Stat{osstat.ThreadMigrations, osstat.StealTime}, perThread...)

const longNS = 10_000_000

// maxColumns is what benchx takes.
const maxColumns = 8

// Columns names what is counted for each iteration: the events of the thread that were asked for, and what may slow it. benchx asks
// where iterations take 100 us and more.
func (p *Probe) Columns(ns float64) []string {
	if p.counted == nil {
		return nil
	}
	c := &columns{events: p.counted.session.ThreadReader(), stats: perThread, sampler: p.counted.perThread}
	if ns >= longNS {
		c.stats, c.sampler = perLong, p.counted.perLong
	}
	c.now = c.sampler.NewSnapshot()
	var names []string
	for _, stat := range c.stats {
		names = append(names, stat.Info().Name)
	}
	requests := c.events.Requests()
	c.counts = make([]int64, len(requests))
	for place, i := range requests {
		name := p.counted.requests[i].name
		if len(names) < maxColumns && !slices.Contains(names, name) {
			names = append(names, name)
			c.places = append(c.places, place)
			c.requests = append(c.requests, i)
		}
	}
	p.columns = c
	c.calibrate(p.counted.session, len(p.counted.requests), make([]int64, len(names)))
	return names
}

// calibrate measures what a Sample adds to the counts: the least of several.
func (c *columns) calibrate(s *counter.Session, requests int, totals []int64) {
	const times = 20
	c.costs = make([]float64, requests)
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
	c.calls = 0
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

// deduct takes what iters samples have added from the counts of the requests, which come first.
func (c *columns) deduct(counts []tally.Count, requests []request, iters int64) {
	for i := range requests {
		if total := counts[i].Total; total != nil {
			*total = max(0, *total-float64(iters)*c.costs[i])
		}
	}
}
