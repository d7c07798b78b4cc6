package benchx

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// Time that is excluded is in no sample. The identity behind it: samples that are differences of the benchmark's timer cannot
// add up to more than it shows.
func TestSamplesAddUpToElapsed(t *testing.T) {
	for _, c := range []struct {
		why     string
		stopped func(i, n int) bool
		samples func(n int64) int64 // at least
	}{
		{"never", func(i, n int) bool { return false }, func(n int64) int64 { return n - 1 }},
		{"at every iteration", func(i, n int) bool { return true }, func(n int64) int64 { return n - 1 }},
		{"from the 30th on", func(i, n int) bool { return i >= 30 }, func(n int64) int64 { return n - 1 }},
		{"once, while probing", func(i, n int) bool { return i == 20 }, func(n int64) int64 { return n - 1 }},
		{"once, behind that", func(i, n int) bool { return i == 70 }, func(n int64) int64 { return n - 1 - 129 }},
		{"from the 100th on", func(i, n int) bool { return i >= 100 }, func(n int64) int64 { return n - 1 - 130 }},
	} {
		t.Run(c.why, func(t *testing.T) {
			var s *S
			var sum, elapsed, skipped int64
			var tick float64
			r := measure(t, "400x", func(b *testing.B) {
				s = Start(b, Batch(1))
				s.bench = &benchmark{batch: 1}
				for i := range b.N {
					if c.stopped(i, b.N) {
						b.StopTimer()
						time.Sleep(200 * time.Microsecond)
						b.StartTimer()
					}
					wait(2 * time.Microsecond)
					s.Lap()
				}
				b.StopTimer()
				elapsed, skipped = int64(b.Elapsed()), s.skipped
				tick = s.roughTick()
				sum = 0
				all := s.durations()
				for _, d := range all.values() {
					sum += d
				}
				if all.n < c.samples(int64(b.N)) && b.N > 1 {
					t.Errorf("%d samples of %d iterations, %d given up, want %d", all.n, b.N, skipped, c.samples(int64(b.N)))
				}
				if all.n+skipped != int64(b.N)-1 {
					t.Errorf("%d samples and %d given up of %d iterations", all.n, skipped, b.N)
				}
			})
			if got := float64(sum) * tick; got > float64(elapsed)*1.01 {
				t.Errorf("samples add up to %v of %d ns", got, elapsed)
			}
			if c.why == "never" == s.bench.stopsTimer {
				t.Errorf("stopsTimer = %v", s.bench.stopsTimer)
			}
			if r.N != 400 {
				t.Errorf("N = %d", r.N)
			}
		})
	}
}

// When the timer turns out to be stopped while probing, what the probed laps took by the timer replaces what the clock said.
func TestProbedLapsAreKept(t *testing.T) {
	s := &S{b: new(testing.B), bench: new(benchmark)}
	s.owner = s
	s.prepare(1000, allSegments)
	defer s.release()
	s.phase = phaseProbe
	for i := range 10 {
		s.add(1_000_000)
		s.watch.timed[i] = int64(i)
		s.watch.laps++
	}
	s.stopsTimer()
	if s.source != sourceElapsed || s.phase != phasePlain || !s.bench.stopsTimer {
		t.Errorf("source %d, phase %d, stopsTimer %v", s.source, s.phase, s.bench.stopsTimer)
	}
	if s.skipped != 0 {
		t.Errorf("%d iterations given up", s.skipped)
	}
	all := s.durations()
	if got := all.values(); !slices.Equal(got, ascending(10, 0)) {
		t.Errorf("samples %v, want those of the timer, 0 to 9", got)
	}
}

// Where every lap is looked at, the reading that ends a sample begins the next: nothing falls between them.
func TestPlainSamplesAreChained(t *testing.T) {
	clock.Open()
	s := &S{b: new(testing.B), bench: new(benchmark)}
	s.owner, s.batch, s.source = s, 1, sourceNano
	s.watch.largest = math.MaxInt64 / 2 // no alarm: the timer of this benchmark does not run
	s.prepare(1000, allSegments)
	defer s.release()
	s.measure()
	begin := s.begin
	for range 500 {
		s.Lap()
	}
	all := s.durations()
	sum := int64(0)
	for _, d := range all.values() {
		sum += d
	}
	if all.n != 500 || sum != s.begin-begin {
		t.Errorf("%d samples add up to %d of %d ns", all.n, sum, s.begin-begin)
	}
}

