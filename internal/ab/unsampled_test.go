package ab

import (
	"errors"
	"strings"
	"testing"
)

func TestUnsampled(t *testing.T) {
	for _, c := range []struct {
		why            string
		runs, recorded [2]int
		plain, auto    string // what the error says, "" for none
	}{
		{"both", [2]int{2, 2}, [2]int{2, 1}, "", ""},
		{"no run of the base yet", [2]int{0, 2}, [2]int{0, 2}, "", ""},
		{"no run of the head yet", [2]int{2, 0}, [2]int{}, "", ""},
		{"neither", [2]int{2, 2}, [2]int{}, "neither side call benchx.Start; add s := benchx.Start(b) and s.Lap() to both, or begin with -auto", "neither side has a benchmark that can be measured as it is"},
		{"base lacks them", [2]int{2, 2}, [2]int{0, 2}, "git switch -c with-benchx 0123456789\n", "base, old, has none"},
		{"head lacks them", [2]int{2, 2}, [2]int{2, 0}, "in head, new: its benchmarks do not call", "head, new, has none"},
	} {
		j := &Journal{Config: Config{Names: [2]string{"old", "new"}, Base: Revision{"old", "0123456789abcdef"}}}
		for _, side := range Sides() {
			j.Processes = append(j.Processes, &Process{Pair: 1, Pkg: "p", Side: side, Runs: c.runs[side], Recorded: c.recorded[side]})
		}
		for auto, want := range map[bool]string{false: c.plain, true: c.auto} {
			err := j.Unsampled(auto)
			if (err == nil) != (want == "") || err != nil && (!errors.Is(err, ErrNoSamples) || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s, -auto %v: %v, want %q", c.why, auto, err, want)
			}
		}
	}
}
