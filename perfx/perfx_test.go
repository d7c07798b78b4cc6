package perfx_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/tally"
	"github.com/plateau-bench/plateau/perfx"
)

// A fakeB is a benchmark that Attach can be tried on.
type fakeB struct {
	N        int
	elapsed  time.Duration
	cleanups []func()
	log      []string
	metrics  map[string]float64
}

func (b *fakeB) Cleanup(f func())       { b.cleanups = append(b.cleanups, f) }
func (b *fakeB) Elapsed() time.Duration { return b.elapsed }
func (b *fakeB) Helper()                {}
func (b *fakeB) Name() string           { return fmt.Sprintf("BenchmarkFake/%p", b) }
func (b *fakeB) StartTimer()            {}
func (b *fakeB) StopTimer()             {}
func (b *fakeB) Log(args ...any)        { b.log = append(b.log, args[0].(string)) }
func (b *fakeB) ReportMetric(n float64, unit string) {
	if b.metrics == nil {
		b.metrics = make(map[string]float64)
	}
	b.metrics[unit] = n
}

// run attaches, works, and ends the benchmark after n iterations.
func (b *fakeB) run(n int, work func(), events ...string) {
	perfx.Attach(b, events...)
	begin := time.Now()
	work()
	b.elapsed = time.Since(begin)
	b.N = n
	for _, f := range slices.Backward(b.cleanups) {
		f()
	}
}

func spin(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

func TestAttachDividesByIterations(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("events are counted on Linux")
	}
	b := new(fakeB)
	b.run(10, func() { spin(20 * time.Millisecond) }, "task-clock")
	thread, process := b.metrics["task-clock-ns/op"], b.metrics["process-task-clock-ns/op"]
	if !(thread > 0 && thread < 1e9 && process >= 0.9*thread) {
		t.Errorf("%v, want the time of a tenth of the work for both scopes", b.metrics)
	}
}

// Names that are no event, and a benchmark without iterations, lead to a note or to nothing, and to no metric.
func TestAttachWithoutCounts(t *testing.T) {
	b := new(fakeB)
	b.run(10, func() {}, "cycels", "r", "")
	if len(b.metrics) != 0 {
		t.Errorf("metrics %v", b.metrics)
	}
	if log := strings.Join(b.log, "\n"); !strings.Contains(log, "cycels") {
		t.Errorf("log %q, want a word on cycels", log)
	}
	b = new(fakeB)
	b.run(0, func() {}, "task-clock")
	if len(b.metrics) != 0 {
		t.Errorf("without iterations: %v", b.metrics)
	}
}

// What the timer did not count is counted, which is said.
func TestAttachSaysWhatTheTimerLeavesOut(t *testing.T) {
	b := new(fakeB)
	perfx.Attach(b, "task-clock")
	spin(10 * time.Millisecond)
	b.N, b.elapsed = 1, time.Millisecond
	b.cleanups[0]()
	if log := strings.Join(b.log, "\n"); !strings.Contains(log, "the benchmark's timer ran for 1ms") {
		t.Errorf("log %q", log)
	}
}

// Counting begins at the first checkpoint behind the warm-up, or with the first iteration where nothing would be left.
func TestProbeCutsTheWarmupOut(t *testing.T) {
	for _, c := range []struct {
		why        string
		first      int64
		from, rest int64
		note       bool
	}{
		{"no warm-up: only what came before the first iteration", 0, 0, 100, false},
		{"a checkpoint right there", 10, 10, 90, false},
		{"the next one", 11, 50, 50, false},
		{"nothing behind it", 60, 0, 100, true},
		{"all of it", 100, 0, 100, true},
	} {
		p := perfx.Counters("task-clock")
		p.Begin()
		p.Checkpoint(10)
		p.Checkpoint(50)
		p.End(100) // a run of 99 and less ends with its last checkpoint
		p.Report(c.first, func(float64, string) {})
		p.Close()
		key, data := p.Record()
		r, err := tally.Parse(data)
		if err != nil || key != tally.Key {
			t.Fatalf("%s: %q, %v", c.why, key, err)
		}
		if r.From != c.from || r.Iters != c.rest {
			t.Errorf("%s: %d operations from %d on, want %d from %d", c.why, r.Iters, r.From, c.rest, c.from)
		}
		if said := strings.Contains(strings.Join(r.Notes, ""), "include the warm-up"); said != c.note {
			t.Errorf("%s: notes %q", c.why, r.Notes)
		}
	}
}

