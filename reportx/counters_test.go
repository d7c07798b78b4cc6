package reportx

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/plateau-bench/plateau/internal/tally"
)

// counted is a count of a thread, for each operation.
func counted(name string, total float64) tally.Count {
	return tally.Count{Name: name, Scope: tally.Thread, Total: &total, Unit: name + "/op"}
}

// anyway is a count that the system takes of all operations.
func anyway(scope, name string, total float64, operations int64) tally.Count {
	return tally.Count{Name: name, Scope: scope, Total: &total, Unit: name + "/op", Iters: operations}
}

func countersOf(records ...*tally.Record) *Counters {
	var runs []*Run
	for _, r := range records {
		runs = append(runs, &Run{tally: r})
	}
	return counters(runs)
}

func (c *Counters) ratio(name string) (value float64, ok bool) {
	for _, r := range c.Ratios {
		if r.Name == name {
			return r.Value, true
		}
	}
	return 0, false
}

// Without a task-clock the times that the system keeps tell whether the thread ran: 200 of 300 operations are those of the record.
func TestUtilisationFromTimesOfTheSystem(t *testing.T) {
	times := []tally.Count{anyway(tally.Thread, "user-time-ns", 450, 300), anyway(tally.Thread, "system-time-ns", 150, 300)}
	c := countersOf(&tally.Record{Iters: 200, From: 100, WallNS: 1000, Counts: times})
	if u, ok := c.ratio("cpu-utilisation"); !ok || u != 0.4 {
		t.Errorf("utilisation %v, want 400 of 1000 ns", u)
	}
	if text := strings.Join(c.lines(), "\n"); !strings.Contains(text, "in proportion") || strings.Contains(text, "ran or waited") {
		t.Error(text)
	}
	c = countersOf(&tally.Record{Iters: 300, WallNS: 1000, Counts: append(times, counted("task-clock", 900))})
	if u, _ := c.ratio("cpu-utilisation"); u != 0.9 || len(c.Notes) > 0 {
		t.Errorf("utilisation %v, want that of task-clock; %q", u, c.Notes)
	}
	c = countersOf(&tally.Record{Iters: 300, WallNS: 1000, Counts: times[:1]})
	if _, ok := c.ratio("cpu-utilisation"); ok {
		t.Error("user time alone is not the time on a CPU")
	}
}

func TestPartOfRuns(t *testing.T) {
	for want, from := range map[string][]int64{
		"10 operations, all of each run":                                 {0},
		"10 operations (of each run the first was left out)":             {1},
		"20 operations (of each run the first 5,000 were left out)":      {5000, 5000},
		"20 operations (of each run the first 1 to 3,376 were left out)": {3376, 1},
		"30 operations (of each run the first 0 to 2 were left out)":     {0, 2, 1},
	} {
		c := Counters{From: from, Operations: 10 * int64(len(from))}
		if got := c.part(); got != want {
			t.Errorf("%v: %q, want %q", from, got, want)
		}
	}
}

// 0 is told from unknown: what the system counted and did not occur has a line, not a row.
func TestCountedAndZero(t *testing.T) {
	c := countersOf(&tally.Record{Iters: 10, WallNS: 1, Counts: []tally.Count{
		counted("cycles", 0), anyway(tally.Runtime, "gc-cycles", 0, 10), anyway(tally.Thread, "major-faults", 0, 10),
		anyway(tally.Process, "major-faults", 0, 10), anyway(tally.Thread, "page-faults", 0, 10), anyway(tally.Process, "page-faults", 2, 10),
		{Name: "steal-time-ns", Scope: tally.System, Iters: 10, Why: "the kernel does not say"},
	}})
	lines := strings.Join(c.lines(), "\n")
	if !strings.Contains(lines, "counted, and 0: gc-cycles, major-faults\n") || !strings.Contains(lines, "steal-time-ns: not counted") {
		t.Error(lines)
	}
	if rows := c.rows(); len(rows) != 2 || rows[0][0] != "cycles" || rows[1][0] != "page-faults" {
		t.Errorf("%q", rows)
	}
}

// Runs and events that took turns on the hardware for about the same part of the time share a line.
func TestReasonsOfRuns(t *testing.T) {
	record := func(cycles, misses string) *tally.Record {
		r := &tally.Record{Iters: 1, Counts: []tally.Count{counted("cycles", 1), counted("misses", 1)}}
		for i, share := range []string{cycles, misses} {
			r.Counts[i].Why = "scaled: counted for " + share + " of the time"
		}
		return r
	}
	got := countersOf(record("50.6%", "49.4%"), record("49.8%", "50.7%")).whys()
	if len(got) != 1 || got[0] != "cycles, misses: scaled: counted for 49.4% to 50.7% of the time" {
		t.Errorf("%q", got)
	}
}

