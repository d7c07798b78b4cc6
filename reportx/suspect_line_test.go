package reportx

import (
	"strings"
	"testing"

	"github.com/plateau-bench/plateau/internal/verdict"
)

// Of suspect runs a gate names those that decide, and a comparison all.
func TestSuspectLines(t *testing.T) {
	d := &Difference{OldSide: "old", NewSide: "new"}
	ch := &Change{P: 99, Unit: "ns/op", Ratio: 1.3, HasRatio: true}
	ch.test.Change = verdict.Change{Ratio: 1.3, PooledRatio: 1.3}
	for run, ratio := range []float64{1.05, 1.25, 1.1} {
		d.Suspects = append(d.Suspects, SideSuspect{New: true, Suspect: Suspect{Run: run + 1, Why: "slow", Z: 9}}, SideSuspect{New: true, Suspect: Suspect{Run: run + 1, Why: "long tail", Z: 8}})
		ch.Without = append(ch.Without, Without{New: true, Run: run + 1, Ratio: ratio})
		ch.test.Without = append(ch.test.Without, verdict.Change{Ratio: ratio, PooledRatio: 1.3})
	}
	d.Changes = []*Change{ch}
	all, more := d.suspectLines(false)
	if len(all) != 3 || more != 0 || all[1] != "run 2 of new is suspect: slow, z 9.0; long tail, z 8.0; without it p99 +25.0% instead of +30.0%" {
		t.Errorf("%q, %d", all, more)
	}
	deciding, more := d.suspectLines(true)
	if len(deciding) != 1 || more != 2 || !strings.HasPrefix(deciding[0], "run 1 ") {
		t.Errorf("%q, %d", deciding, more)
	}
	c := &Comparison{Gate: &GateResult{}, Differences: []*Difference{d}}
	var texts []string
	for _, n := range c.notices(c.Differences) {
		texts = append(texts, n.String())
	}
	if text := strings.Join(texts, "\n"); !strings.Contains(text, "2 suspect runs without a say in the answer; compare shows them") {
		t.Error(text)
	}
	ch.test.Without[1].PooledRatio = 1.05 // all samples together decide where the runs leave a doubt
	if _, more := d.suspectLines(true); more != 1 {
		t.Errorf("%d", more)
	}
	ch.Lo, ch.Hi, ch.HasInterval = 1.2, 1.4, true
	if _, more := d.suspectLines(true); more != 2 {
		t.Errorf("no doubt: %d", more)
	}
	ch.Limit = &Limit{Budget: 1}
	if lines, _ := d.suspectLines(true); len(lines) != 0 {
		t.Errorf("of a budget: %q", lines)
	}
}
