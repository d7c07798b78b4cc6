package reportx

import (
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// setBetter keeps what a line "Unit req/s better=higher" says.
func (rs *Results) setBetter(u *benchfmt.UnitMetadata) {
	if u.Key != "better" {
		return
	}
	if rs.better == nil {
		rs.better = make(map[string]int)
	}
	switch u.Value {
	case "higher":
		rs.better[u.Unit] = 1
	case "lower":
		rs.better[u.Unit] = -1
	}
}

// better is whether more of a unit is better, +1, or less, -1. Unit lines of the
// sides decide, the first that has one; without any a rate (MB/s, req/s) is taken for
// something to have much of, and all else for a cost. known is false where
// that is only a guess.
func better(unit string, sides ...*Results) (direction int, known bool) {
	_, tidy := benchunit.Tidy(1, unit)
	for _, rs := range sides {
		if d, ok := rs.better[tidy]; ok {
			return d, true
		}
	}
	if d := (benchfmt.UnitMetadataMap)(nil).GetBetter(unit); d != 0 {
		return d, true
	}
	switch {
	case strings.HasSuffix(unit, "/s"), strings.HasSuffix(unit, "/sec"):
		return 1, true
	case strings.HasSuffix(unit, "/op"):
		return -1, true
	}
	return -1, false
}
