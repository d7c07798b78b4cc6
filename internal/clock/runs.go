package clock

import "time"

// Runs reports whether a stopwatch is on, such as the timer of a *testing.B: two readings of a running one differ, within some
// microseconds even where the clock is coarse.
func Runs(watch interface{ Elapsed() time.Duration }) bool {
	first := watch.Elapsed()
	if watch.Elapsed() != first {
		return true
	}
	for begin := time.Now(); time.Since(begin) < 2*time.Microsecond; {
		if watch.Elapsed() != first {
			return true
		}
	}
	return watch.Elapsed() != first
}