// So it is by the benchmark's timer, beyond a chunk, where timerLap takes nearly all laps; there is no room for the last ten.
func TestTimedSamplesAreChained(t *testing.T) {
	const room = 3 * chunkLen / 2
	var sum, took, lost int64
	var all samples
	var edges int
	measure(t, "1x", func(b *testing.B) {
		s := Start(b, Keep(room))
		s.source, s.bench = sourceElapsed, &benchmark{batch: 1, stopsTimer: true}
		s.Lap()
		begin := s.begin
		for range room {
			if s.pos < s.edge {
				edges++
			}
			s.Lap()
		}
		took = s.begin - begin
		for range 10 {
			s.Lap()
		}
		lost, all = s.lost, s.durations()
		for _, d := range all.values() {
			sum += d
		}
	})
	if all.n != room || lost != 10 {
		t.Errorf("%d samples and %d lost, want %d and 10", all.n, lost, room)
	}
	if sum != took {
		t.Errorf("samples add up to %d of %d ns", sum, took)
	}
	if edges < room-4 {
		t.Errorf("timerLap took %d of %d laps, want nearly all", edges, room)
	}
}

// A timer that is reset in one of the first iterations takes nothing from the samples, and excludes nothing. (Later it may have come
// past the value of the last check by the next one, and cannot be told from one that stood still.)
func TestResetInsideTheLoop(t *testing.T) {
	for _, at := range []int{0, 1, 7, 8, 10, 33, 62} {
		var s *S
		samples := int64(0)
		measure(t, "200x", func(b *testing.B) {
			s = Start(b, Batch(1))
			for i := range b.N {
				s.Lap()
				wait(30 * time.Microsecond)
				if i == at {
					b.ResetTimer()
				}
			}
			samples = s.count() + s.skipped
		})
		if samples != 199 || s.skipped > 0 || s.bench.stopsTimer {
			t.Errorf("reset in iteration %d: %d samples and %d given up, excluded time found: %v", at, samples-s.skipped, s.skipped, s.bench.stopsTimer)
		}
	}
}

// A benchmark that resets its timer in every iteration means no time by it: samples are what the clock says, and none is shorter
// than its operation.
func TestResetInEveryIteration(t *testing.T) {
	const work = 30 * time.Microsecond
	var s *S
	var all samples
	short := 0
	measure(t, "400x", func(b *testing.B) {
		s = Start(b, Batch(1))
		for range b.N {
			s.Lap()
			b.ResetTimer()
			wait(work)
		}
		tick := s.roughTick()
		all = s.durations()
		for _, d := range all.values() {
			if float64(d)*tick < 0.9*float64(work) {
				short++
			}
		}
	})
	if s.source == sourceElapsed || s.bench.stopsTimer {
		t.Error("resets are taken for excluded time")
	}
	if all.n < 200 || short > 0 {
		t.Errorf("%d samples of 400 iterations, %d of them shorter than the operation", all.n, short)
	}
}

func TestUntilCheck(t *testing.T) {
	s := new(S)
	for _, c := range []struct{ count, want int64 }{{0, 64}, {63, 64}, {64, 64}, {65, 65}, {128, 128}, {1 << 20, 1 << 20}} {
		if got := s.untilCheck(c.count); got != c.want {
			t.Errorf("after %d samples: %d, want %d", c.count, got, c.want)
		}
	}
	for _, c := range []struct{ count, want int64 }{{0, 0}, {63, 0}, {64, 64}, {65, 65}} {
		if got := s.untilPartCheck(c.count); got != c.want {
			t.Errorf("after %d parts: %d, want %d", c.count, got, c.want)
		}
	}
	due := 0
	for count := int64(1); count <= 4*chunkLen; count++ {
		if s.checkDue(count) {
			due++
		}
	}
	if due != 16+1 { // the powers of two up to four chunks, and the end of the third chunk
		t.Errorf("%d checks in %d samples", due, 4*chunkLen)
	}
	s.watch.over = 1
	if s.untilCheck(1<<20) != 1 || !s.checkDue(12345) {
		t.Error("no look at the lap behind a suspicious one")
	}
}

