package clock

import (
	"math"
	"runtime"
	"testing"
	"time"
)

func TestFacts(t *testing.T) {
	f := Open()
	if f.Source != TSC && f.Source != CNTVCT && f.Source != Monotonic {
		t.Errorf("Source = %q", f.Source)
	}
	for name, v := range map[string]float64{"ReadNS": f.ReadNS, "StepNS": f.StepNS} {
		if !(v > 0 && v < 1e6) {
			t.Errorf("%s = %v, want a positive time below 1 ms", name, v)
		}
	}
	if g := Open(); g != f {
		t.Errorf("a second Open gave %+v, the first %+v", g, f)
	}
}

// The witness is the runtime's clock over the same stretch. The bound is loose since a shared machine may stop us between the
// readings; a rate that is off by a unit or by the counter's frequency misses it by far.
func TestRateAgreesWithTime(t *testing.T) {
	f := Open()
	if !f.Trusted() {
		t.Skip("no trusted hardware counter on this machine")
	}
	from, begin := ReadPair(), time.Now()
	time.Sleep(50 * time.Millisecond)
	to, elapsed := ReadPair(), time.Since(begin)
	rate := Rate(from, to)
	got := float64(to.Tick-from.Tick) * rate
	if want := float64(elapsed); math.Abs(got-want) > 0.5*want {
		t.Errorf("50 ms measured as %v ns in ticks and %v ns in time", got, want)
	}
	if later := Rate(f.First, ReadPair()); math.Abs(later/rate-1) > 0.1 {
		t.Errorf("rate since the process began %v, over 50 ms %v", later, rate)
	}
}

func TestRateOfClocksThatDoNotAdvance(t *testing.T) {
	for _, c := range []struct {
		why      string
		from, to Pair
	}{
		{"the same moment", Pair{5, 5}, Pair{5, 5}},
		{"a counter that stands still", Pair{5, 5}, Pair{5, 9}},
		{"a counter that goes backwards", Pair{5, 5}, Pair{4, 9}},
		{"time that stands still", Pair{5, 5}, Pair{9, 5}},
	} {
		if r := Rate(c.from, c.to); r != 0 {
			t.Errorf("%s: Rate = %v, want 0", c.why, r)
		}
	}
	if r := Rate(Pair{0, 0}, Pair{100, 50}); r != 0.5 {
		t.Errorf("100 ticks in 50 ns: Rate = %v, want 0.5", r)
	}
}

// Extremes: differences of readings near the ends of the range, and one step.
func TestRateOfExtremes(t *testing.T) {
	for _, c := range []struct {
		from, to Pair
		want     float64
	}{
		{Pair{0, 0}, Pair{1, 1}, 1},
		{Pair{0, 0}, Pair{math.MaxInt64, 1}, 1 / float64(math.MaxInt64)},
		{Pair{0, 0}, Pair{1, math.MaxInt64}, float64(math.MaxInt64)},
		{Pair{-5, -7}, Pair{5, 13}, 2},
		{Pair{math.MaxInt64 - 10, 0}, Pair{math.MinInt64 + 9, 10}, 0.5}, // the counter wrapped
	} {
		if got := Rate(c.from, c.to); got != c.want {
			t.Errorf("Rate(%v, %v) = %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

func TestTrusted(t *testing.T) {
	for _, c := range []struct {
		source Source
		want   bool
	}{{TSC, true}, {CNTVCT, true}, {Monotonic, !hasHardware}} {
		if got := (Facts{Source: c.source}).Trusted(); got != c.want {
			t.Errorf("%s: trusted %v, want %v", c.source, got, c.want)
		}
	}
}

// Both clocks go forward on one goroutine that stays on its thread, and a pair is no later than what is read behind it.
func TestClocksGoForward(t *testing.T) {
	f := Open()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tick, nano := Ticks(), Nano()
	if nano < 0 {
		t.Errorf("Nano = %d before it was opened", nano)
	}
	for range 10_000 {
		p, n := ReadPair(), Nano()
		if p.Nano < nano || n < p.Nano {
			t.Fatalf("Nano %d, then %d in a pair, then %d", nano, p.Nano, n)
		}
		if f.Trusted() && p.Tick < tick {
			t.Fatalf("Ticks %d, then %d in a pair", tick, p.Tick)
		}
		tick, nano = p.Tick, n
	}
}

// What measure finds out for a source that is not trusted is of the monotonic clock.
func TestMeasureMonotonic(t *testing.T) {
	Open()
	f := measure(Monotonic)
	if f.Source != Monotonic || !(f.ReadNS > 0 && f.ReadNS < 1e6) || !(f.StepNS > 0 && f.StepNS < 1e9) {
		t.Errorf("%+v", f)
	}
}

// Open may be called by several goroutines at once, which all learn the same.
func TestOpenIsOne(t *testing.T) {
	const goroutines = 8
	got := make(chan Facts, goroutines)
	for range goroutines {
		go func() { got <- Open() }()
	}
	for range goroutines {
		if f := <-got; f != Open() {
			t.Errorf("%+v and %+v", f, Open())
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	Open()
	if n := testing.AllocsPerRun(100, func() { Ticks(); Nano(); ReadPair() }); n != 0 {
		t.Errorf("reading the clocks allocates %v times", n)
	}
}

func BenchmarkTicks(b *testing.B) {
	Open()
	for b.Loop() {
		Ticks()
	}
}

func BenchmarkNano(b *testing.B) {
	Open()
	for b.Loop() {
		Nano()
	}
}
