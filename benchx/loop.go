package benchx

import (
	"math"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
	"github.com/plateau-bench/plateau/internal/steady"
)

// managed is the state of a loop over S.Loop.
type managed struct {
	state    loopState
	complete bool  // all iterations that were granted have been done
	batch    int64 // iterations left in the open batch of the warm-up
	values   *steady.Detector
	blocks   steady.Blocks
	runs     int64 // iterations of the warm-up
	begin    int64 // Nano when it began
	limit    time.Duration
	judged   bool // result is an answer: the warm-up was neither off nor of a fixed length
	cut      bool // MaxTime ended it before Fixed or MinIters were done
	result   steady.Result
	latest   float64 // mean of a sample among those that were judged last, ns
	warm     int64   // samples of the warm-up that were captured
	parts    int64   // and of them parts
	tick     float64 // of the source, ns: to some percent, which is enough to tell steady from unsteady
}

type loopState uint8

const (
	loopNew     loopState = iota // not entered
	loopWarming                  // inside the first iteration of b.Loop, for as long as it takes
	loopMeasuring
	loopOver // the benchmark function has returned
)

// noLaps keeps a Lap inside the managed loop from doing anything.
const noLaps = math.MaxInt64

// Loop is a managed loop: for s.Loop() { ... }. It warms the body up until its times are steady, discards that, and then
// measures exactly the iterations that b.Loop grants, so that b.N, ns/op, B/op, allocs/op and -benchtime are about warm ones
// only. No Lap is needed.
//
// The warm-up takes place inside the first iteration of b.Loop and ends when the times are steady, or after [Warmup].MaxTime.
// With -benchtime=1x, a smoke test, there is none.
//
// The compiler keeps results of calls alive in a loop over b.Loop, but not in this one: use them (assign them to a variable
// that is read behind the loop), or the compiler may drop the work. A body that takes next to no time is noted in the log.
func (s *S) Loop() bool {
	if s.loopLeft--; s.loopLeft > 0 {
		return s.b.Loop() || s.complete()
	}
	return s.loop()
}

// complete is called when b.Loop has granted all iterations. A loop that was left otherwise is reported as a failure by testing,
// but for Go 1.24, which takes it for a result.
func (s *S) complete() bool {
	s.managed.complete = true
	return false
}

func (s *S) loop() bool {
	if s.managed.state != loopMeasuring {
		return s.loopSlow()
	}
	t := clock.Ticks()
	s.loopLeft = s.batch
	if p := s.pos; p < s.limit {
		s.mem[p&(chunkLen-1)] = t
		s.pos = p + 1
	} else {
		s.slow(t)
		s.loopLeft, s.left = s.batch, noLaps
	}
	return s.b.Loop() || s.complete()
}

// loopSlow is Loop until the measurement has begun.
func (s *S) loopSlow() bool {
	m := &s.managed
	if s.b == nil || m.state == loopOver {
		return false
	}
	if m.state == loopNew {
		s.looped, s.touched = true, true
		s.left = noLaps
		if !s.b.Loop() {
			return false
		}
		return s.enter()
	}
	m.runs++
	if m.batch--; m.batch > 0 {
		return true
	}
	m.batch = s.batch
	s.warmLap(s.now())
	s.left = noLaps
	return true
}

// enter begins the warm-up or, without one, the measurement.
func (s *S) enter() bool {
	m, w := &s.managed, &s.config.warmup
	s.watch.base(s.b)
	if w.Off || s.flags.benchIters == 1 {
		s.measureLoop()
		return true
	}
	m.state = loopWarming
	m.limit = w.MaxTime
	if m.limit == 0 {
		m.limit = max(s.flags.benchTime, time.Second, w.MinTime)
	}
	m.values = steady.New(steady.Config{Tolerance: w.Tolerance, Confidence: w.Confidence})
	m.batch = s.batch
	m.begin = clock.Nano()
	m.tick = s.roughTick()
	s.phase = phaseIdle
	s.beginProbe()
	return true
}

// warmLap ends an iteration (or a batch of them) of the warm-up.
func (s *S) warmLap(t int64) {
	m, w := &s.managed, &s.config.warmup
	d := t - s.begin
	s.add(d) // as far as there is room: the end of the warm-up must not depend on it
	switch {
	case s.source == sourceElapsed: // nothing left to find out
	case s.watch.laps < probeLaps:
		if s.watch.probe(s.b) {
			s.warmStopsTimer()
		} else if s.watch.laps == probeLaps && w.Fixed == 0 { // a fixed number is counted one by one
			s.chooseBatch(s.probedMedian())
			m.batch = s.batch
		}
	case s.checkDue(s.count()) && s.watch.check(s.b, momentOf(s.b)):
		s.warmStopsTimer()
	}
	if w.Fixed > 0 {
		m.cut = m.runs < int64(w.Fixed) && w.MaxTime > 0 && clock.Nano()-m.begin >= int64(w.MaxTime)
		if m.cut || m.runs >= int64(w.Fixed) {
			s.measureLoop()
			return
		}
	} else if s.judge(float64(d)) {
		return
	}
	s.beginProbe()
}

// judge gives a sample to the detector and begins the measurement when that has an answer or time is up.
func (s *S) judge(d float64) bool {
	m, w := &s.managed, &s.config.warmup
	mean, ops, ok := m.blocks.Add(d * m.tick)
	if !ok {
		return false
	}
	spent := time.Duration(clock.Nano() - m.begin)
	if m.blocks.Values() == 1 {
		// Few, slow values: what must look steady shrinks with what there is time for.
		budget := float64(m.limit) / max(mean*float64(ops), 1)
		if w.MaxIters > 0 {
			budget = min(budget, float64(w.MaxIters)/float64(ops*int(s.batch)))
		}
		if budget < 1e6 {
			m.values.Limit(max(int(budget), 1))
		}
	}
	m.latest = mean
	done := m.values.Push(mean)
	early := m.runs < int64(w.MinIters) || spent < w.MinTime
	over := spent >= m.limit && (w.MaxTime > 0 || !early) || w.MaxIters > 0 && m.runs >= int64(w.MaxIters)
	if over || done && !early {
		m.judged, m.result, m.cut = true, m.values.Result(), m.runs < int64(w.MinIters)
		s.measureLoop()
		return true
	}
	return false
}

// measureLoop ends the warm-up: what follows counts.
func (s *S) measureLoop() {
	m := &s.managed
	ns := s.probedMedian()
	if ns == 0 { // there was no room for the latest
		ns = m.latest
	}
	each := ns / float64(s.batch)
	s.close()
	m.warm = s.count()
	s.skipped = 0 // those are among m.runs
	m.state = loopMeasuring
	s.keep += m.warm // what was discarded takes no room from what counts
	s.chooseWarm(ns)
	s.loopLeft = s.batch
	m.parts = s.parts.count()
	s.openColumns(ns)
	s.b.ResetTimer()
	s.marking.pace(each, s.batch)
	s.readProbes(m.runs)
	s.columns.again()
	s.watch.base(s.b)
	s.resume()
}

// chooseWarm chooses the batch from the latest samples of the warm-up, of ns each: the first ones were the coldest.
func (s *S) chooseWarm(ns float64) {
	switch {
	case ns == 0:
	case s.bench.batch > 0:
		s.adapt(ns)
	case s.watch.laps >= probeLaps:
		for want := s.pickBatch(ns); s.batch < want && s.widen(); {
		}
		s.bench.batch = s.batch
	}
}

func (s *S) warmStopsTimer() {
	s.stopsTimer()
	s.phase = phaseIdle
	s.managed.tick = 1
	s.managed.batch = s.batch
}