func TestPickBatch(t *testing.T) {
	const read = 10
	below, above := func(x float64) float64 { return math.Nextafter(x, 0) }, func(x float64) float64 { return math.Nextafter(x, 2*x) }
	for _, c := range []struct {
		why    string
		ns     float64
		keep   int64
		iters  int
		second float64
		stages int
		want   int64
	}{
		{"twenty reads", 200, 1, 0, 1, 0, 1},
		{"just below", below(200), 1, 0, 1, 0, 2}, // 200/190
		{"just above", above(200), 1, 0, 1, 0, 1},
		{"200 of an own 100", 110, 1, 0, 1, 0, 2},
		{"a little less", below(110), 1, 0, 1, 0, 4},
		{"next to nothing counts as a quarter", 10, 1, 0, 1, 0, 128}, // 200/2.5 = 80
		{"nothing at all as a quarter of a step", 0, 1, 0, 1, 0, 128},
		{"a second, a million samples: 954 ns are needed", 1000, 0, 0, 1, 0, 1},
		{"less than that", 500, 0, 0, 1, 0, 2}, // 953.7/490
		{"ten seconds", 1000, 0, 0, 10, 0, 16}, // 9537/990
		{"with Keep it does not count", 500, 1, 0, 10, 0, 1},
		{"a million iterations", 1000, 0, defaultKeep, 0, 0, 1},
		{"and one", 1000, 0, defaultKeep + 1, 0, 0, 2},
		{"two million", 1000, 0, 2 * defaultKeep, 0, 0, 2},
		{"a few", 1000, 0, 100, 0, 0, 1},
		{"a few of short operations", 50, 0, 100, 0, 0, 1},
		{"enough for some samples", 50, 0, 799, 0, 0, 4},
		{"and for batches that are long enough", 50, 0, 800, 0, 0, 8}, // 200/40 = 5
		{"a stage belongs to one operation", 10, 0, 0, 1, 1, 1},
		{"no number", math.NaN(), 1, 0, 1, 0, 1},
	} {
		s := new(S)
		s.clock.ReadNS, s.clock.StepNS = read, read
		s.config.keep, s.flags.benchIters, s.flags.benchTime = c.keep, c.iters, time.Duration(c.second*1e9)
		s.stages = make([]*stage, c.stages)
		if got := s.pickBatch(c.ns); got != c.want {
			t.Errorf("%s: batch %d for %v ns, want %d", c.why, got, c.ns, c.want)
		}
	}
}

func TestCeilPowerOfTwo(t *testing.T) {
	for _, c := range []struct {
		x    float64
		want int64
	}{
		{0, 1}, {-5, 1}, {math.NaN(), 1}, {math.Inf(-1), 1}, {0.5, 1},
		{math.Nextafter(1, 0), 1}, {1, 1}, {math.Nextafter(1, 2), 2},
		{math.Nextafter(2, 0), 2}, {2, 2}, {math.Nextafter(2, 3), 4},
		{3, 4}, {math.Nextafter(4, 0), 4}, {4, 4}, {math.Nextafter(4, 5), 8},
		{1000, 1024}, {1024, 1024}, {1025, 2048},
		{maxBatch/2 + 1, maxBatch}, {math.Nextafter(maxBatch, 0), maxBatch}, {maxBatch, maxBatch},
		{math.Nextafter(maxBatch, math.Inf(1)), maxBatch}, {1e300, maxBatch}, {math.Inf(1), maxBatch},
	} {
		if got := ceilPowerOfTwo(c.x); got != c.want {
			t.Errorf("ceilPowerOfTwo(%v) = %d, want %d", c.x, got, c.want)
		}
	}
}

func TestProbedMedian(t *testing.T) {
	s := new(S)
	s.source = sourceNano // a unit is 1 ns
	s.prepare(1000, allSegments)
	defer s.track.release()
	for i := range int64(probeLaps) {
		s.add(100 + (i*37)%probeLaps) // 100 to 163 in some order
	}
	if got := s.probedMedian(); got != 134 { // of 141 114 151 124 161 134 107 144 117 154 127
		t.Errorf("median = %v, want 134, the sixth of the latest eleven", got)
	}
	s.close()
	s.add(7000) // a warm-up ended, one lap was probed behind it
	if got := s.probedMedian(); got != 7000 {
		t.Errorf("median = %v of the only lap of 7000", got)
	}
}

// A short operation that excludes time now and then is batched like any other, with the dearer clock in mind: one by one its
// samples would be readings of that clock and little else.
func TestShortOperationsThatExcludeTimeAreBatched(t *testing.T) {
	var s *S
	result := measure(t, "20000x", func(b *testing.B) {
		s = Start(b)
		for i := range b.N {
			if i%1000 == 999 {
				b.StopTimer()
				b.StartTimer()
			}
			s.Lap()
		}
	})
	if !s.bench.stopsTimer {
		t.Fatal("the exclusions were not found")
	}
	if batch := result.Extra["batch"]; batch < 4 {
		t.Errorf("batch = %v for an operation of next to nothing", batch)
	}
}
