package perfx

import (
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/osstat"
	"github.com/plateau-bench/plateau/internal/perfevent"
	"github.com/plateau-bench/plateau/internal/tally"
)

// counted is a list of events that are counted, in one benchmark after the other: to find out what can be counted, and to attach
// to all threads, takes longer than to count.
type counted struct {
	session   *counter.Session
	system    *system
	perThread *osstat.Sampler
	perLong   *osstat.Sampler
	requests  []request
	problems  []string          // names that are no event
	readings  []counter.Reading // one a checkpoint
	back      func()            // gives the list back
}

// A request is an event and whose it is.
type request struct {
	name, unit string
	scope      counter.Scope
}

// shared holds the lists of events that were counted in this process.
var shared sessions

type sessions struct {
	sync.Mutex
	machine *perfevent.Machine // nil: not looked at yet
	free    map[string][]*counted
}

// of returns a list of events that nobody counts at the moment.
func (s *sessions) of(events []string) *counted {
	key := strings.Join(events, "\x00")
	s.Lock()
	defer s.Unlock()
	if free := s.free[key]; len(free) > 0 {
		c := free[len(free)-1]
		s.free[key] = free[:len(free)-1]
		return c
	}
	if s.machine == nil {
		s.machine = perfevent.Local()
	}
	c := newCounted(s.machine, events)
	c.back = func() { s.giveBack(key, c) }
	return c
}

func (s *sessions) giveBack(key string, c *counted) {
	s.Lock()
	defer s.Unlock()
	if s.free == nil {
		s.free = make(map[string][]*counted)
	}
	s.free[key] = append(s.free[key], c)
}

func newCounted(m *perfevent.Machine, events []string) *counted {
	c := new(counted)
	var asked []counter.Request
	add := func(e perfevent.Event, name string, scope counter.Scope) {
		asked = append(asked, counter.Request{Event: e, Scope: scope})
		c.requests = append(c.requests, request{name, unit(name, e.Unit), scope})
	}
	var parsed []perfevent.Event
	for _, name := range events {
		e, err := m.Parse(name)
		if err != nil {
			c.problems = append(c.problems, err.Error())
			continue
		}
		parsed = append(parsed, e)
	}
	for _, e := range parsed {
		if e.CPUs != "" {
			add(e, e.Name, counter.System)
			continue
		}
		add(e, e.Name, counter.Thread)
	}
	for _, e := range parsed {
		if e.CPUs == "" {
			add(e, e.Name, counter.Process)
		}
	}
	c.session = counter.Open(asked...)
	c.system = newSystem()
	c.perThread, c.perLong = osstat.New(perThread...), osstat.New(perLong...)
	return c
}

// A moment is when a checkpoint was.
type moment struct {
	at time.Duration // since some moment of the process
}

var epoch = sync.OnceValue(time.Now)

// begin starts counting, for the calling thread and the process, and returns readings for the checkpoints.
func (c *counted) begin() []counter.Reading {
	epoch()
	c.session.Attach()
	if len(c.readings) == 0 || !c.session.Suits(&c.readings[0]) {
		c.readings = c.session.NewReadings(maxCheckpoints)
	}
	c.system.started()
	c.session.Start()
	return c.readings
}

// read reads the totals.
func (c *counted) read(r *counter.Reading, m *moment) {
	m.at = time.Since(epoch())
	c.session.Read(r)
}

// end stops counting.
func (c *counted) end() {
	c.session.Stop()
	c.system.stopped()
}

// record makes a record of what was counted between two readings, and of what the system counted over all iterations.
func (c *counted) record(from, to *counter.Reading, all int64) *tally.Record {
	r := &tally.Record{Procs: runtime.GOMAXPROCS(0), Notes: c.session.Notes()}
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
		if !c.named(count.Name) {
			r.Counts = append(r.Counts, count)
		}
	}
	return r
}

// named reports whether a count is of an event that was asked for.
func (c *counted) named(name string) bool {
	for _, q := range c.requests {
		if q.name == name {
			return true
		}
	}
	return false
}
