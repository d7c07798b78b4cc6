package benchx

import (
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// The fields that a goroutine writes to lie at least 128 bytes from both ends of its lane: processors fetch cache lines of 64
// bytes in pairs.
func TestLanesArePadded(t *testing.T) {
	var l Lane
	before := unsafe.Offsetof(l.recorder)
	behind := unsafe.Sizeof(l) - before - unsafe.Sizeof(l.recorder)
	if before < 128 || behind < 128 {
		t.Errorf("%d bytes before and %d behind the recorder, want 128", before, behind)
	}
}

func TestLanesOfParallelBenchmark(t *testing.T) {
	var iterations, bodies atomic.Int64
	var lanes int
	var samples int64
	r := measure(t, "400x", func(b *testing.B) {
		iterations.Store(0)
		bodies.Store(0)
		s := Start(b)
		b.SetParallelism(3)
		b.RunParallel(func(pb *testing.PB) {
			bodies.Add(1)
			l := s.Lane()
			for pb.Next() {
				wait(30 * time.Microsecond)
				iterations.Add(1)
				l.Lap()
			}
		})
		lanes, samples = len(s.lanes.all), 0
		for _, l := range s.lanes.all {
			samples += l.count()
		}
	})
	if lanes != int(bodies.Load()) {
		t.Errorf("%d lanes of %d goroutines", lanes, bodies.Load())
	}
	if samples != iterations.Load() || samples != int64(r.N) {
		t.Errorf("%d samples of %d iterations, N = %d", samples, iterations.Load(), r.N)
	}
	if p50 := r.Extra["p50-ns/op"]; p50 < 30_000 {
		t.Errorf("p50 = %v, want at least the 30 µs of an iteration", p50)
	}
}

// A sample of a lane is a whole batch, the first as any other.
func TestLanesInBatches(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		l := Start(b, Batch(8)).Lane()
		for lap := range int64(40) {
			if got := l.count(); got != lap/8 {
				t.Errorf("%d samples after %d laps, want %d", got, lap, lap/8)
			}
			l.Lap()
		}
	})
}

// A lane that is used again begins as a new one.
func TestLanesAreReused(t *testing.T) {
	bench := &benchmark{name: "BenchmarkReused"}
	for call := range 3 {
		measure(t, "1x", func(b *testing.B) {
			s := Start(b, Keep(5), Batch(1))
			s.bench = bench
			l := s.Lane()
			if l.lost != 0 || l.partsLost != 0 || l.began != 0 || len(l.stages) != 0 || l.count() != 0 || l.parts.count() != 0 {
				t.Errorf("call %d: a lane begins with something in it", call)
			}
			for range 8 { // 3 are lost
				l.Lap()
				l.Begin()
				l.Mark("a")
				l.End()
			}
			l.Begin()
			if l.count() != 5 || l.lost != 3 || l.partsLost != 3 {
				t.Errorf("call %d: %d samples, %d and %d lost, want 5, 3 and 3", call, l.count(), l.lost, l.partsLost)
			}
		})
		if len(bench.lanes) != 1 {
			t.Fatalf("%d lanes are at rest, want 1", len(bench.lanes))
		}
	}
}

// The batch of a parallel benchmark comes from an earlier call; one with stages has none.
func TestLanesLearnTheBatch(t *testing.T) {
	for _, c := range []struct {
		why   string
		body  func(l *Lane)
		batch bool
	}{
		{"short operations", func(l *Lane) {}, true},
		{"short operations with a stage", func(l *Lane) { l.Mark("a") }, false},
		{"long operations", func(l *Lane) { wait(20 * time.Microsecond) }, false},
	} {
		bench := new(benchmark)
		measure(t, "1000x", func(b *testing.B) {
			s := Start(b)
			s.bench = bench
			l := s.Lane()
			for range 200 { // also in the first call, for N = 1, which is not the last
				c.body(l)
				l.Lap()
			}
		})
		if got := bench.batch > 1; got != c.batch {
			t.Errorf("%s: batch = %d", c.why, bench.batch)
		}
	}
}