// A record that has nothing but notes is shown for those, and does not take part in totals.
func TestNotesWithoutCounts(t *testing.T) {
	short := &tally.Record{Notes: []string{"too large"}}
	c := countersOf(short)
	s := []*Summary{{Name: "BenchmarkX", Counters: c}}
	if got, want := rendered(s, "text"), "\ncounters of BenchmarkX: none\ntoo large\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := rendered(s, "markdown"), "\nCounters of BenchmarkX: none\n\n- too large\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	c = countersOf(short, &tally.Record{Iters: 2, WallNS: 4, Counts: []tally.Count{counted("task-clock", 2)}})
	if u, ok := c.ratio("cpu-utilisation"); !ok || u != 0.5 || c.Runs != 1 || len(c.Notes) != 1 {
		t.Errorf("%+v", c)
	}
}

// rendered are the sections of counters, the tail and the roofline as text or Markdown.
func rendered(group []*Summary, format string) string {
	var b strings.Builder
	out := bufio.NewWriter(&b)
	if format == "text" {
		page := textPage{Writer: out}
		textCounters(page, group)
		textRooflines(page, group)
	} else {
		markdownCounters(out, group)
		markdownRooflines(out, group)
	}
	out.Flush()
	return b.String()
}

// Whatever a record says, the report is JSON, and each of its texts stays in its line.
func FuzzCounters(f *testing.F) {
	f.Add(`{"iters":1,"wall_ns":1,"counts":[{"name":"cycles","scope":"thread","total":1e18,"unit":"cycles/op"}]}`)
	f.Add(`{"iters":1,"counts":[{"name":"cycles","scope":"thread","total":1e308,"unit":"cycles/op"}]}`)
	f.Add(`{"iters":3,"from":2,"wall_ns":5e-324,"procs":4,"parallel":true,"counts":[{"name":"task-clock","scope":"process","total":1e18,"unit":"x"}]}`)
	f.Add(`{"iters":1,"counts":[{"name":"a\nb\u0007","scope":"system","total":0,"iters":5,"why":"\u001b[1mx\r\n"}],"notes":["\u001b]0;x\u0007\n# y"]}`)
	f.Add(`{"iters":0,"notes":["\n\n"]}`)
	f.Fuzz(func(t *testing.T, data string) {
		record, err := tally.Parse([]byte(data))
		if err != nil {
			return
		}
		c := countersOf(record, record, record)
		s := &Summary{Name: "X", Counters: c, source: &Benchmark{}}
		if _, err := json.Marshal(s.json()); err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"text", "markdown"} {
			for _, r := range rendered([]*Summary{s}, format) {
				if r != '\n' && !unicode.IsPrint(r) {
					t.Errorf("%s: %q", format, r)
				}
			}
		}
		if c != nil {
			for _, line := range append(c.lines(), c.block().Lines...) {
				if strings.ContainsAny(line, "\n\r") {
					t.Errorf("%q", line)
				}
			}
		}
	})
}

// A goroutine that waits for a processor of Go parks its thread: that is no blocking. What no run falls short of is what counts.
func TestWaitForProcessor(t *testing.T) {
	record := func(p50 float64) *tally.Record {
		p99 := 40e6
		return &tally.Record{Iters: 10, WallNS: 1e9, Counts: []tally.Count{
			counted("task-clock", 1e8), anyway(tally.Thread, "voluntary-switches", 30, 10), anyway(tally.Thread, "involuntary-switches", 3, 10),
			{Name: "sched-latency-p50-ns", Scope: tally.Runtime, Total: &p50, Iters: 10}, {Name: "sched-latency-p99-ns", Scope: tally.Runtime, Total: &p99, Iters: 10},
		}}
	}
	without := record(31e6)
	without.Counts = without.Counts[:3]
	for why, c := range map[string]struct {
		records []*tally.Record
		want    string
	}{
		"all":           {[]*tally.Record{record(35e6), record(31e6)}, "half of the waits 31 ms or more"},
		"not all":       {[]*tally.Record{record(31e6), record(1e3)}, "; or goroutines waited"},
		"one is silent": {[]*tally.Record{record(31e6), without}, "it blocks, on I/O, locks, channels or sleep; cache"},
	} {
		if text := strings.Join(countersOf(c.records...).lines(), "\n"); !strings.Contains(text, c.want) {
			t.Errorf("%s: %q lacks %q", why, text, c.want)
		}
	}
}

// Where events are counted for the process alone, its totals make the ratios.
func TestCountersOfTheProcessAlone(t *testing.T) {
	clock, cycles := counted("task-clock", 1500), counted("cycles", 3000)
	clock.Scope, cycles.Scope = tally.Process, tally.Process
	c := countersOf(&tally.Record{Iters: 10, WallNS: 1000, Counts: []tally.Count{clock, cycles, anyway(tally.Thread, "page-faults", 1, 10),
		anyway(tally.Process, "voluntary-switches", 2, 10), anyway(tally.Runtime, "gc-cpu-ns", 300, 10)}})
	for name, want := range map[string]float64{"cpus-used": 1.5, "clock": 2, "gc-share": 0.2, "voluntary-switches": 2e6} {
		if got, ok := c.ratio(name); !ok || got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
