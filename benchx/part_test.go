package benchx

import (
	"testing"
	"time"
)

func TestPartsWithoutLaps(t *testing.T) {
	var s *S
	var parts int64
	r := measure(t, "500x", func(b *testing.B) {
		s = Start(b)
		for range b.N {
			wait(100 * time.Microsecond / 10)
			s.Begin()
			wait(2 * time.Microsecond)
			s.End()
			s.End() // without a Begin: nothing
		}
		parts = s.parts.count()
	})
	if parts != int64(r.N) {
		t.Errorf("%d parts of %d iterations", parts, r.N)
	}
	if p50 := r.Extra["p50-ns/op"]; !(p50 >= 2000 && p50 < float64(r.NsPerOp())) {
		t.Errorf("p50 = %v, want between the part's 2 µs and the iteration's %d ns", p50, r.NsPerOp())
	}
}

// When the timer turns out to be stopped late, the parts that another clock measured are given up.
func TestPartsStartOver(t *testing.T) {
	for _, laps := range []bool{false, true} {
		var parts int64
		measure(t, "400x", func(b *testing.B) {
			s := Start(b)
			s.bench = &benchmark{batch: 1}
			for i := range b.N {
				s.Begin()
				if i >= 100 {
					b.StopTimer()
					wait(20 * time.Microsecond)
					b.StartTimer()
				}
				s.End()
				if laps {
					s.Lap()
				}
			}
			parts = s.parts.count()
		})
		if parts < 200 || parts >= 300 {
			t.Errorf("laps %v: %d parts, want those behind the find, of 400 iterations with excluded time from the 100th on", laps, parts)
		}
	}
}

// Parts of a benchmark that stops its timer are recorded all the same, with or without laps.
func TestPartsWithTimerStopped(t *testing.T) {
	for _, laps := range []bool{false, true} {
		var s *S
		var parts int64
		r := measure(t, "200x", func(b *testing.B) {
			s = Start(b)
			s.bench = &benchmark{} // every call has to find out
			for range b.N {
				s.Begin()
				wait(10 * time.Microsecond)
				b.StopTimer()
				wait(100 * time.Microsecond)
				b.StartTimer()
				s.End()
				if laps {
					s.Lap()
				}
			}
			parts = s.parts.count()
		})
		if parts < int64(r.N)-4 {
			t.Errorf("laps %v: %d parts of %d iterations", laps, parts, r.N)
		}
		if !s.bench.stopsTimer {
			t.Errorf("laps %v: nobody noticed that the timer was stopped", laps)
		}
		if p50 := r.Extra["p50-ns/op"]; !(p50 >= 10_000 && p50 < 100_000) {
			t.Errorf("laps %v: p50 = %v ns, want the 10 µs without the 100 excluded", laps, p50)
		}
	}
}
