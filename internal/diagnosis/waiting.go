package diagnosis

import "fmt"

// waiting says what a low utilisation means, and which of its reasons the other totals point to.
func (q *inquiry) waiting() string {
	idle := 1 - q.value("cpu-utilisation")
	text := fmt.Sprintf("for %s%% of the time the threads did not run: they blocked, had nothing to do, or others had the CPU", digits(100*idle))
	if reason := q.reason(); reason != "" {
		text += "; " + reason
	}
	text += "; cache misses are not the reason, as a core that waits for memory counts as busy"
	if q.waitsForMemory() {
		text += " (what they cost comes on top: it is in the time that the threads did run)"
	}
	return text
}

// reason is what the totals say of the time in which nothing ran.
func (q *inquiry) reason() string {
	voluntary, involuntary := q.value("voluntary-switches"), q.value("involuntary-switches")
	switch {
	case q.is("steal-share"):
		return fmt.Sprintf("the hypervisor took %s", q.ratios["steal-share"].Amount())
	case q.value("major-faults") > 0:
		return fmt.Sprintf("pages were read from disk, %s", q.ratios["major-faults"].Amount())
	case voluntary > involuntary:
		return fmt.Sprintf("%s switches a second were voluntary, %s not: it blocks, on I/O, locks, channels or sleep",
			digits(voluntary), digits(involuntary))
	case involuntary > 0:
		return fmt.Sprintf("%s switches a second were involuntary, %s voluntary: others wanted the CPU, or a quota was used up",
			digits(involuntary), digits(voluntary))
	}
	return ""
}
