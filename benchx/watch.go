package benchx

import (
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// A timer is what watch needs of *testing.B.
type timer interface{ Elapsed() time.Duration }

// A watch finds out that a benchmark stops its timer inside the loop.
//
// Nothing tells an extension of b.StopTimer and b.StartTimer, but b.Elapsed stands still in between: the offset from it to the
// monotonic clock then grows, and otherwise never does. It is read in this order, clock and then timer, so that an
// interrupt between the two makes the offset smaller and raises no alarm.
type watch struct {
	largest int64 // offset so far, ns
	over    int   // readings in a row that exceeded it by more than slack
	laps    int   // readings of the probing phase, at most probeLaps
	latest  int64 // b.Elapsed at the last reading, ns

	begin int64            // b.Elapsed when the open iteration began, while probing
	timed [probeLaps]int64 // the probed iterations by the benchmark's timer, ns
}

// slack is how far an offset must exceed all earlier ones. No reading of 20,000 without excluded time did on Linux. A stopped
// timer costs more: starting it again reads the memory statistics, which stops the world.
const slack = int64(time.Microsecond)

func offset(t timer) (off, elapsed int64) {
	now := clock.Nano()
	elapsed = int64(t.Elapsed())
	return now - elapsed, elapsed
}

// read is offset for a check. A timer that was reset gives a new base: it excludes nothing from any iteration.
func (w *watch) read(t timer) (off, elapsed int64) {
	off, elapsed = offset(t)
	if elapsed < w.latest {
		w.base(t)
		off = w.largest
	}
	w.latest = elapsed
	return off, elapsed
}

// base takes the present offset as given, for instance after the timer was reset.
func (w *watch) base(t timer) {
	w.over = 0
	w.largest, w.latest = offset(t)
	for range 2 { // the one reading that must not be too small
		off, _ := offset(t)
		w.largest = max(w.largest, off)
	}
}

// see takes an offset and reports whether this and the one before lie above all earlier ones.
func (w *watch) see(off int64) bool {
	if off > w.largest+slack {
		w.over++
		return w.over >= 2
	}
	w.over = 0
	w.largest = max(w.largest, off)
	return false
}

// check reads the offset at the end of an iteration and reports whether the timer was stopped since the base.
func (w *watch) check(t timer) bool {
	off, _ := w.read(t)
	return w.see(off)
}

// probe is check for one of the first laps, where the iteration is also timed by the benchmark's timer in case that is what
// counts.
func (w *watch) probe(t timer) bool {
	off, elapsed := w.read(t)
	if w.laps < probeLaps { // only goroutines that share a recorder, which they must not, go beyond
		w.timed[w.laps] = max(elapsed-w.begin, 0)
		w.laps++
	}
	return w.see(off)
}
