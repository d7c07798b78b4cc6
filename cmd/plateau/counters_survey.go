package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/plateau-bench/plateau/internal/osstat"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

// findings say what can be counted on a machine.
type findings struct {
	Version int       `json:"plateau"`
	OS      string    `json:"os"`
	Arch    string    `json:"arch"`
	CPU     *string   `json:"cpu"`     // null where the system does not name it
	Virtual bool      `json:"virtual"` // a hypervisor runs below, as far as the CPU tells
	PMUs    []string  `json:"pmus"`    // as sysfs names them
	Events  []finding `json:"events"`  // class by class, or in the order in which they were asked for
	asked   bool
}

// A finding is about one event.
type finding struct {
	Name    string  `json:"name"`
	Class   string  `json:"class"` // hardware, cache, software, portable, pmu or tracepoint; of figures thread, process, runtime or system; "" if it was asked for by a name that is not listed
	What    *string `json:"what"`
	Counted bool    `json:"counted"`
	How     *string `json:"how"` // it is counted, if not as asked for
	Why     *string `json:"why"` // it is not counted, and what would help
}

// classTracepoint is a class beside those of package perfevent. Figures have their owner for a class.
const classTracepoint = "tracepoint"

func (f findings) all() bool {
	for _, e := range f.Events {
		if !e.Counted {
			return false
		}
	}
	return true
}

// A survey finds out what can be counted. Tests have machines and kernels of their own.
type survey struct {
	machine *perfevent.Machine
	check   func(perfevent.Event) (how string, err error)
	figures func() []finding
}

func (v survey) new() findings {
	cpu := v.machine.CPU()
	return findings{
		Version: 1, OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPU: orNull(cpu.Name), Virtual: cpu.Virtual, PMUs: append([]string{}, v.machine.PMUs()...), Events: []finding{},
	}
}

// of asks for events by name.
func (v survey) of(names []string) findings {
	found := v.new()
	found.asked = true
	listed := v.machine.List()
	for _, name := range names {
		l := perfevent.Listing{Name: name}
		plain, _, _ := strings.Cut(name, ":")
		if i := slices.IndexFunc(listed, func(l perfevent.Listing) bool { return l.Name == plain }); i >= 0 {
			l.Class, l.What = listed[i].Class, listed[i].What
		}
		found.Events = append(found.Events, v.event(l))
	}
	return found
}

// everything asks for all events that have a name.
func (v survey) everything() findings {
	found := v.new()
	for _, l := range v.machine.List() {
		found.Events = append(found.Events, v.event(l))
	}
	found.Events = append(found.Events, v.tracepoints())
	found.Events = append(found.Events, v.figures()...)
	return found
}

func (v survey) event(l perfevent.Listing) finding {
	f := finding{Name: l.Name, Class: string(l.Class), What: orNull(l.What)}
	e, err := v.machine.Parse(l.Name)
	var how string
	if err == nil {
		how, err = v.check(e)
	}
	if err != nil {
		why := strings.TrimLeft(strings.TrimPrefix(err.Error(), fmt.Sprintf("event %q", l.Name)), ":, ")
		f.Why = &why
		return f
	}
	if e.CPUs != "" {
		how = strings.TrimPrefix(how+"; for the whole system, on CPU "+e.CPUs, "; ")
	}
	f.Counted, f.How = true, orNull(how)
	return f
}

// tracepoints stands for all of them, which are too many to list: the first that is seldom passed is tried.
func (v survey) tracepoints() finding {
	f := finding{Name: "SUBSYSTEM:NAME", Class: classTracepoint}
	list, err := v.machine.Tracepoints()
	if err != nil {
		why := err.Error()
		f.Why = &why
		return f
	}
	const usual = "sched:sched_switch"
	first := usual
	if _, err := v.machine.Parse(usual); err != nil {
		first = list[0]
	}
	tried := v.event(perfevent.Listing{Name: first})
	what := fmt.Sprintf("%d in all, such as %s", len(list), first)
	f.What, f.Counted, f.How, f.Why = &what, tried.Counted, tried.How, tried.Why
	return f
}

// figures are what the Go runtime and the operating system tell of a program without being asked to count.
func figures() []finding {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := osstat.New()
	defer s.Close()
	from, to := s.NewSnapshot(), s.NewSnapshot()
	s.Begin(from)
	stir()
	s.End(to)
	readings := osstat.Between(from, to)
	var list []finding
	for stat := range osstat.NumStats {
		info, r := stat.Info(), readings[stat]
		f := finding{Name: info.Name, Class: info.Owner.String(), Counted: r.Known, How: orNull(r.Why)}
		if !f.Counted {
			f.How, f.Why = nil, f.How
		}
		list = append(list, f)
	}
	return list
}

// stir makes everything happen that has a figure only once it did.
func stir() {
	var wait sync.WaitGroup
	for range 1000 {
		wait.Add(1)
		go wait.Done()
	}
	wait.Wait()
	runtime.GC()
}

// orNull is nil for what is not known.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
