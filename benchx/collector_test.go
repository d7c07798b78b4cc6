package benchx

import (
	"runtime"
	"testing"
)

var sink []byte

// collections are the cycles of the collector while n operations allocate 1 KiB each, on one processor.
func collections(t *testing.T, start bool) (cycles uint32) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	measure(t, "100000x", func(b *testing.B) {
		lap := func() {}
		if start {
			lap = Start(b, Batch(1), Keep(1<<20)).Lap
		}
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range b.N {
			sink = make([]byte, 1024)
			lap()
		}
		runtime.ReadMemStats(&after)
		cycles = after.NumGC - before.NumGC
	})
	return cycles
}

// Samples on the Go heap would change how often the collector of this benchmark runs: 32 times without them, 40 times with.
// The collector works beside the benchmark: where a busy machine holds it up, the heap outgrows its goal and cycles are
// fewer, in one of 150 rounds by a fourth. So the rounds with the most count.
func TestCollectorRunsAsOftenAsWithoutUs(t *testing.T) {
	var without, with uint32
	for range 4 {
		without, with = max(without, collections(t, false)), max(with, collections(t, true))
	}
	if without < 10 {
		t.Fatalf("%d cycles say nothing", without)
	}
	if max(with, without)-min(with, without) > 2 { // one cycle may end on the other side of either edge
		t.Errorf("%d cycles without us and %d with us", without, with)
	}
}

// The reason for that: a million samples are no live heap.
func TestSamplesAreNotOnTheHeap(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		s := Start(b, Batch(1), Keep(1<<20))
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range 1 << 20 {
			s.Lap()
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if s.count() < 1<<20-2 {
			t.Fatalf("%d samples", s.count())
		}
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
			t.Errorf("the live heap grew by %d bytes over a million samples", grown)
		}
	})
}

func TestNothingIsAllocated(t *testing.T) {
	for _, c := range []struct {
		why  string
		body func(b *testing.B, s *S)
	}{
		{"laps", func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
		}},
		{"laps, parts and marks", func(b *testing.B, s *S) {
			for range b.N {
				s.Begin()
				s.Mark("a")
				s.End()
				s.Mark("b")
				s.Lap()
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
	} {
		r := measure(t, "200000x", func(b *testing.B) {
			b.ReportAllocs()
			c.body(b, Start(b, Batch(1), Warmup{Fixed: 100}))
		})
		if r.AllocsPerOp() != 0 || r.AllocedBytesPerOp() != 0 {
			t.Errorf("%s: %d allocations and %d bytes an operation", c.why, r.AllocsPerOp(), r.AllocedBytesPerOp())
		}
	}
}

// Not one allocation in all the laps, those that need a new chunk included.
func TestLapAllocatesNothing(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		s := Start(b, Batch(1), Keep(1<<20))
		for range probeLaps + 10 {
			s.Lap()
		}
		if n := testing.AllocsPerRun(5, func() {
			for range chunkLen {
				s.Lap()
			}
		}); n != 0 {
			t.Errorf("%v allocations in %d laps", n, chunkLen)
		}
		l := s.Lane()
		if n := testing.AllocsPerRun(5, func() {
			for range chunkLen {
				l.Lap()
			}
		}); n != 0 {
			t.Errorf("%v allocations in %d laps of a lane", n, chunkLen)
		}
	})
}
