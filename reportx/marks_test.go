package reportx

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plateau-bench/plateau/internal/series"
)

func TestMarkNotes(t *testing.T) {
	runs := []*Run{
		{Marks: []string{"discarded=64", "lanes=4", "backward", "new-mark"}, Backward: 2},
		{Marks: []string{"lost", "never-settled", "procs-mismatch"}},
		{Marks: []string{"discarded=1", "lanes=4", "excluded-time", "new-mark", "lanes=x"}},
	}
	want := []string{
		"excluded-time: run 3; some samples may hold time between StopTimer and StartTimer",
		"the clock stepped backward in run 1",
		"the first 1–64 iterations of runs 1 and 3 set up the measurement (the batch, or a timer stopped inside the loop) and are no samples",
		"runs 1 and 3 measured by 4 goroutines at once, whose samples are taken together",
		"new-mark",
		"lanes=x",
	}
	if d := cmp.Diff(want, markNotes(runs)); d != "" {
		t.Error(d)
	}
	if got := markNotes(nil); got != nil {
		t.Errorf("no runs: %q", got)
	}
	one := []*Run{{Marks: []string{series.CountMark(series.MarkDiscarded, 1)}}}
	if d := cmp.Diff([]string{"the first 1 iteration of run 1 set up the measurement (the batch, or a timer stopped inside the loop) and are no samples"}, markNotes(one)); d != "" {
		t.Error(d)
	}
}

func TestSlowdownNotes(t *testing.T) {
	slow := func(warmup int64, batch int) *Run {
		return &Run{Class: "slowdown", Series: []*Series{{Batch: batch, Warmup: warmup}}}
	}
	for _, c := range []struct {
		runs []*Run
		want []string
	}{
		{nil, nil},
		{[]*Run{{Class: "slowdown"}, slow(0, 1), {Class: "warmup", Series: []*Series{{Batch: 1, Warmup: 9}}}}, nil},
		{[]*Run{slow(1, 1)}, []string{"slowed down after 1 operation: run 1; the faster beginning is left out"}},
		{[]*Run{slow(100, 2), {}, slow(50, 1)}, []string{"slowed down after 50–200 operations: runs 1 and 3; the faster beginning is left out"}},
	} {
		if d := cmp.Diff(c.want, slowdowns(c.runs)); d != "" {
			t.Error(d)
		}
	}
}
