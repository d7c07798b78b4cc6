package perfx

import (
	"slices"
	"testing"
)

func TestUnit(t *testing.T) {
	for _, c := range []struct{ why, name, of, want string }{
		{"a name of perf", "branch-misses", "", "branch-misses/op"},
		{"a modifier says how, not what", "instructions:u", "", "instructions/op"},
		{"both modifiers", "cycles:uk", "", "cycles/op"},
		{"a tracepoint's colon is none", "sched:sched_switch", "", "sched_sched_switch/op"},
		{"times are in ns, which benchstat scales", "task-clock", "ns", "task-clock-ns/op"},
		{"a slash would divide", "cpu/event=0x3c,umask=0x0/u", "", "cpu_event_0x3c_umask_0x0/op"},
		{"another unit", "power/energy-pkg/", "Joules", "power_energy-pkg-Joules/op"},
		{"a unit that divides", "x", "MiB/s", "x-MiB_s/op"},
		{"raw", "r1a8", "", "r1a8/op"},
		{"nothing that may stand in a unit", "::", "", "event/op"},
	} {
		if got := unit(c.name, c.of); got != c.want {
			t.Errorf("%s: unit(%q, %q) = %q, want %q", c.why, c.name, c.of, got, c.want)
		}
	}
}

// Modifiers count where names are the same without them.
func TestUnits(t *testing.T) {
	names := []string{"cycles", "cycles:u", "cycles:k", "instructions:u", "cpu/x/u", "cpu/x/k"}
	got := units(names, make([]string, len(names)))
	want := []string{"cycles/op", "cycles-u/op", "cycles-k/op", "instructions/op", "cpu_x-u/op", "cpu_x-k/op"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
