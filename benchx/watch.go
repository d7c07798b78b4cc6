package benchx

import (
	"math"
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
	resets  int   // how often the timer was found to have gone back
	laps    int   // readings of the probing phase, at most probeLaps
	latest  int64 // elapsed of the last reading, ns

	began int64            // b.Elapsed when the open iteration began, while probing
	timed [probeLaps]int64 // the probed iterations by the benchmark's timer, ns
}

// slack is how far an offset must exceed all earlier ones. No reading of 20,000 without excluded time did on Linux. A stopped
// timer costs more: starting it again reads the memory statistics, which stops the world.
const slack = int64(time.Microsecond)

// A moment is one on the monotonic clock and, a reading later, on the benchmark's timer, both in ns.
type moment struct{ nano, elapsed int64 }

func momentOf(t timer) moment {
	nano := clock.Nano()
	return moment{nano, int64(t.Elapsed())}
}

func (m moment) offset() int64 { return m.nano - m.elapsed }

// base takes the present offset as given, for instance after the timer was reset.
func (w *watch) base(t timer) {
	w.baseOf(momentOf(t))
	for range 2 { // the one reading that must not be too small
		w.largest = max(w.largest, momentOf(t).offset())
	}
}

// baseOf takes the offset of one moment as given.
func (w *watch) baseOf(m moment) {
	w.over, w.largest, w.latest = 0, m.offset(), m.elapsed
}

// begin takes the offset at the first lap of a loop as given. Where nothing was excluded since expected was the offset, which
// was not too small, that is confirmed without further readings: in a loop that runs once they would be much of its time.
func (w *watch) begin(t timer, m moment, expected int64) {
	if off := m.offset(); off > expected+slack || off < expected-slack {
		w.base(t)
		return
	}
	w.baseOf(m)
	w.largest = max(w.largest, expected)
}

// see takes an offset and reports whether this and the one before lie above all earlier ones.
func (w *watch) see(off int64) bool {
	if w.blind() {
		return false
	}
	if w.exceeds(off, 0) {
		w.over++
		return w.over >= 2
	}
	w.over = 0
	w.largest = max(w.largest, off)
	return false
}

// exceeds reports whether an offset that is known but for doubt lies above all earlier ones by more than slack.
func (w *watch) exceeds(off, doubt int64) bool { return off > w.largest+slack+doubt }

// blind reports whether nothing can be learnt from the timer: a benchmark that resets it again and again excludes whatever was
// before, and means none of it.
func (w *watch) blind() bool { return w.resets > 1 }

// check looks at the end of an iteration and reports whether the timer was stopped since the base. A timer that was reset gives a
// new base: it excludes nothing from any iteration.
func (w *watch) check(t timer, m moment) bool {
	if m.elapsed < w.latest {
		w.resets++
		w.base(t)
		return false
	}
	w.latest = m.elapsed
	return w.see(m.offset())
}

// probe ends one of the first laps, which is also timed by the benchmark's timer in case that is what counts: until exclusions are
// found, nothing is lost. The next lap begins at once by that timer. The clock is read beside it, for a check, where one is due.
func (w *watch) probe(t timer) bool {
	if n := w.laps + 1; n > closeLaps && n&(n-1) != 0 && w.over == 0 {
		w.time(int64(t.Elapsed()))
		return false
	}
	m := momentOf(t)
	w.time(m.elapsed)
	return w.check(t, m)
}

// closeLaps is how many laps are all checked. Most benchmarks that stop their timer do so in every iteration.
const closeLaps = 8

// time ends a probed lap by the benchmark's timer.
func (w *watch) time(elapsed int64) {
	if w.laps < probeLaps { // only goroutines that share a recorder, which they must not, go beyond
		w.timed[w.laps] = max(elapsed-w.began, 0)
		w.laps++
	}
	if elapsed < w.began {
		w.latest = math.MaxInt64 // the timer was reset: the next check will not find it advanced
	}
	w.began = elapsed
}
