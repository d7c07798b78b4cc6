package benchx

import (
	"math"
	"testing"
	"time"
)

// Every iteration of a loop between the first Lap and Stop is a sample, however few there are.
func TestStopLeavesNoEdge(t *testing.T) {
	const work = 50 * time.Microsecond
	for _, c := range []struct {
		why  string
		loop func(b *testing.B, s *S)
	}{
		{"over b.N", func(b *testing.B, s *S) {
			for i := 0; i < b.N; i++ {
				s.Lap()
				wait(work)
			}
			s.Stop()
		}},
		{"over b.Loop", func(b *testing.B, s *S) {
			for b.Loop() {
				s.Lap()
				wait(work)
			}
			s.Stop()
		}},
		{"excluded time at the beginning", func(b *testing.B, s *S) {
			for i := 0; i < b.N; i++ {
				s.Lap()
				b.StopTimer()
				wait(4 * work)
				b.StartTimer()
				wait(work)
			}
			s.Stop()
		}},
		{"excluded time at the end", func(b *testing.B, s *S) {
			b.StopTimer()
			for i := 0; i < b.N; i++ {
				s.Lap()
				wait(4 * work)
				b.StartTimer()
				wait(work)
				b.StopTimer()
			}
			s.Stop()
		}},
		{"what follows is no iteration", func(b *testing.B, s *S) {
			for i := 0; i < b.N; i++ {
				s.Lap()
				wait(work)
			}
			s.Stop()
			wait(20 * work)
		}},
	} {
		for _, benchTime := range []string{"1x", "2x", "5x", "19x", "40x"} {
			t.Run(c.why+" "+benchTime, func(t *testing.T) {
				const most = 140_000.0
				lowest := math.Inf(1)
				for try := 0; try < 20 && lowest > most; try++ { // a busy machine makes most samples longer now and then
					var samples int64
					r := measure(t, benchTime, func(b *testing.B) {
						wait(3 * work)
						s := Start(b)
						c.loop(b, s)
						samples = s.count()
					})
					if samples != int64(r.N) {
						t.Errorf("%d samples of %d iterations", samples, r.N)
					}
					p50 := r.Extra["p50-ns/op"]
					if p50 < 50_000 {
						t.Errorf("p50 = %v, want at least 50 µs", p50)
					}
					lowest = min(lowest, p50)
				}
				// Set-up of 150 µs and excluded time of 200 are no part of any sample.
				if lowest > most {
					t.Errorf("p50 = %v, want some 50 µs", lowest)
				}
			})
		}
	}
}

// A loop over b.Loop ends by stopping the timer, which takes long and is no part of an iteration: the last one is left out of a
// long run.
func TestStopOfLongLoop(t *testing.T) {
	for _, c := range []struct {
		why  string
		lost int64
		loop func(b *testing.B, s *S)
	}{
		{"over b.N", 0, func(b *testing.B, s *S) {
			for i := 0; i < b.N; i++ {
				s.Lap()
				wait(20 * time.Microsecond)
			}
		}},
		{"over b.Loop", 1, func(b *testing.B, s *S) {
			for b.Loop() {
				s.Lap()
				wait(20 * time.Microsecond)
			}
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			measure(t, "500x", func(b *testing.B) {
				s := Start(b, Batch(1))
				c.loop(b, s)
				s.Stop()
				if got, want := s.count(), int64(b.N)-c.lost; b.N == 500 && got != want {
					t.Errorf("%d samples, want %d", got, want)
				}
			})
		})
	}
}

// What is prepared in a loop of its own is no sample.
func TestStopForgetsPreparation(t *testing.T) {
	prepare := func(b *testing.B, s *S) {
		for i := 0; i < b.N; i++ {
			s.Lap()
		}
		s.Stop()
	}
	for _, c := range []struct {
		why    string
		before func(b *testing.B, s *S)
	}{
		{"a timer that is reset", func(b *testing.B, s *S) {
			prepare(b, s)
			b.ResetTimer()
		}},
		{"a timer that stands still", func(b *testing.B, s *S) {
			b.StopTimer()
			prepare(b, s)
			b.StartTimer()
		}},
		{"both", func(b *testing.B, s *S) {
			prepare(b, s)
			b.StopTimer()
			prepare(b, s)
			b.ResetTimer()
			b.StartTimer()
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			var s *S
			r := measure(t, "200x", func(b *testing.B) {
				s = Start(b)
				c.before(b, s)
				Start(b)
				for i := 0; i < b.N; i++ {
					s.Lap()
					wait(30 * time.Microsecond)
				}
				s.Stop()
				if got := s.count() * s.batch; got != int64(b.N) {
					t.Errorf("%d samples of %d iterations", got, b.N)
				}
				if s.batch != 1 {
					t.Errorf("batch %d, chosen for what was forgotten", s.batch)
				}
			})
			if p50 := r.Extra["p50-ns/op"]; p50 < 30_000 {
				t.Errorf("p50 = %v, want that of the second loop, at least 30 µs", p50)
			}
		})
	}
}

