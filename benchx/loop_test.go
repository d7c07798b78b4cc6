package benchx

import (
	"testing"
	"time"
)

func wait(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

func TestLoopCountsMeasuredIterationsOnly(t *testing.T) {
	for _, c := range []struct {
		why       string
		benchTime string
		warmup    Warmup
		warm      int // -1: whatever it took
	}{
		{"a fixed warm-up", "300x", Warmup{Fixed: 30}, 30},
		{"a fixed warm-up longer than the probing phase", "300x", Warmup{Fixed: 100}, 100},
		{"no warm-up", "300x", Warmup{Off: true}, 0},
		{"a smoke test has none", "1x", Warmup{Fixed: 30}, 0},
		{"as long as it takes", "100x", Warmup{MaxTime: 10 * time.Millisecond}, -1},
		{"at most so many runs", "100x", Warmup{MaxIters: 40}, -1},
		{"for a time", "20ms", Warmup{Fixed: 30}, 30},
	} {
		t.Run(c.why, func(t *testing.T) {
			bodies, calls := 0, 0
			var s *S
			r := measure(t, c.benchTime, func(b *testing.B) {
				calls++
				s = Start(b, c.warmup)
				for s.Loop() {
					bodies++
					wait(20 * time.Microsecond)
				}
			})
			if calls != 1 {
				t.Errorf("the function was called %d times, want 1", calls)
			}
			warm := int(r.Extra["warmup-iters"])
			if bodies != r.N+warm {
				t.Errorf("the body ran %d times, want N=%d and %d of warm-up", bodies, r.N, warm)
			}
			if c.warm >= 0 && warm != c.warm {
				t.Errorf("warmup-iters = %d, want %d", warm, c.warm)
			}
			if r.Extra["p50-ns/op"] < 20_000 {
				t.Errorf("p50 = %v, want at least the 20 µs that the body waits", r.Extra["p50-ns/op"])
			}
		})
	}
}

// ns/op is of the measured iterations: a warm-up that took a hundred times longer does not show.
func TestLoopTimesMeasuredIterationsOnly(t *testing.T) {
	n := 0
	r := measure(t, "4x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 4})
		for s.Loop() {
			if n++; n <= 4 {
				time.Sleep(50 * time.Millisecond)
			}
		}
	})
	if r.N != 4 || n != 8 {
		t.Fatalf("N = %d and %d bodies, want 4 and 8", r.N, n)
	}
	if r.T >= 200*time.Millisecond {
		t.Errorf("measured %v, which includes the warm-up of 200 ms", r.T)
	}
}

// A warm-up may end before all laps were probed; the batch is then chosen from what there is, and only measured samples count.
func TestLoopChoosesTheBatchBehindAShortWarmUp(t *testing.T) {
	for _, fixed := range []int{1, 10, 40, 60, 63, 64, 65} {
		r := measure(t, "100x", func(b *testing.B) {
			s := Start(b, Warmup{Fixed: fixed})
			for s.Loop() {
				wait(30 * time.Microsecond)
			}
		})
		if batch := r.Extra["batch"]; batch != 0 {
			t.Errorf("warm-up of %d: operations of 30 µs measured in batches of %v", fixed, batch)
		}
		if got := r.Extra["warmup-iters"]; got != float64(fixed) {
			t.Errorf("warm-up of %d: warmup-iters = %v", fixed, got)
		}
	}
}

// Samples that were given up when the batch was chosen are no part of what is measured, nor of the warm-up's samples.
func TestLoopStartsOverWithABatch(t *testing.T) {
	var c capture
	r := measure(t, "100000x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 10})
		s.bench = &benchmark{}
		for s.Loop() {
		}
		c = s.capture(int64(b.Elapsed()), 1)
	})
	if c.batch == 1 {
		t.Fatal("an empty loop was not measured in batches")
	}
	if c.warm.samples != 0 {
		t.Errorf("%d of the samples count as warm-up, whose samples were given up", c.warm.samples)
	}
	if most := int64(r.N) / c.batch; c.all.n > most || c.all.n < most-probeLaps {
		t.Errorf("%d samples of %d iterations in batches of %d, want about %d", c.all.n, r.N, c.batch, most)
	}
	if c.iters != 10 {
		t.Errorf("%d iterations of warm-up, want the 10: those that chose the batch are none", c.iters)
	}
}

