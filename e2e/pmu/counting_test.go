package pmu

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// instructions is what an operation of the benchmarks in bench executes.
const instructions = 2_000_000

// TestCounters counts in an emulated machine that has counters: the tests of the packages that count, real benchmarks,
// and plateau counters, with and without rights, and without counters.
func TestCounters(t *testing.T) {
	needMachine(t)
	const checkout = "../.."
	counter := buildIn(t, checkout, "test", "-c", "./internal/counter")
	bench := buildIn(t, ".", "test", "-c", "./bench")
	command := buildIn(t, checkout, "build", "./cmd/plateau")

	t.Run("counting", func(t *testing.T) {
		t.Parallel()
		out := inMachine(t, Machine{Env: []string{"PLATEAU_TEST_CPI=1"}}, 0, counter, "-test.v", "-test.run=^Test")
		// Those of them that need counters; elsewhere they are skipped.
		out.passed(t, "TestProcessSeesShortLivedThreads", "TestThreadSeesItsOwnFaultsExactly", "TestKnownInstructions",
			"TestKnownInstructionsBetweenReadings", "TestTwoThreadsAddUp", "TestTooManyEventsTakeTurns", "TestFewFileDescriptors",
			"TestCyclesPerInstruction")
	})
	for _, level := range []string{"2", "3"} {
		t.Run("rights of a user at level "+level, func(t *testing.T) {
			t.Parallel()
			out := inMachine(t, user(level), 0, counter, "-test.v", "-test.run=^TestRights")
			out.passed(t, "TestRightsOfAUser")
		})
	}

	for shift, ipc := range []float64{1, 0.5, 0.25} {
		t.Run("instructions per cycle "+strconv.FormatFloat(ipc, 'g', -1, 64), func(t *testing.T) {
			t.Parallel()
			m := Machine{Shift: shift, Env: []string{"EVENTS=cycles:u instructions:u"}}
			out := inMachine(t, m, 0, bench, "-test.bench=Attach", "-test.benchtime=100x", "-test.run=^$")
			for _, name := range []string{"BenchmarkAttachLoop", "BenchmarkAttachN"} {
				counted := out.metric(t, name, "instructions/op")
				near(t, name, counted, instructions, 0.001)
				near(t, name+"'s IPC", counted/out.metric(t, name, "cycles/op"), ipc, 0.005)
			}
		})
	}
	t.Run("every loop", func(t *testing.T) {
		t.Parallel()
		m := Machine{Env: []string{"EVENTS=cycles:u instructions:u"}}
		out := inMachine(t, m, 0, bench, "-test.bench=Benchmark(Loop|N|Managed)$", "-test.benchtime=200x", "-test.run=^$")
		for _, name := range []string{"BenchmarkLoop", "BenchmarkN", "BenchmarkManaged"} {
			near(t, name, out.metric(t, name, "instructions/op"), instructions, 0.001)
		}
	})
	t.Run("goroutines", func(t *testing.T) {
		t.Parallel()
		// Two threads on one CPU: see Machine.CPUs.
		m := Machine{Env: []string{"EVENTS=instructions:u"}}
		out := inMachine(t, m, 0, bench, "-test.bench=Parallel", "-test.benchtime=200x", "-test.cpu=2", "-test.run=^$")
		near(t, "two goroutines", out.metric(t, "BenchmarkParallel", "process-instructions/op"), instructions, 0.03)
	})
	t.Run("taking turns", func(t *testing.T) {
		t.Parallel()
		// Ten spellings of one event, for six counters.
		const events = "instructions:u inst_retired:u r8:u r08:u r008:u r0008:u r00008:u r000008:u r0000008:u r00000008:u"
		m := Machine{Env: []string{"EVENTS=" + events}}
		out := inMachine(t, m, 0, bench, "-test.bench=Managed", "-test.benchtime=1000x", "-test.run=^$")
		for _, name := range strings.Fields(events) {
			near(t, name, out.metric(t, "BenchmarkManaged", strings.TrimSuffix(name, ":u")+"/op"), instructions, 0.02)
		}
		out.says(t, "scaled: counted for")
	})

	for _, c := range []struct {
		name    string
		machine Machine
		events  string
		has     []string // columns
		lacks   []string
		says    []string
	}{
		{"no counters", Machine{NoPMU: true}, "cycles instructions:u task-clock", []string{"task-clock-ns/op"}, []string{"cycles/op", "instructions/op"},
			[]string{"this machine shows no hardware counters"}},
		{"no instructions", Machine{RealTime: true}, "cycles:u instructions:u", []string{"cycles/op"}, []string{"instructions/op"}, []string{"this CPU has no such event"}},
		{"level 2", user("2"), "cycles instructions", []string{"cycles/op", "instructions/op"}, nil, []string{"in user mode only", "kernel.perf_event_paranoid"}},
		{"level 3", user("3"), "cycles task-clock", nil, []string{"cycles/op", "task-clock-ns/op"}, []string{"kernel.perf_event_paranoid is 3", "CAP_PERFMON"}},
		{"no such event", Machine{}, "cylces instructions:u l2-misses", []string{"instructions/op"}, []string{"cylces/op", "l2-misses/op"},
			[]string{"did you mean cycles", "the CPU does not implement it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.machine.Env = []string{"EVENTS=" + c.events}
			out := inMachine(t, c.machine, 0, bench, "-test.bench=^BenchmarkLoop|Managed", "-test.benchtime=50x", "-test.run=^$")
			for _, name := range []string{"BenchmarkLoop", "BenchmarkManaged"} {
				for _, unit := range c.has {
					if out.metric(t, name, unit) <= 0 {
						t.Errorf("%s: no %s", name, unit)
					}
				}
				for _, unit := range c.lacks {
					if strings.Contains(out.line(name), " "+unit) {
						t.Errorf("%s has %s: %s", name, unit, out.line(name))
					}
				}
			}
			out.says(t, c.says...)
		})
	}

	t.Run("plateau counters", func(t *testing.T) {
		t.Parallel()
		out := inMachine(t, Machine{}, 1, command, "counters", "cycles:u", "inst_retired", "stalls-backend", "L1-dcache-load-misses", "l2-misses", "sched:sched_switch")
		out.says(t, "+ cycles:u ", "+ inst_retired ", "+ stalls-backend ", "+ sched:sched_switch ",
			"- L1-dcache-load-misses  cannot: this CPU has no such event", "- l2-misses              cannot: the CPU does not implement it")
	})
	t.Run("plateau counters without counters", func(t *testing.T) {
		t.Parallel()
		out := inMachine(t, Machine{NoPMU: true}, 0, command, "counters")
		out.says(t, "hardware: 0 of 10", "this machine shows no hardware counters", "software: 1", "runtime: 1")
	})
}

