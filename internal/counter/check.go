package counter

import "github.com/plateau-bench/plateau/internal/perfevent"

// Check finds out whether an event can be counted here, of the calling thread or, if it names CPUs, of the whole system.
// The error says why it cannot, and what would help. Otherwise how says in which way it is counted if not as
// asked for, such as in user mode only; it is usually empty.
//
// An event that opens and never gets onto the hardware is an error, too. One that the CPU does not implement may
// open and count nothing, which cannot be told from an event that does not occur.
func Check(e perfevent.Event) (how string, err error) { return check(system(), e) }

func check(k kernel, e perfevent.Event) (how string, err error) {
	requests, groups, _ := plan(k, []Request{{Event: e, Scope: Thread}})
	q := requests[0]
	if q.why != "" {
		return "", q.err
	}
	for _, g := range groups {
		if !q.alternates() && q.scope() != System && !fits(k, g.parts) {
			return "", &refusal{why: whyNeverRan}
		}
	}
	return q.note, nil
}
