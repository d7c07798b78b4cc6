package benchx

import (
	"testing"
	"time"
)

func TestStartTwice(t *testing.T) {
	r := measure(t, "30x", func(b *testing.B) {
		s := Start(b, Batch(1))
		if again := Start(b, Batch(64), nil); again != s {
			t.Errorf("a second Start gave another S")
		}
		for range b.N {
			wait(time.Microsecond)
			s.Lap()
		}
		if Start(b) != s {
			t.Error("a third Start behind the loop gave another S")
		}
	})
	if batch := r.Extra["batch"]; batch != 0 {
		t.Errorf("batch = %v: the options of the second Start counted", batch)
	}
	if len(active.of) != 0 {
		t.Errorf("%d benchmarks are still held after they returned", len(active.of))
	}
}

// everything calls every method.
func everything(s *S) {
	for range 3 {
		s.Lap()
		s.Begin()
		s.Mark("stage")
		s.End()
		s.End()
		s.Mark("stage")
		l := s.Lane()
		for range 3 {
			l.Lap()
			l.Begin()
			l.Mark("stage")
			l.End()
			l.End()
		}
		for s.Loop() {
			panic("a loop was entered")
		}
	}
}

func TestZeroIsHarmless(t *testing.T) {
	everything(new(S))
	l := new(Lane)
	l.Lap()
	l.Begin()
	l.Mark("stage")
	l.End()
}

// An S that outlives its benchmark measures nothing, whatever it measured before.
func TestHarmlessAfterReturn(t *testing.T) {
	for _, c := range []struct {
		why  string
		body func(b *testing.B, s *S)
	}{
		{"nothing", func(b *testing.B, s *S) {}},
		{"laps", func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
		}},
		{"parts", func(b *testing.B, s *S) {
			for range b.N {
				s.Begin()
				s.End()
			}
		}},
		{"b.Loop", func(b *testing.B, s *S) {
			for b.Loop() {
				s.Lap()
			}
		}},
		{"a managed loop", func(b *testing.B, s *S) {
			for s.Loop() {
			}
		}},
		{"a stopped timer", func(b *testing.B, s *S) {
			for range b.N {
				b.StopTimer()
				wait(10 * time.Microsecond)
				b.StartTimer()
				s.Lap()
			}
		}},
		{"lanes", func(b *testing.B, s *S) {
			b.RunParallel(func(pb *testing.PB) {
				l := s.Lane()
				for pb.Next() {
					l.Lap()
				}
			})
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			var s *S
			measure(t, "100x", func(b *testing.B) {
				s = Start(b)
				c.body(b, s)
			})
			everything(s)
			if s.mem != &nowhere || s.parts.mem != &nowhere || len(s.chunks)+len(s.parts.chunks) > 0 {
				t.Error("capture memory in use after the benchmark returned")
			}
			if len(s.lanes.all) > 0 {
				t.Errorf("%d lanes were begun after the benchmark returned", len(s.lanes.all))
			}
		})
	}
}

func TestTimerRuns(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		if !timerRuns(b) {
			t.Error("a running timer reads as stopped")
		}
		b.StopTimer()
		if timerRuns(b) {
			t.Error("a stopped timer reads as running")
		}
		s := Start(b)
		if timerRuns(b) {
			t.Error("Start started a timer that was stopped")
		}
		b.StartTimer()
		s.Lap()
	})
	measure(t, "1x", func(b *testing.B) {
		Start(b)
		if !timerRuns(b) {
			t.Error("Start stopped the timer")
		}
	})
}

// Every chunk is returned when all benchmarks have: none of what testing.Benchmark ran is kept.
func TestMemoryIsReturned(t *testing.T) {
	measure(t, "100x", func(b *testing.B) {
		s := Start(b)
		for range b.N {
			s.Lap()
		}
	})
	if n := len(store.sheets); n > 0 {
		t.Errorf("the samples of a benchmark without a name are kept in %d chunks", n)
	}
}
