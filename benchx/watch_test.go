package benchx

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// A fakeTimer runs with the clock but for what is excluded. An interrupt comes between the reading of the clock and its own.
type fakeTimer struct {
	excluded, interrupt time.Duration
}

func (f *fakeTimer) Elapsed() time.Duration {
	return time.Duration(clock.Nano()) - f.excluded + f.interrupt
}

// Interrupts between the two readings raise no alarm, in 20,000 laps.
func TestWatchRaisesNoFalseAlarm(t *testing.T) {
	clock.Open()
	r := rand.New(rand.NewPCG(5, 6))
	f := new(fakeTimer)
	var w watch
	w.base(f)
	for lap := range 20_000 {
		f.interrupt = 0
		if r.IntN(50) == 0 {
			f.interrupt = time.Duration(r.ExpFloat64() * 20_000)
		}
		if w.check(f, momentOf(f)) {
			t.Fatalf("an alarm at lap %d, nothing is excluded", lap)
		}
	}
}

// The first reading of the base may be interrupted as well, and the second.
func TestWatchBaseWithInterrupts(t *testing.T) {
	clock.Open()
	for _, interrupted := range [][3]bool{{true, false, false}, {false, true, true}, {true, true, false}} {
		f := &interruptedTimer{at: interrupted}
		var w watch
		w.base(f)
		for lap := range 100 {
			if w.check(f, momentOf(f)) {
				t.Fatalf("%v: an alarm at lap %d, nothing is excluded", interrupted, lap)
			}
		}
	}
}

type interruptedTimer struct {
	at   [3]bool
	read int
}

func (i *interruptedTimer) Elapsed() time.Duration {
	now := time.Duration(clock.Nano())
	if i.read < len(i.at) && i.at[i.read] {
		now += 50 * time.Microsecond
	}
	i.read++
	return now
}

// An exclusion of more than a microsecond is found at the second lap behind it, whenever it comes and whatever noise there is.
func TestWatchFindsExclusions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		w := watch{largest: r.Int64N(1e9)}
		level := w.largest
		at := r.IntN(300)
		excluded := slack + 1 + int64(r.ExpFloat64()*5000)
		for lap := range at {
			if w.see(level - int64(r.ExpFloat64()*200)) {
				t.Fatalf("an alarm at lap %d, before anything was excluded", lap)
			}
		}
		if w.see(level + excluded) {
			t.Fatal("an alarm at the first reading that is too large")
		}
		if !w.see(level + excluded) {
			t.Fatalf("%d ns excluded at lap %d were not found", excluded, at)
		}
	}
}

func TestWatchSee(t *testing.T) {
	for _, c := range []struct {
		why  string
		offs []int64
		want bool
	}{
		{"the slack itself is no alarm", []int64{slack, slack, slack}, false},
		{"one more is", []int64{slack + 1, slack + 1}, true},
		{"once is not enough", []int64{slack + 1}, false},
		{"and then back", []int64{slack + 1, 0, slack + 1, 0}, false},
		{"an interrupt hides one reading", []int64{5000, -9000, 5000, 5000}, true},
		{"a larger one does not become the measure", []int64{5000, 0, 4000, 4000}, true},
		{"slow growth is taken along", []int64{900, 1800, 2700, 3600}, false},
	} {
		var w watch
		got := false
		for _, off := range c.offs {
			got = w.see(off)
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}

// While probing, each lap is timed by the benchmark's timer as well.
func TestWatchProbeTimesLaps(t *testing.T) {
	f := manualTimer(1000)
	var w watch
	for lap := range probeLaps {
		w.began = int64(f)
		f += manualTimer(10 + lap)
		w.largest = 1 << 62 // no alarm
		if w.probe(&f) {
			t.Fatal("an alarm")
		}
		if w.timed[lap] != int64(10+lap) || w.laps != lap+1 {
			t.Fatalf("lap %d took %d, want %d; %d laps", lap, w.timed[lap], 10+lap, w.laps)
		}
	}
}

type manualTimer time.Duration

func (m *manualTimer) Elapsed() time.Duration { return time.Duration(*m) }
