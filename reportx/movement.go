package reportx

import (
	"fmt"

	"github.com/plateau-bench/plateau/internal/steady"
)

// A movement is how far the level of a run without a steady part moves.
type movement struct {
	share           float64 // of the difference to the lower level; 0 when not known
	lowest, highest float64 // levels in ns per operation
	behind          int     // values of a beginning that lies apart
}

func movementOf(r steady.Result) movement {
	return movement{r.Wander, r.Lowest, r.Highest, r.Transient}
}

// String is "between 95µs and 131µs, by 38% of the lower", "" when not known. Beyond ten times the lower one the
// two levels say more than a percentage.
func (m movement) String() string {
	if m.highest <= 0 || m.highest-m.lowest < leastMovement*m.lowest {
		return ""
	}
	text := fmt.Sprintf("between %s and %s", formatTime(m.lowest, 3), formatTime(m.highest, 3))
	if m.share > 0 && m.share < 10 {
		text += fmt.Sprintf(", by %.0f%% of the lower", 100*m.share)
	}
	return text
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
