package benchx

import (
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// An S measures the iterations of one call of a benchmark function. Its methods belong to the goroutine of the benchmark, but
// for [S.Lane]. The zero value measures nothing, and so does an S whose benchmark function has returned.
type S struct {
	recorder

	b      *testing.B
	config config
	flags  flags
	bench  *benchmark // what is known of this benchmark from earlier calls
	clock  clock.Facts
	wall   time.Time  // when the call began
	pair   clock.Pair // and the same moment on both clocks
	rough  float64    // length of a tick in ns as it was known then: to some tenths of a percent

	watch    watch
	started  int64 // Nano when Start returned
	offset   int64 // from b.Elapsed to Nano then, ns; never too small
	first    int64 // length of the piece before the first lap in ns
	skipped  int64 // iterations given up when the capture started over
	backward int64 // pieces left out of samples that were added up
	touched  bool  // anything was measured
	looped   bool  // in a loop over b.Loop: the function is called once for a run
	procs    int   // GOMAXPROCS when the call began

	loopLeft int64 // calls of Loop until the batch is full
	managed  managed
	lanes    lanes
	bounds   bounds
	counting counting
	marking  marking
	columns  columns
}

// active holds the measurement of each running benchmark, so that a second Start finds it. An entry goes when its benchmark
// function has returned: until then its *testing.B cannot be reused.
var active struct {
	sync.Mutex
	of map[*testing.B]*S
}

// Start begins to measure b. Call it right before the loop; the results are reported when the benchmark function has
// returned. Its own work is kept out of the benchmark's time, allocations included.
//
// Start never prints, panics, or fails a benchmark. A second Start on the same b returns what the first did, and ignores the
// options. Under [testing.Benchmark] outside of go test the metrics are in [testing.BenchmarkResult.Extra].
func Start(b *testing.B, options ...Option) *S {
	running := timerRuns(b) // first of all, since what comes before the timer stands still is charged to the benchmark
	if running {
		b.StopTimer()
	}
	b.Helper()
	s, fresh := start(b, options)
	if fresh {
		s.beginCounting()
	}
	before := int64(b.Elapsed())
	if running {
		b.StartTimer()
		if fresh {
			s.readProbes(0) // what starting the timer takes is not the benchmark's
		}
	}
	if fresh {
		s.started = clock.Nano() // the timer has come back from stopping the world
		s.offset = s.started - before
	}
	return s
}

// start finds the measurement of b, or makes a new one.
func start(b *testing.B, options []Option) (s *S, fresh bool) {
	b.Helper()
	active.Lock()
	defer active.Unlock()
	if s := active.of[b]; s != nil {
		return s, false
	}
	s = newS(b, newConfig(options))
	if active.of == nil {
		active.of = make(map[*testing.B]*S)
	}
	active.of[b] = s
	b.Cleanup(func() {
		b.Helper()
		active.Lock()
		delete(active.of, b)
		active.Unlock()
		s.finish()
	})
	return s, true
}

// allSegments is more than a track of any size has.
const allSegments = math.MaxInt

func newS(b *testing.B, c config) *S {
	s := &S{b: b, config: c, clock: clock.Open(), flags: readFlags(), first: -1}
	s.procs = runtime.GOMAXPROCS(0)
	s.bench = benchmarks.of(b.Name())
	if s.bench.name != "" {
		benchmarks.settle(s.bench) // testing runs one after the other
	}
	s.bench.ps = c.percentiles
	s.prepare(c.capacity(), allSegments)
	s.room(chunkLen) // the first chunk is there before the loop begins
	s.parts.prepare(s.keep, allSegments)
	s.owner = s
	s.stages = s.space[:0]
	s.phase = phaseFirst
	s.batch = 1
	if c.batch > 0 {
		s.bench.batch = c.batch
	}
	if s.bench.batch > 0 {
		s.batch = s.bench.batch
	}
	s.left = 1 // the first lap comes by whatever the batch is: it ends the piece before the loop proper
	if s.bench.resetsTimer {
		s.watch.resets = 2
	}
	switch {
	case s.bench.stopsTimer:
		s.source = sourceElapsed
	case !s.clock.Trusted():
		s.source = sourceNano
	}
	s.wall = time.Now()
	s.pair = clock.ReadPair()
	s.rough = s.tick(s.pair, shortRun)
	return s
}

// timerRuns reports whether the benchmark's timer is on. Two readings are nearly always enough, and need no code that may be
// cold.
func timerRuns(b *testing.B) bool {
	first := b.Elapsed()
	return b.Elapsed() != first || clock.Runs(b)
}

// touch is called when the first thing is measured. Inside a loop over b.Loop, b.N is 0.
func (s *S) touch() {
	if !s.touched {
		s.touched = true
		s.looped = s.looped || s.b.N == 0
	}
}