// Iterations that were given up during the warm-up are part of it, and not counted twice.
func TestLoopChoosesTheBatchWhileWarmingUp(t *testing.T) {
	var batch int64
	r := measure(t, "1000x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 1000})
		for s.Loop() {
		}
		batch = s.batch
	})
	if warm := int64(r.Extra["warmup-iters"]); batch == 1 || warm < 1000 || warm >= 1000+batch {
		t.Errorf("warmup-iters = %d in batches of %d, want 1000, rounded up to whole batches", warm, batch)
	}
}

// The samples of the warm-up take no room from those that count.
func TestLoopKeepsMeasuredSamples(t *testing.T) {
	var c capture
	measure(t, "100x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 90}, Keep(95), Batch(1))
		for s.Loop() {
		}
		c = s.capture(int64(b.Elapsed()), 1)
	})
	if c.warm.samples != 90 || c.all.n != 90+95 || c.lost != 5 {
		t.Errorf("%d samples, %d of them warm-up, %d lost, want 185, 90 and 5", c.all.n, c.warm.samples, c.lost)
	}
}

// Parts in a managed loop: those of its warm-up are discarded.
func TestLoopWithParts(t *testing.T) {
	var c capture
	measure(t, "100x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 92}, Batch(4))
		for s.Loop() {
			s.Begin()
			s.End()
		}
		c = s.capture(int64(b.Elapsed()), 1)
	})
	if c.warm.samples != 92 || c.all.n != 192 || c.iters != 92 {
		t.Errorf("%d parts, %d of them warm-up, want 192 and 92", c.all.n, c.warm.samples)
	}
}

// A Lap inside the managed loop does nothing.
func TestLapInsideLoop(t *testing.T) {
	var n int64
	r := measure(t, "200x", func(b *testing.B) {
		s := Start(b, Warmup{Off: true}, Batch(1))
		for s.Loop() {
			wait(time.Microsecond)
			s.Lap()
		}
		n = s.count()
	})
	if n != int64(r.N) {
		t.Errorf("%d samples of %d iterations", n, r.N)
	}
	n = 0
	r = measure(t, "200x", func(b *testing.B) {
		s := Start(b, Warmup{Fixed: 100}, Batch(1))
		for s.Loop() {
			wait(time.Microsecond)
			s.Lap()
		}
		n = s.count()
	})
	if n != int64(r.N)+100 {
		t.Errorf("%d samples of %d iterations and a warm-up of 100", n, r.N)
	}
}

// testing reports a loop that was left early as a failure of its own; we add nothing to that.
func TestLoopLeftEarly(t *testing.T) {
	for _, at := range []int{1, 5, 100} { // in the warm-up and behind it
		n := 0
		r := measure(t, "1000x", func(b *testing.B) {
			n = 0
			s := Start(b, Warmup{Fixed: 50})
			for s.Loop() {
				if n++; n == at {
					break
				}
			}
		})
		if len(r.Extra) != 0 {
			t.Errorf("break in iteration %d: a result %v", at, r)
		}
	}
}

func TestLoopStopsTimer(t *testing.T) {
	for _, fixed := range []int{0, 100} {
		var s *S
		r := measure(t, "200x", func(b *testing.B) {
			s = Start(b, Warmup{Fixed: fixed, Off: fixed == 0})
			for s.Loop() {
				b.StopTimer()
				wait(200 * time.Microsecond)
				b.StartTimer()
			}
		})
		if !s.bench.stopsTimer {
			t.Errorf("warm-up of %d: nobody noticed", fixed)
		}
		if p50 := r.Extra["p50-ns/op"]; p50 >= 200_000 {
			t.Errorf("warm-up of %d: p50 = %v ns, which includes the 200 µs excluded", fixed, p50)
		}
		if r.N != 200 {
			t.Errorf("warm-up of %d: N = %d, want 200", fixed, r.N)
		}
	}
}

// However long a warm-up was asked for, MaxTime bounds it where it is given.
func TestLoopBoundsItsWarmUp(t *testing.T) {
	for _, w := range []Warmup{{Fixed: 1 << 30, MaxTime: time.Millisecond}, {MinIters: 1 << 30, MaxTime: time.Millisecond}} {
		var warm settling
		r := measure(t, "10x", func(b *testing.B) {
			s := Start(b, w)
			for s.Loop() {
				wait(20 * time.Microsecond)
			}
			warm = s.managed.settled()
		})
		if r.N != 10 || !warm.cut {
			t.Errorf("%+v: N = %d, cut %v", w, r.N, warm.cut)
		}
	}
}
