package diagnosis

import (
	"testing"

	"github.com/plateau-bench/plateau/internal/tally"
)

func counted(scope, name string, total float64) tally.Count {
	return tally.Count{Name: name, Scope: scope, Total: &total}
}

func TestFromRecord(t *testing.T) {
	record := &tally.Record{Iters: 10, WallNS: 1000, Procs: 4, Counts: []tally.Count{
		counted(tally.Thread, "cycles", 100), counted(tally.Process, "cycles", 300),
		{Name: "instructions", Scope: tally.Thread, Why: "not supported"}, counted(tally.Process, "instructions", 600),
		counted(tally.Thread, "task-clock", 900), counted(tally.Process, "task-clock", 3200),
		counted(tally.System, "l3-misses", 5), counted(tally.Thread, "alignment-faults", 1),
	}}
	got := FromRecord(record)
	if got.Wall != Of(1000) || got.Threads != 1 || got.Cycles != Of(100) || got.Instructions.Known || got.TaskClock != Of(900) || got.L3Misses.Known {
		t.Errorf("of the thread: %+v", got)
	}
	record.Parallel = true
	got = FromRecord(record)
	if got.Threads != 4 || got.Cycles != Of(300) || got.Instructions != Of(600) || got.TaskClock != Of(3200) {
		t.Errorf("of the process: %+v", got)
	}
	if r := Ratios(got)[1]; r.Name != "cpu-utilisation" || r.Value != 0.8 {
		t.Errorf("%s, want 80%% of four threads", r)
	}
}

// TestFromRecordModes: instructions of user code over cycles of all code would be no ratio.
func TestFromRecordModes(t *testing.T) {
	for name, c := range map[string]struct {
		names                        []string
		cycles, instructions, misses bool
	}{
		"all alike":          {[]string{"cycles:u", "instructions:u", "llc-misses:u"}, true, true, true},
		"most in user mode":  {[]string{"cycles", "instructions:u", "llc-misses:u", "task-clock"}, false, true, true},
		"as many of each":    {[]string{"cycles:u", "instructions"}, true, false, false},
		"others do not vote": {[]string{"faults:k", "alignment-faults:k", "task-clock:k", "cycles"}, true, false, false},
	} {
		r := &tally.Record{Iters: 1}
		for _, event := range c.names {
			r.Counts = append(r.Counts, counted(tally.Thread, event, 7))
		}
		got := FromRecord(r)
		if got.Cycles.Known != c.cycles || got.Instructions.Known != c.instructions || got.LLCMisses.Known != c.misses {
			t.Errorf("%s: cycles %v, instructions %v, misses %v", name, got.Cycles, got.Instructions, got.LLCMisses)
		}
	}
}

func TestFromRecordEmpty(t *testing.T) {
	if d := Diagnose(FromRecord(&tally.Record{})); d.Bound != Unknown || len(d.Ratios) != 0 || len(d.Findings) != 0 {
		t.Errorf("%+v", d)
	}
}