// Iterations of several loops are no operations, and neither are those of a loop that was no part of the result.
func TestStopReportsNothing(t *testing.T) {
	loop := func(b *testing.B, s *S) {
		for i := 0; i < b.N; i++ {
			s.Lap()
			wait(10 * time.Microsecond)
		}
	}
	parallel := func(b *testing.B, s *S) {
		b.RunParallel(func(pb *testing.PB) {
			l := s.Lane()
			for pb.Next() {
				l.Lap()
				wait(10 * time.Microsecond)
			}
			l.Stop()
		})
		s.Stop()
	}
	for _, c := range []struct {
		why string
		f   func(b *testing.B, s *S)
	}{
		{"two timed loops", func(b *testing.B, s *S) {
			loop(b, s)
			s.Stop()
			loop(b, s)
			s.Stop()
		}},
		{"two timed loops, the second left by return", func(b *testing.B, s *S) {
			loop(b, s)
			s.Stop()
			loop(b, s)
		}},
		{"two parallel loops", func(b *testing.B, s *S) {
			parallel(b, s)
			parallel(b, s)
		}},
		{"the timer is reset behind the only loop", func(b *testing.B, s *S) {
			loop(b, s)
			s.Stop()
			b.ResetTimer()
			wait(time.Microsecond)
		}},
		{"no lap", func(b *testing.B, s *S) { s.Stop() }},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := measure(t, "100x", func(b *testing.B) { c.f(b, Start(b)) })
			if len(r.Extra) != 0 {
				t.Errorf("reported %v", r.Extra)
			}
		})
	}
}

// The first piece of a goroutine ends at the top of its first iteration, and is none.
func TestStopOfLanes(t *testing.T) {
	var samples int64
	r := measure(t, "400x", func(b *testing.B) {
		s := Start(b, Batch(1))
		b.SetParallelism(2)
		b.RunParallel(func(pb *testing.PB) {
			l := s.Lane()
			wait(100 * time.Microsecond) // as long as several iterations
			for pb.Next() {
				l.Lap()
				wait(30 * time.Microsecond)
			}
			l.Stop()
			l.Stop()
		})
		s.Stop()
		all, memory := s.laneSamples()
		samples = all.n
		memory.release()
	})
	if samples != int64(r.N) {
		t.Errorf("%d samples of %d iterations", samples, r.N)
	}
}

// That b.Loop stops the timer behind the last iteration excludes nothing.
func TestStopBehindLoopExcludesNothing(t *testing.T) {
	for _, benchTime := range []string{"1x", "2x", "30x", "64x", "65x", "300x"} {
		var s *S
		measure(t, benchTime, func(b *testing.B) {
			s = Start(b, Batch(1))
			for b.Loop() {
				s.Lap()
				wait(5 * time.Microsecond)
			}
			wait(100 * time.Microsecond)
			s.Stop()
		})
		if s.bench.stopsTimer || s.bounds.late || s.skipped > 0 {
			t.Errorf("%s: excluded time found: %v, late: %v, %d samples given up", benchTime, s.bench.stopsTimer, s.bounds.late, s.skipped)
		}
	}
}

// The timer is as it was, and what Stop does itself is neither excluded time nor an allocation of the benchmark.
func TestStopLeavesTheTimer(t *testing.T) {
	for _, runs := range []bool{true, false} {
		var s *S
		r := measure(t, "10x", func(b *testing.B) {
			b.ReportAllocs()
			s = Start(b)
			for range b.N {
				s.Lap()
				wait(20 * time.Microsecond)
			}
			if !runs {
				b.StopTimer()
			}
			s.Stop()
			if timerRuns(b) != runs {
				t.Errorf("the timer runs: %v behind Stop, %v before", !runs, runs)
			}
		})
		if s.bounds.late && runs || s.bench.stopsTimer && runs {
			t.Error("what Stop does counts as excluded time")
		}
		if r.N != 10 || r.AllocsPerOp() != 0 {
			t.Errorf("%d iterations with %d allocations each, want 10 without", r.N, r.AllocsPerOp())
		}
	}
}

// Stop may stand where there is nothing to end.
func TestStopIsHarmless(t *testing.T) {
	new(S).Stop()
	new(Lane).Stop()
	var s *S
	r := measure(t, "30x", func(b *testing.B) {
		s = Start(b, Warmup{Fixed: 10})
		for s.Loop() {
			s.Lap()
			wait(10 * time.Microsecond)
		}
		s.Stop()
		s.Stop()
	})
	s.Stop()
	if r.Extra["warmup-iters"] != 10 || r.Extra["p50-ns/op"] < 10_000 {
		t.Errorf("a managed loop with Stop reports %v", r.Extra)
	}
	if n := testing.AllocsPerRun(20, func() { s.Stop() }); n != 0 {
		t.Errorf("Stop allocates %v times", n)
	}
}
