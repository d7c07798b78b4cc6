package counter

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plateau-bench/plateau/internal/perfevent"
)

// A request has one part for each kernel event whose counts make up its own: one, except on hybrid CPUs and for events
// that several PMUs count.
type request struct {
	Request
	index int // among the session's
	parts []*part
	// host is a request for the same event of the process, if this one is of the thread: see host.go.
	host *request
	// counted are the parts that the counts are taken from: those of the request, or of its host.
	counted []*part
	// why says why the event is not counted, in words of err; "" if it is.
	why string
	err error
	// note says how it is counted, if not as asked for.
	note string
}

// A part is a kernel event that counts for a request.
type part struct {
	of     *request
	guests []*request // that take their counts from it on the session's thread
	in     *group
	attr   attr
	unit   class
	cpus   []int // for scope System
}

// A class is what kernel events must have in common to be of one group.
type class struct {
	scope Scope
	pmu   uint32
	cpus  string
	spare bool // of requests that have a host
}

// pmuCPU is the class of the events that the CPU's own PMU counts, whatever their type. It is the type of raw events.
const pmuCPU = typeRaw

// A group is a list of events that the kernel schedules as a whole.
type group struct {
	parts []*part
	of    int   // the number of groups of its class, which take turns
	err   error // why it is not open
}

const noteChildren = "counts of the process include its child processes: telling them apart takes Linux 5.13 (inherit_thread)"

// plan finds out what can be counted, on the calling thread.
func plan(k kernel, asked []Request) (requests []*request, groups []*group, notes []string) {
	inheritThread := false
	if slices.ContainsFunc(asked, func(r Request) bool { return r.scope() == Process }) {
		if inheritThread = canInheritThreads(k); !inheritThread {
			notes = append(notes, noteChildren)
		}
	}
	for i, r := range asked {
		q := &request{Request: r, index: i}
		q.admit(k, inheritThread)
		requests = append(requests, q)
	}
	findHosts(requests)
	classes, order := classify(requests)
	for _, c := range order {
		split, note := divide(k, slotsFirst(classes[c]))
		for _, g := range split {
			g.of = len(split)
			for _, p := range g.parts {
				p.in = g
			}
		}
		groups = append(groups, split...)
		if note != "" && !c.spare {
			notes = append(notes, note)
		}
	}
	return requests, groups, notes
}

// classify sorts the parts of requests by class, in the order asked for.
func classify(requests []*request) (classes map[class][]*part, order []class) {
	classes = make(map[class][]*part)
	for _, q := range requests {
		for _, p := range q.parts {
			if _, seen := classes[p.unit]; !seen {
				order = append(order, p.unit)
			}
			classes[p.unit] = append(classes[p.unit], p)
		}
	}
	return classes, order
}

// admit makes the parts of a request, or says why there are none.
func (q *request) admit(k kernel, inheritThread bool) {
	events := append([]perfevent.Event{q.Event}, q.Event.Also...)
	for _, e := range events {
		p, note, err := q.part(k, e, inheritThread)
		if err != nil {
			q.why, q.err, q.parts = err.Error(), err, nil
			return
		}
		q.parts = append(q.parts, p)
		if note != "" {
			q.note = note
		}
	}
	q.counted = q.parts
}

func (q *request) part(k kernel, e perfevent.Event, inheritThread bool) (*part, string, error) {
	p := &part{of: q, unit: classOf(q.scope(), e)}
	where := target{0, -1}
	if q.scope() == System {
		cpus, err := parseCPUs(e.CPUs)
		if err != nil {
			return nil, "", err
		}
		p.cpus, where = cpus, target{-1, cpus[0]}
	}
	wanted := attrOf(e)
	if q.scope() == Process {
		wanted.inherit, wanted.inheritThread = true, inheritThread
	}
	var note string
	var err error
	p.attr, note, err = admit(k, wanted, where)
	return p, note, err
}

func classOf(s Scope, e perfevent.Event) class {
	c := class{scope: s, pmu: e.Type, cpus: e.CPUs}
	switch e.Type {
	case typeHardware, typeCache:
		// On hybrid CPUs the upper half says which PMU is meant.
		c.pmu = pmuCPU
		if pmu := uint32(e.Config >> 32); pmu != 0 {
			c.pmu = pmu
		}
	}
	return c
}

// errNoCPUs is returned for events that are to be counted for the whole system and do not say where.
var errNoCPUs = errors.New("only an event with a list of CPUs can be counted for the whole system")

// parseCPUs reads a list such as "0,18-19".
func parseCPUs(list string) ([]int, error) {
	if list == "" {
		return nil, errNoCPUs
	}
	var cpus []int
	for field := range strings.SplitSeq(list, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(field), "-")
		if !isRange {
			last = first
		}
		from, err1 := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		const most = 1 << 14 // CPUs; a limit against nonsense
		if err := errors.Join(err1, err2); err != nil || from < 0 || to < from || to >= most || len(cpus) >= most {
			return nil, fmt.Errorf("the event's list of CPUs %q: cannot read %q", list, field)
		}
		for cpu := from; cpu <= to; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}
