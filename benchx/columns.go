package benchx

import "github.com/plateau-bench/plateau/internal/series"

// columns are values that a [Probe] gives for every single iteration, where one takes so long that reading them costs next to
// nothing beside it.
type columns struct {
	open   bool
	from   columnist // nil: there are none
	names  []string
	first  int64 // sample that has the first values
	last   [maxColumns]int64
	now    [maxColumns]int64
	values [maxColumns]track // by how much the totals have grown, one a sample
}

const (
	// maxColumns is how many columns all probes of a benchmark may have.
	maxColumns = 8
	// columnNS is the least an iteration must take, in ns: some readings of the kernel's counters take 1 to 3 us.
	columnNS = 100_000
)

// A columnist is a probe with columns. Columns names what Sample reads in a benchmark whose iterations take about ns; none is
// fine. Sample stores running totals in that order; it must not allocate. It is called after each iteration,
// outside every sample.
type columnist interface {
	Columns(ns float64) []string
	Sample(totals []int64)
}

// prepareColumns obtains the memory of columns while the timer stands still.
func (s *S) prepareColumns() {
	c := &s.columns
	for _, p := range s.config.probes {
		if p, ok := p.(columnist); ok && c.from == nil {
			c.from = p
		}
	}
	if c.from == nil {
		return
	}
	const segments = 64 // chunks full of iterations of 100 us and more, a minute of them
	for i := range c.values {
		values := &c.values[i]
		values.prepare(s.keep, segments)
		if !values.reserve() {
			c.from = nil
			return
		}
	}
}

// openColumns begins columns where iterations take ns, and the next sample is the first to have values.
func (s *S) openColumns(ns float64) {
	c := &s.columns
	if c.from == nil || c.open || ns < columnNS || !s.counting.open || s.batch > 1 {
		return
	}
	names := c.from.Columns(ns)
	if len(names) == 0 || len(names) > maxColumns {
		c.from = nil
		return
	}
	c.names, c.first, c.open = names, s.count(), true
	c.from.Sample(c.last[:len(c.names)])
	s.look()
}

// take stores what has come to the totals since the sample before. It is called when a sample was stored.
func (c *columns) take() {
	if !c.open {
		return
	}
	n := len(c.names)
	c.from.Sample(c.now[:n])
	for i := range n {
		if !c.values[i].put(max(c.now[i]-c.last[i], 0)) {
			c.open = false
			return
		}
	}
	c.last = c.now
}

// again begins the next sample's values anew: what came since is not its.
func (c *columns) again() {
	if c.open {
		c.from.Sample(c.last[:len(c.names)])
	}
}

// restart forgets all values, as all samples are forgotten.
func (c *columns) restart() {
	c.first = 0
	for i := range c.names {
		c.values[i].restart()
	}
	c.again()
}

// addBeside adds what is known beside the samples of a run.
func (s *S) addBeside(r *run, c capture) {
	if c.parts || len(s.lanes.all) > 0 || c.all.backward > 0 { // they belong to other samples, or some have none
		return
	}
	s.addMarking(r, c.shift)
	cols := &s.columns
	for i, name := range cols.names {
		if values := cols.values[i].durations(); values.n > 0 {
			r.addSeries(series.Series{Name: name, Kind: series.KindColumn, Batch: 1, From: cols.first + c.shift}, values)
		}
	}
}

// close gives columns up.
func (c *columns) close() {
	if c.values[0].mem == nil { // there never were any
		return
	}
	c.open, c.names = false, nil
	for i := range c.values {
		c.values[i].release()
	}
	c.from = nil
}
