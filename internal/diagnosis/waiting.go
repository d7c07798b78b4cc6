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
