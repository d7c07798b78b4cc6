package perfx

import (
	"runtime"
	"slices"
	"strings"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/perfevent"
	"github.com/plateau-bench/plateau/internal/tally"
)

// counted is a list of events that are counted, in one benchmark after the other: to find out what can be counted, and to attach
// to all threads, takes longer than to count.
type counted struct {
	session  *counter.Session
	system   *system
	short    *columns      // of iterations,
	long     *columns      // and of long ones
	scope    counter.Scope // Thread: the process beside it
	requests []request
	asked    map[string]bool   // of what the system counts anyway
	problems []string          // names that are no event
	readings []counter.Reading // one a checkpoint
	back     func()            // gives the list back
}

// A request is an event and whose it is.
type request struct {
	name, unit string
	scope      counter.Scope
	extra      bool // was not asked for
}

// migrations is counted for the columns, whether it was asked for or not: it joins a group that is read anyway.
const migrations = "cpu-migrations"

// newCounted finds out how to count events, of the thread and the process, or of the process alone.
func newCounted(m *perfevent.Machine, events []string, scope counter.Scope) *counted {
	c := &counted{scope: scope, asked: make(map[string]bool)}
	var asked []counter.Request
	add := func(e perfevent.Event, scope counter.Scope, unit string) {
		asked = append(asked, counter.Request{Event: e, Scope: scope})
		c.requests = append(c.requests, request{e.Name, unit, scope, unit == ""})
	}
	parsed, units := c.parse(m, events)
	for i, e := range parsed {
		switch {
		case e.CPUs != "":
			add(e, counter.System, units[i])
		case scope == counter.Thread:
			add(e, counter.Thread, units[i])
		}
	}
	if e, err := m.Parse(migrations); err == nil && !c.named(migrations) && scope == counter.Thread {
		if how, err := counter.Check(e); err == nil && how == "" { // in user mode only there are none
			add(e, counter.Thread, "")
		}
	}
	for i, e := range parsed {
		if e.CPUs == "" {
			add(e, counter.Process, units[i])
		}
	}
	c.session = counter.Open(asked...)
	c.system = newSystem()
	c.short, c.long = newColumns(perThread()), newColumns(perLong())
	return c
}

// parse finds the events that names stand for, each once, and their units.
func (c *counted) parse(m *perfevent.Machine, names []string) (parsed []perfevent.Event, of []string) {
	var found, measured []string
	for _, name := range names {
		name = strings.TrimSpace(name)
		if slices.Contains(found, name) {
			continue
		}
		if isSystem(name) {
			c.asked[name] = true
			continue
		}
		e, err := m.Parse(name)
		if err != nil {
			c.problems = append(c.problems, err.Error())
			continue
		}
		parsed = append(parsed, e)
		found, measured = append(found, name), append(measured, e.Unit)
	}
	return parsed, units(found, measured)
}

// attach prepares to count, for the calling thread and the process, and returns readings for the checkpoints.
func (c *counted) attach() []counter.Reading {
	c.session.Attach()
	if len(c.readings) == 0 || !c.session.Suits(&c.readings[0]) {
		c.readings = c.session.NewReadings(maxCheckpoints)
	}
	for _, columns := range []*columns{c.short, c.long} {
		columns.attach(c.session, c.requests)
		if columns.costs == nil {
			c.session.Start()
			columns.calibrate(c.session, len(c.requests))
			c.session.Stop()
		}
	}
	return c.readings
}

// start starts counting.
func (c *counted) start() {
	c.system.started()
	c.session.Start()
}

// end stops counting.
func (c *counted) end() {
	c.session.Stop()
	c.system.stopped()
}

// close closes what is open. Nothing is counted any more.
func (c *counted) close() {
	c.session.Close()
	c.system.sampler.Close()
	c.short.sampler.Close()
	c.long.sampler.Close()
}

// record makes a record of what was counted between two readings, and of what the system counted over all iterations.
func (c *counted) record(from, to *counter.Reading, all int64) *tally.Record {
	r := &tally.Record{Procs: runtime.GOMAXPROCS(0), Notes: append(c.session.Notes(), c.problems...)}
	values := c.session.Values(nil, from, to)
	for i, q := range c.requests {
		v := values[i]
		count := tally.Count{Name: q.name, Scope: q.scope.String(), Unit: q.unit, Why: v.Why}
		if v.Counted {
			count.Total = &v.Total
			if v.Running < v.Enabled {
				count.Share = float64(v.Running) / float64(v.Enabled)
			}
		}
		r.Counts = append(r.Counts, count)
	}
	for _, count := range c.system.counts(all) {
		if !c.named(count.Name) && !(count.Scope == tally.Thread && c.scope == counter.Process) { // it may have been several
			r.Counts = append(r.Counts, count)
		}
	}
	return r
}

// withoutExtra are the counts without those that nobody asked for: the system has them, too.
func (c *counted) withoutExtra(counts []tally.Count) (kept []tally.Count) {
	for i, count := range counts {
		if i >= len(c.requests) || !c.requests[i].extra {
			kept = append(kept, count)
		}
	}
	return kept
}

// named reports whether a count is of an event that was asked for.
func (c *counted) named(name string) bool {
	for _, q := range c.requests {
		if q.name == name && !q.extra {
			return true
		}
	}
	return false
}
