package diagnosis

import "fmt"

const (
	// longWait is a wait for a Go processor, in ns, from which on all of them were busy: a goroutine that finds an idle one runs within
	// microseconds. One that is not runs for up to 10 ms before it is preempted (forcePreemptNS in runtime/proc.go).
	longWait = 1e6
	// accounts is the part of the time in which nothing ran from which on something is the reason for it.
	accounts = 0.5
	// stolen is that part for time that was stolen: it is known for all CPUs together.
	stolen = 0.25
)

// idle is the time in ns in which the threads could have run and did not.
func (t *Totals) idle() Count { return t.capacity().minus(t.TaskClock) }

// part says that a time is at least such a part of that in which the threads did not run.
func (q *inquiry) part(time Count, least float64) bool {
	share := time.over(q.totals.idle())
	return share.ok() && share.Value > 0 && share.Value >= least
}

// reason is what the totals say of the time in which nothing ran.
func (q *inquiry) reason() string {
	switch {
	case q.is("steal-share") && q.part(q.totals.Steal, stolen):
		return fmt.Sprintf("the hypervisor took %s", q.ratios["steal-share"].Amount())
	case q.value("major-faults") > 0:
		return fmt.Sprintf("pages were read from disk, %s", q.ratios["major-faults"].Amount())
	case q.part(q.totals.Queue, accounts):
		return fmt.Sprintf("for %s of the time it could have run and had no CPU: others wanted it, or a quota was used up", q.ratios["queue-share"].Amount())
	case q.starved() && q.totals.SchedP50.Value >= longWait:
		return fmt.Sprintf("goroutines waited for a processor of Go, half of the waits %s ms or more: more could run than GOMAXPROCS lets "+
			"(the thread of a locked goroutine sleeps meanwhile, and its switch counts as voluntary)", digits(q.totals.SchedP50.Value/1e6))
	}
	return q.switches()
}

// starved says that waits for a processor of Go may be the reason: some were long, and as many as there were voluntary switches
// would fill the time.
func (q *inquiry) starved() bool {
	long := q.totals.SchedP99
	return long.ok() && long.Value >= longWait && q.part(long.times(q.totals.Voluntary), accounts)
}

// switches is what the kinds of context switches say.
func (q *inquiry) switches() string {
	voluntary, involuntary := q.value("voluntary-switches"), q.value("involuntary-switches")
	switch {
	case voluntary > involuntary:
		text := fmt.Sprintf("%s switches a second were voluntary, %s not: it blocks, on I/O, locks, channels or sleep",
			digits(voluntary), digits(involuntary))
		if q.starved() {
			text += fmt.Sprintf("; or goroutines waited for a processor of Go, which took %s ms or more in one of a hundred cases",
				digits(q.totals.SchedP99.Value/1e6))
		}
		return text
	case involuntary > 0:
		return fmt.Sprintf("%s switches a second were involuntary, %s voluntary: others wanted the CPU, or a quota was used up",
			digits(involuntary), digits(voluntary))
	}
	return ""
}
