package diagnosis

import (
	"strings"

	"github.com/plateau-bench/plateau/internal/tally"
)

// software are the events that the kernel counts itself, in whatever mode.
var software = map[string]bool{"task-clock": true, "context-switches": true, "page-faults": true, "major-faults": true}

// FromRecord takes the totals of a run's record that belong together: those of its Scope; and of events in different modes
// (cycles:u beside cycles) those of the mode that most have. What a record does not hold (Bandwidth, Steal) can be entered afterwards.
func FromRecord(r *tally.Record) Totals {
	t, scope := Totals{Wall: Of(r.WallNS), Threads: 1}, r.Scope()
	if r.Parallel {
		t.Threads = max(1, r.Procs)
	}
	mode := prevailing(r, scope)
	for _, c := range r.Counts {
		name, modifier, _ := strings.Cut(c.Name, ":")
		if c.Total != nil && c.Scope == scope && (software[name] || modifier == mode) {
			t.Set(name, *c.Total)
		}
	}
	return t
}

// prevailing is the modifier that most of the hardware's counts have; of equals, the one that comes first.
func prevailing(r *tally.Record, scope string) string {
	counts := map[string]int{}
	best := ""
	for _, c := range r.Counts {
		name, modifier, _ := strings.Cut(c.Name, ":")
		if c.Total == nil || c.Scope != scope || software[name] || !means(name) {
			continue
		}
		if counts[modifier]++; counts[modifier] > counts[best] {
			best = modifier
		}
	}
	return best
}

// means says that an event's name means anything here.
func means(name string) bool { return new(Totals).Set(name, 0) }
