package counter

import "github.com/plateau-bench/plateau/internal/perfevent"

// A Scope is whose events are counted.
type Scope uint8

const (
	// Thread is the operating system's thread that calls [Session.Attach]. Its goroutine is to be locked to it.
	Thread Scope = iota
	// Process is every thread of the process, also those that start later. Not its child processes, except on
	// kernels before 5.13.
	Process
	// System is every CPU that the event names, whoever runs there. It takes an event with CPUs, and usually
	// rights: CAP_PERFMON, or kernel.perf_event_paranoid at 0 or less.
	System
)

// String returns "thread", "process" or "system".
func (s Scope) String() string {
	switch s {
	case Thread:
		return "thread"
	case Process:
		return "process"
	case System:
		return "system"
	}
	return "unknown"
}

// A Request asks for the count of an event. An event with CPUs is counted for the whole system, whatever its scope.
type Request struct {
	Event perfevent.Event
	Scope Scope
}

// scope is the scope that the request's event can have.
func (r Request) scope() Scope {
	if r.Event.CPUs != "" {
		return System
	}
	return r.Scope
}
