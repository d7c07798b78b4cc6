package perfx_test

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/perfx"
)

func TestColumns(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("threads are told apart on Linux")
	}
	for _, c := range []struct {
		why  string
		ns   float64
		also []string
	}{
		{"what one call gives", 200_000, nil},
		{"files, where an iteration is long", 10_000_000, []string{"cpu-migrations", "steal-time-ns"}},
	} {
		p := perfx.Counters("task-clock", "page-faults")
		if names := p.Columns(c.ns); names != nil {
			t.Errorf("%s: %q before Begin", c.why, names)
		}
		p.Begin()
		names := p.Columns(c.ns)
		for _, want := range append([]string{"involuntary-switches", "page-faults", "task-clock"}, c.also...) {
			if !slices.Contains(names, want) {
				t.Errorf("%s: %q, want %s among them", c.why, names, want)
			}
		}
		if len(names) > 8 || len(slices.Compact(slices.Sorted(slices.Values(names)))) != len(names) {
			t.Errorf("%s: %q, want at most 8, each once", c.why, names)
		}
		before, after := make([]int64, len(names)), make([]int64, len(names))
		p.Sample(before)
		spin(3 * time.Millisecond)
		p.Sample(after)
		for i := range names {
			if after[i] < before[i] {
				t.Errorf("%s: %s fell from %d to %d", c.why, names[i], before[i], after[i])
			}
		}
		if clock := slices.Index(names, "task-clock"); clock >= 0 && after[clock] == before[clock] {
			t.Errorf("%s: the clock stands still", c.why)
		}
		if n := testing.AllocsPerRun(20, func() { p.Sample(after) }); n != 0 {
			t.Errorf("%s: %v allocations", c.why, n)
		}
		p.End(1)
	}
}

// What attaching costs a run, outside of what is timed, and a checkpoint.
func BenchmarkAttach(b *testing.B) {
	for b.Loop() {
		p := perfx.Counters()
		p.Begin()
		p.End(1)
		p.Close()
	}
}

func BenchmarkCheckpoint(b *testing.B) {
	for n := 0; n < b.N; {
		b.StopTimer()
		p := perfx.Counters()
		p.Begin()
		b.StartTimer()
		for i := int64(1); i < 100 && n < b.N; i++ {
			p.Checkpoint(i)
			n++
		}
		b.StopTimer()
		p.End(100)
		p.Close()
		b.StartTimer()
	}
}
