package benchx

import (
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

// Stop ends the last iteration of a loop whose body begins with Lap:
//
//	s := benchx.Start(b)
//	for b.Loop() {
//		s.Lap()
//		if !lookup(key) {
//			continue
//		}
//		process(key)
//	}
//	s.Stop()
//
// Without it the pieces before the first lap and after the last have to be judged by their lengths (see the package comment). With
// it every iteration is a sample, a single one too, but for the last of a long loop over b.Loop, which b.Loop ends unseen.
//
// A loop may be followed by others. What was captured in a loop counts no more when the benchmark's timer stood still all through
// it, or is reset afterwards: it was preparation. If two loops remain, an operation is an iteration of each, which no sample
// is, and none is reported. Without a lap since the loop began, and in a loop over [S.Loop], Stop does nothing.
func (s *S) Stop() {
	t := clock.Ticks()
	if s.b == nil || s.managed.state != loopNew || s.idle() {
		return
	}
	m := momentOf(s.b)
	running := int64(s.b.Elapsed()) != m.elapsed || timerRuns(s.b)
	if running { // what follows is ours: beside a loop that ran once it would be much of the time
		s.b.StopTimer()
	}
	if len(s.lanes.all) == 0 {
		s.stopLap(t, m, running)
		s.lookBack(m, running)
		s.close()
	}
	s.bounds.known = true
	s.bounds.stopped = m.elapsed
	if s.bounds.stopped == s.bounds.from {
		s.forget()
	} else {
		s.bounds.counted++
	}
	if s.phase != phaseIdle {
		s.phase, s.left = phaseFirst, 1
	}
	if running {
		s.b.StartTimer()
	}
	s.bounds.left = clock.Nano()
}

// idle reports whether there is nothing that Stop could end: no lap since the loop began.
func (s *S) idle() bool {
	return len(s.lanes.all) == 0 && (s.phase == phaseFirst || s.phase == phaseIdle && s.count() == 0)
}

// stopLap ends the last sample of a loop at t, which is the moment m, or when the timer was stopped unless it was running.
func (s *S) stopLap(t int64, m moment, running bool) {
	if s.left > 1 { // the batch is not full
		return
	}
	switch s.phase {
	case phaseChain:
		if running { // there is room for a last reading
			s.mem[s.pos&(chunkLen-1)] = t
			s.pos++
		}
	case phasePlain:
		if s.source == sourceElapsed {
			s.stopPlain(m.elapsed)
		} else if running {
			s.stopPlain(m.nano)
		}
	case phaseProbe:
		s.stopPlain(s.endProbe(t, m, running))
	case phaseIdle:
		s.lost++
	}
}

// endProbe is when the last of the first laps ended, by the source: at t, which is the moment m, or when b.Loop or the last iteration stopped
// the timer.
func (s *S) endProbe(t int64, m moment, running bool) int64 {
	s.watch.time(m.elapsed)
	if !running {
		return s.begin + s.ticksOf(s.watch.timed[max(s.watch.laps-1, 0)])
	}
	s.watch.check(s.b, m)
	if s.source == sourceNano {
		return m.nano
	}
	return t
}

// stopPlain ends the last sample where samples are durations.
func (s *S) stopPlain(t int64) {
	d := t - s.begin
	switch {
	case d < 0 && s.source == sourceElapsed: // the timer was reset: this piece is of no known length
	case s.add(d):
		s.columns.take()
	default:
		s.lost++
	}
}

// ticksOf is a time in units of the source. The timer stands still: the rate is read anew.
func (s *S) ticksOf(ns int64) int64 {
	return int64(float64(ns)/s.tick(clock.ReadPair(), 10*time.Microsecond) + 0.5)
}

// forget gives up what was captured in loops that are no part of the result, and what was learnt from them.
func (s *S) forget() {
	s.bounds.counted, s.bounds.late, s.bounds.prepared = 0, false, true
	s.restLanes()
	s.skip()
	s.skipped, s.backward, s.lost, s.partsLost = 0, 0, 0, 0
	s.watch.over = 0
	if s.phase == phaseIdle {
		s.phase = phaseFirst // there is room again
	}
	s.counting.due, s.counting.odd = 0, 0
	if s.counting.open {
		s.readProbes(0)
	}
	s.batchAnew()
	s.left = 1
	if s.source == sourceElapsed {
		s.clockAgain()
	}
}

// Stop ends the last iteration of a goroutine's loop whose body begins with Lap, see [S.Stop].
func (l *Lane) Stop() {
	t := clock.Ticks()
	if l.phase == phaseIdle || l.bounded {
		return
	}
	if l.left <= 1 {
		if p := l.pos; p < l.limit {
			l.mem[p&(chunkLen-1)] = t
			l.pos = p + 1
		} else {
			l.slow(t)
		}
	}
	l.close()
	l.bounded = true
	l.phase = phaseIdle
	l.dropFirst()
}

// dropFirst leaves out the first sample, which ended at the first lap of a loop.
func (t *track) dropFirst() {
	if len(t.segments) == 0 {
		return
	}
	t.segments[0].from++
	t.values--
}
