package benchx

import (
	"testing"
	"time"
)

func TestLastCall(t *testing.T) {
	failed, skipped := new(testing.B), new(testing.B)
	failed.Fail()
	skip, done := skipped.SkipNow, make(chan bool)
	go func() { // which it ends
		defer close(done)
		skip()
	}()
	<-done
	for _, c := range []struct {
		why     string
		b       *testing.B
		n       int
		looped  bool
		iters   int
		time    time.Duration
		elapsed time.Duration
		want    bool
	}{
		{why: "a first try", n: 1, time: time.Second, elapsed: time.Microsecond},
		{why: "just too short", n: 1000, time: time.Second, elapsed: time.Second - 1},
		{why: "long enough", n: 1000, time: time.Second, elapsed: time.Second, want: true},
		{why: "longer", n: 1, time: time.Second, elapsed: time.Minute, want: true},
		{why: "as often as testing goes", n: 1e9, time: time.Second, elapsed: time.Millisecond, want: true},
		{why: "one less", n: 1e9 - 1, time: time.Second, elapsed: time.Millisecond},
		{why: "over b.Loop it is the only call", looped: true, time: time.Second, want: true},
		{why: "over b.Loop with 5x", n: 5, looped: true, iters: 5, want: true},
		{why: "5x tries 1 first", n: 1, iters: 5, elapsed: time.Hour},
		{why: "5x", n: 5, iters: 5, want: true},
		{why: "1x", n: 1, iters: 1, want: true},
		{why: "failed", b: failed, n: 1, time: time.Second, want: true},
		{why: "skipped", b: skipped, n: 1, iters: 5, want: true},
	} {
		s := &S{b: c.b, looped: c.looped}
		if s.b == nil {
			s.b = new(testing.B)
		}
		n := &s.b.N // testing's to set, and here we are testing
		*n = c.n
		s.flags.benchIters, s.flags.benchTime = c.iters, c.time
		if got := s.lastCall(int64(c.elapsed)); got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}
}

// What lastCall says is what testing does: only the call that it returns from is the last.
func TestLastCallAgreesWithTesting(t *testing.T) {
	for _, benchTime := range []string{"1x", "2x", "5x", "3ms"} {
		for _, loop := range []bool{false, true} {
			calls, last := 0, 0
			measure(t, benchTime, func(b *testing.B) {
				calls++
				s := Start(b)
				if loop {
					for b.Loop() {
						wait(100 * time.Microsecond)
						s.Lap()
					}
				} else {
					for range b.N {
						wait(100 * time.Microsecond)
						s.Lap()
					}
				}
				b.StopTimer()
				if s.lastCall(int64(b.Elapsed())) {
					if last++; last > 1 {
						t.Errorf("%s, b.Loop %v: call %d is the last, and so was one before", benchTime, loop, calls)
					}
				}
			})
			if last != 1 {
				t.Errorf("%s, b.Loop %v: %d of %d calls were the last", benchTime, loop, last, calls)
			}
		}
	}
}

// Time excluded where nobody looked any more is noticed when the function has returned.
func TestExcludedLate(t *testing.T) {
	for _, c := range []struct {
		why  string
		at   int // iteration in which time is excluded, of 200; looks are taken at the first 65, at 130 and at 259
		want bool
	}{
		{"never", -1, false},
		{"behind the last look", 190, true},
		{"at the last iteration", 199, true},
		{"behind the last lap", 200, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			bench := &benchmark{batch: 1}
			measure(t, "200x", func(b *testing.B) {
				s := Start(b)
				s.bench = bench
				exclude := func() {
					b.StopTimer()
					time.Sleep(2 * time.Millisecond)
					b.StartTimer()
				}
				for i := range b.N {
					if i == c.at {
						exclude()
					}
					wait(time.Microsecond)
					s.Lap()
				}
				if b.N == c.at {
					exclude()
				}
			})
			if bench.stopsTimer != c.want {
				t.Errorf("noticed: %v, want %v", bench.stopsTimer, c.want)
			}
		})
	}
}

// A benchmark that failed, was skipped or measured nothing has no metrics.
func TestNoMetrics(t *testing.T) {
	for _, c := range []struct {
		why  string
		body func(b *testing.B, s *S)
	}{
		{"nothing measured", func(b *testing.B, s *S) {}},
		{"failed", func(b *testing.B, s *S) { s.Lap(); b.FailNow() }},
		{"skipped", func(b *testing.B, s *S) { s.Lap(); b.SkipNow() }},
		{"a loop that was left", func(b *testing.B, s *S) {
			for b.Loop() {
				s.Lap()
				break
			}
		}},
	} {
		r := measure(t, "3x", func(b *testing.B) { c.body(b, Start(b)) })
		if len(r.Extra) > 0 {
			t.Errorf("%s: %v", c.why, r.Extra)
		}
	}
}
