package osstat

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"
)

// readAround reads before and after work, on one thread.
func readAround(t *testing.T, work func(), stats ...Stat) Readings {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := New(stats...)
	defer s.Close()
	from, to := s.NewSnapshot(), s.NewSnapshot()
	s.Begin(from)
	work()
	s.End(to)
	return Between(from, to)
}

func TestEveryStatIsDescribed(t *testing.T) {
	names := map[string]bool{}
	for stat := range NumStats {
		info := stat.Info()
		name := info.Owner.String() + " " + info.Name
		if info.Name == "" || names[name] {
			t.Errorf("stat %d: name %q is empty or not unique", stat, name)
		}
		names[name] = true
	}
}

// TestEveryStatHasASource also holds where nothing is known.
func TestEveryStatHasASource(t *testing.T) {
	given := map[Stat]int{}
	for _, source := range everything() {
		for _, stat := range source.stats() {
			given[stat]++
		}
		source.close()
	}
	for stat := range NumStats {
		if given[stat] != 1 {
			t.Errorf("%s of the %s comes from %d sources", stat.Info().Name, stat.Info().Owner, given[stat])
		}
	}
}

func TestKnownOrWhy(t *testing.T) {
	all := readAround(t, func() { time.Sleep(time.Millisecond) })
	for stat, r := range all {
		t.Logf("%s of the %s: %+v", Stat(stat).Info().Name, Stat(stat).Info().Owner, r)
		switch {
		case !r.Known && (r.Why == "" || r.Why == whyNotAsked || r.Value != 0):
			t.Errorf("%s: %+v: not known, without a reason", Stat(stat).Info().Name, r)
		case r.Known && (r.Value < 0 || math.IsNaN(r.Value) || math.IsInf(r.Value, 0)):
			t.Errorf("%s: %+v", Stat(stat).Info().Name, r)
		}
	}
}

func TestOnlyWhatIsAskedFor(t *testing.T) {
	all := readAround(t, func() {}, Goroutines)
	if !all[Goroutines].Known || all[Goroutines].Value < 1 {
		t.Errorf("goroutines: %+v", all[Goroutines])
	}
	if all[AllocBytes].Known || all[AllocBytes].Why != whyNotAsked {
		t.Errorf("bytes, not asked for: %+v", all[AllocBytes])
	}
}

var sink []byte

func TestAllocationsAreExact(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 1000
	all := readAround(t, func() {
		for range n {
			sink = make([]byte, 64)
		}
	}, AllocBytes)
	// A goroutine of the runtime may allocate a little at the same time.
	if got := all[Allocs].Value; got < n || got > n+20 {
		t.Errorf("%v objects allocated, want %d", got, n)
	}
	if got := all[AllocBytes].Value; got < 64*n || got > 64*n+4096 {
		t.Errorf("%v bytes allocated, want %d", got, 64*n)
	}
}

func TestCollections(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const n = 3
	all := readAround(t, func() {
		for range n {
			runtime.GC()
		}
	})
	if all[GCCycles].Value != n {
		t.Errorf("%+v cycles, want %d", all[GCCycles], n)
	}
	longest := all[GCPauseMax]
	if total := all[GCPauseTime].Value; total <= 0 || !longest.Known || longest.Value-longest.Error > total {
		t.Errorf("stopped for %v ns, and at most for %+v at once", total, longest)
	}
	if longest.Error <= 0 {
		t.Errorf("the longest pause comes from a histogram, and has an error of %v", longest.Error)
	}
	if !all[GCAssistTime].Known || !all[GCTime].Known || all[GCTime].Value <= 0 {
		t.Errorf("assist %+v, collecting %+v", all[GCAssistTime], all[GCTime])
	}
}

func TestNoCollection(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	all := readAround(t, func() {})
	for stat, why := range map[Stat]string{GCAssistTime: whyNoCycle, GCTime: whyNoCycle, GCPauseMax: whyNoPause} {
		if all[stat].Known || all[stat].Why != why {
			t.Errorf("%s: %+v, want %q", stat.Info().Name, all[stat], why)
		}
	}
	if !all[GCCycles].Known || !all[GCPauseTime].Known || all[GCCycles].Value != 0 || all[GCPauseTime].Value != 0 {
		t.Errorf("cycles %+v, pauses %+v, want 0", all[GCCycles], all[GCPauseTime])
	}
}

func TestSchedulingLatency(t *testing.T) {
	all := readAround(t, func() {
		var wait sync.WaitGroup
		for range 1000 {
			wait.Add(1)
			go func() { runtime.Gosched(); wait.Done() }()
		}
		wait.Wait()
	})
	p50, p99, most := all[SchedP50], all[SchedP99], all[SchedMax]
	if !p50.Known || !p99.Known || !most.Known || p50.Value > p99.Value || p99.Value > most.Value {
		t.Errorf("p50 %+v, p99 %+v, max %+v", p50, p99, most)
	}
}