// More checkpoints than there is room for are no harm, and the end is always there.
func TestProbeOfManyCheckpoints(t *testing.T) {
	p := perfx.Counters("task-clock")
	p.Begin()
	for i := range int64(1000) {
		p.Checkpoint(i)
	}
	p.End(1000)
	p.Report(990, func(float64, string) {})
	_, data := p.Record()
	var r tally.Record
	if err := json.Unmarshal(data, &r); err != nil || r.From+r.Iters != 1000 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Reading totals allocates nothing.
func TestCheckpointDoesNotAllocate(t *testing.T) {
	p := perfx.Counters("task-clock", "page-faults")
	p.Begin()
	defer p.End(1)
	if n := testing.AllocsPerRun(50, func() { p.Checkpoint(1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A probe that was never begun, or not used to its end, is quiet.
func TestUnusedProbe(t *testing.T) {
	p := perfx.Counters()
	p.Checkpoint(1)
	p.End(2)
	p.Report(0, func(float64, string) { t.Error("a metric") })
	if key, data := p.Record(); key != "" || data != nil {
		t.Errorf("record %q %s", key, data)
	}
	if notes := p.Notes(); notes != nil {
		t.Errorf("notes %q", notes)
	}
	p.Begin()
	p.End(0)
	p.Report(0, func(float64, string) { t.Error("a metric of no iteration") })
}

// A failing benchmark gives its counters back, and others go on.
func TestProbesOneAfterTheOther(t *testing.T) {
	for range 5 {
		p := perfx.Counters("task-clock")
		p.Begin()
		spin(time.Millisecond)
		p.End(1)
		got := 0.0
		p.Report(0, func(v float64, unit string) { got = v })
		p.Close()
		if runtime.GOOS == "linux" && !(got > 0) {
			t.Errorf("task-clock %v", got)
		}
	}
}

// A probe of the process leaves the goroutine where it is, and counts.
func TestOfProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("events are counted on Linux")
	}
	p := perfx.Counters("task-clock").OfProcess()
	p.Begin()
	if names := p.Columns(1e9); names != nil {
		t.Errorf("columns %q of a goroutine that may move", names)
	}
	spin(5 * time.Millisecond)
	p.End(1)
	units := map[string]float64{}
	p.Report(0, func(v float64, unit string) { units[unit] = v })
	if len(units) != 1 || !(units["process-task-clock-ns/op"] > 0) {
		t.Errorf("%v, want process-task-clock-ns/op alone", units)
	}
	p.Close()
}

// What the system counts anyway may be asked for, names count once, and a name that is none is in the record.
func TestNames(t *testing.T) {
	p := perfx.Counters("gc-cycles", " task-clock", "task-clock", "cycels")
	p.Begin()
	runtime.GC()
	p.End(1)
	units := map[string]float64{}
	p.Report(0, func(v float64, unit string) { units[unit] += v })
	if units["gc-cycles/op"] < 1 {
		t.Errorf("%v, want a gc-cycles/op of 1 or more", units)
	}
	_, data := p.Record()
	p.Close()
	r, err := tally.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range r.Counts {
		if c.Name == "task-clock" && c.Scope == tally.Thread {
			n++
		}
	}
	if n != 1 || !strings.Contains(strings.Join(r.Notes, "\n"), "cycels") {
		t.Errorf("%d counts of task-clock, notes %q", n, r.Notes)
	}
}
