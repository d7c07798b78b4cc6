package reportx

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/steady"
)

// A movement is how far the level of a run without a steady part moves.
type movement struct {
	share           float64 // relative to the level; 0 when not known
	lowest, highest float64 // levels in ns per operation
	behind          int     // values of a beginning that lies apart
}

func movementOf(r steady.Result) movement {
	return movement{r.Wander, r.Lowest, r.Highest, r.Transient}
}

// String is "between 95µs and 131µs, by 38%", "" when not known.
func (m movement) String() string {
	if m.share < leastMovement {
		return ""
	}
	return fmt.Sprintf("between %s and %s, by %.0f%%", scaleNS(m.lowest).format(m.lowest, 3), scaleNS(m.highest).format(m.highest, 3), 100*m.share)
}

const leastMovement = 0.01 // less is not said

// moved says how far the levels of the runs of these numbers, from 1, move, as the
// end of a sentence: of several, that of the most restless one.
func moved(runs []*Run, numbers []int) string {
	most := numbers[0]
	for _, k := range numbers {
		if runs[k-1].moves.share > runs[most-1].moves.share {
			most = k
		}
	}
	text := runs[most-1].moves.String()
	switch {
	case text == "":
		return ""
	case len(numbers) == 1:
		return "; its level moves " + text
	}
	return fmt.Sprintf("; the level of run %d moves most, %s", most, text)
}
