package steady

import (
	"fmt"
	"strings"
	"testing"
)

func TestPhrase(t *testing.T) {
	double := func(from, to int) string { return fmt.Sprintf("%d operations", 2*(to-from)) }
	inner := say("the last %v off by %.1f%%", span{9, 10}, 2.5)
	p := say("%v seen: %v; %s", span{0, 10}, inner, "%v")
	if got, want := p.in(values), "10 values seen: the last 1 value off by 2.5%; %v"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := p.in(double), "20 operations seen: the last 2 operations off by 2.5%; %v"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Result{Reason: "as it is"}).Explain(double); got != "as it is" {
		t.Errorf("%q", got)
	}
}

// Counts in a reason are those of the result: what was discarded, and what lies between start and stop.
func TestReasonCounts(t *testing.T) {
	for _, l := range made(5, 2) {
		for _, r := range []Result{Online(l.NS, Config{}), Analyze(l.NS, Config{})} {
			want := fmt.Sprintf("%d values keep", r.Stop-r.Start)
			if got := r.Explain(func(from, to int) string { return fmt.Sprintf("[%d:%d]", from, to) }); r.Steady() && !strings.Contains(got, fmt.Sprintf("[%d:%d] keep", r.Start, r.Stop)) {
				t.Errorf("%s: %q does not count from %d to %d", l.ID, got, r.Start, r.Stop)
			}
			if r.Steady() && !strings.Contains(r.Reason, want) {
				t.Errorf("%s: %q, want %q", l.ID, r.Reason, want)
			}
		}
	}
}