func TestReadingDoesNotAllocate(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := New()
	defer s.Close()
	snapshot := s.NewSnapshot()
	if n := testing.AllocsPerRun(50, func() { s.Begin(snapshot); s.End(snapshot) }); n != 0 && runtime.GOOS == "linux" {
		t.Errorf("a reading allocates %v times", n)
	}
}

func TestThreadsAreNotMixed(t *testing.T) {
	from, to := new(Snapshot), new(Snapshot)
	from.thread, to.thread = 1, 2
	for _, s := range []*Snapshot{from, to} {
		s.set(ThreadPageFaults, 5)
		s.set(PageFaults, 7)
	}
	all := Between(from, to)
	if all[ThreadPageFaults].Known || all[ThreadPageFaults].Why != whyTwoThreads {
		t.Errorf("of two threads: %+v", all[ThreadPageFaults])
	}
	if !all[PageFaults].Known {
		t.Errorf("of the process: %+v", all[PageFaults])
	}
}

func TestBetween(t *testing.T) {
	from, to := new(Snapshot), new(Snapshot)
	from.set(PageFaults, 3)
	to.set(PageFaults, 10)
	from.setCoarse(StealTime, 10e6, 10e6)
	to.setCoarse(StealTime, 30e6, 10e6)
	from.set(PeakRSS, 100)
	to.set(PeakRSS, 90)
	from.set(Voluntary, 9)
	to.set(Voluntary, 8)
	from.unknown("so", Involuntary)
	to.set(Involuntary, 1)
	all := Between(from, to)
	for stat, want := range map[Stat]Reading{
		PageFaults:  {Value: 7, Known: true},
		StealTime:   {Value: 20e6, Error: 10e6, Known: true},
		PeakRSS:     {Value: 90, Known: true},
		Voluntary:   {Why: whyBackwards},
		Involuntary: {Why: "so"},
	} {
		if all[stat] != want {
			t.Errorf("%s: %+v, want %+v", stat.Info().Name, all[stat], want)
		}
	}
}

func TestPercentileOfAHistogram(t *testing.T) {
	inf := math.Inf(1)
	bounds := []float64{math.Inf(-1), 0, 1e-6, 2e-6, 4e-6, inf}
	for _, c := range []struct {
		before, after []uint64
		p             uint64
		want          Reading
	}{
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 0, 0, 0, 0}, 50, Reading{Why: "none"}},
		{[]uint64{0, 5, 5, 5, 5}, []uint64{0, 5, 5, 5, 5}, 100, Reading{Why: "none"}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 1, 0, 0, 0}, 1, Reading{Value: 500, Error: 500, Known: true}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 1, 0, 0, 0}, 100, Reading{Value: 500, Error: 500, Known: true}},
		{[]uint64{0, 9, 0, 0, 0}, []uint64{0, 9, 1, 1, 0}, 50, Reading{Value: 1500, Error: 500, Known: true}},
		{[]uint64{0, 9, 0, 0, 0}, []uint64{0, 9, 1, 1, 0}, 51, Reading{Value: 3000, Error: 1000, Known: true}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 99, 1, 0, 0}, 99, Reading{Value: 500, Error: 500, Known: true}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 98, 2, 0, 0}, 99, Reading{Value: 1500, Error: 500, Known: true}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{3, 0, 0, 0, 0}, 99, Reading{Known: true}},
		{[]uint64{0, 0, 0, 0, 0}, []uint64{0, 0, 0, 0, 1}, 99, Reading{Value: 4000, Known: true, Why: "or more: the runtime's histogram ends there"}},
	} {
		got := change{c.before, c.after, bounds}.percentile(c.p, "none")
		if math.Abs(got.Value-c.want.Value) > 1e-9 || math.Abs(got.Error-c.want.Error) > 1e-9 || got.Known != c.want.Known || got.Why != c.want.Why {
			t.Errorf("p%d of %v to %v: %+v, want %+v", c.p, c.before, c.after, got, c.want)
		}
	}
	if got := changeOf(metrics.Value{}, metrics.Value{}).percentile(50, "none"); got.Known || got.Why != whyNoMetric {
		t.Errorf("of no histogram: %+v", got)
	}
}

func BenchmarkRead(b *testing.B) {
	s := New()
	defer s.Close()
	snapshot := s.NewSnapshot()
	b.Run("begin-end", func(b *testing.B) {
		for b.Loop() {
			s.Begin(snapshot)
			s.End(snapshot)
		}
	})
	for _, source := range s.sources {
		b.Run(fmt.Sprintf("%T", source), func(b *testing.B) {
			for b.Loop() {
				source.read(snapshot)
			}
		})
	}
}

func ExampleBetween() {
	runtime.LockOSThread() // for the figures of the thread
	defer runtime.UnlockOSThread()
	s := New(GCCycles)
	defer s.Close()
	from, to := s.NewSnapshot(), s.NewSnapshot()
	s.Begin(from)
	runtime.GC()
	s.End(to)
	cycles := Between(from, to)[GCCycles]
	fmt.Println(cycles.Known, cycles.Value >= 1)
	// Output: true true
}