// user is a machine on which an ordinary user runs the program.
func user(paranoid string) Machine {
	return Machine{UID: 1000, Sysctls: map[string]string{"kernel.perf_event_paranoid": paranoid}}
}

// A console is what a program wrote in the machine.
type console string

// inMachine runs a program in the machine and wants it to end with a status.
func inMachine(t *testing.T, m Machine, want int, program string, args ...string) console {
	t.Helper()
	var out bytes.Buffer
	status, err := m.Run(context.Background(), &out, program, args...)
	if err != nil || status != want {
		t.Fatalf("status %d, want %d; %v\n%s", status, want, err, out.String())
	}
	return console(out.String())
}

// passed wants tests that were not skipped.
func (c console) passed(t *testing.T, tests ...string) {
	t.Helper()
	for _, name := range tests {
		if !strings.Contains(string(c), "--- PASS: "+name+" ") {
			t.Errorf("%s did not pass:\n%s", name, c)
		}
	}
}

// says wants texts.
func (c console) says(t *testing.T, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !strings.Contains(string(c), s) {
			t.Errorf("there is no %q in\n%s", s, c)
		}
	}
}

// line is the result line of a benchmark.
func (c console) line(name string) string {
	return regexp.MustCompile(`(?m)^` + name + `(-\d+)?\s.*$`).FindString(string(c))
}

// metric is a figure of a benchmark's result line.
func (c console) metric(t *testing.T, name, unit string) float64 {
	t.Helper()
	m := regexp.MustCompile(`\s(\S+) ` + regexp.QuoteMeta(unit) + `(\s|$)`).FindStringSubmatch(c.line(name))
	if m == nil {
		t.Errorf("%s has no %s:\n%s", name, unit, c)
		return math.NaN()
	}
	v, err := strconv.ParseFloat(m[1], 64)
	if err != nil {
		t.Error(err)
	}
	return v
}

// near wants a value within a share of another.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	t.Logf("%s: %v, off by %.4f%%", what, got, 100*(got/want-1))
	if !(math.Abs(got-want) <= share*want) {
		t.Errorf("%s: %v, want %v within %v%%", what, got, want, 100*share)
	}
}
