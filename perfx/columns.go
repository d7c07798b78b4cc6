package perfx

import (
	"slices"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/osstat"
)

// What may slow a single iteration is counted for each one, where an iteration takes so long that this costs next to nothing: one
// reading of the kernel's counts of the thread, and one for each group of events. The report compares slow iterations with the others.

// columns are the counts of single iterations.
type columns struct {
	events  *counter.ThreadReader
	places  []int // of the events' counts among those that the reader reads
	counts  []int64
	stats   []osstat.Stat
	sampler *osstat.Sampler
	now     *osstat.Snapshot
}

// perThread are the counts of the system that may explain a slow iteration and come with one call.
var perThread = []osstat.Stat{
	osstat.ThreadInvoluntary, osstat.ThreadVoluntary, osstat.ThreadPageFaults, osstat.ThreadMajorFaults,
}

// perLong are those that come from files, at some 20 us, for iterations of which that is no more than a hundredth.
var perLong = append([]osstat.Stat{osstat.ThreadMigrations, osstat.StealTime}, perThread...)

const longNS = 2_000_000

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
		}
	}
	p.columns = c
	return names
}

// Sample stores what was counted so far. It takes a system call of a microsecond or two for each group of events, and one more.
func (p *Probe) Sample(totals []int64) {
	c := p.columns
	if c == nil {
		return
	}
	c.events.Read(c.counts)
	c.sampler.Begin(c.now)
	for i, stat := range c.stats {
		totals[i] = int64(c.now.Value(stat))
	}
	for i, place := range c.places {
		totals[len(c.stats)+i] = c.counts[place]
	}
}
