package benchx

// firstLap ends the piece before the first lap: the first iteration or, with Lap at the top of the body, next to nothing.
func (s *S) firstLap() {
	m := momentOf(s.b)
	s.first = s.sinceBegin(m)
	s.touch()
	s.nextLoop(m.elapsed, m.nano)
	s.openColumns(float64(s.first))
	s.checkpoint()
	if s.source != sourceElapsed {
		s.watch.begin(s.b, m, s.offset)
	}
	s.resume()
}

// sinceBegin is the time since the loop began, as far as one can tell, in ns: the timer may have been reset since Start
// returned, or may have run before.
func (s *S) sinceBegin(m moment) int64 {
	return min(m.elapsed, m.nano-s.started)
}

// resume begins a sample, after the first lap and after a warm-up.
func (s *S) resume() {
	if s.source == sourceElapsed || s.watch.laps >= probeLaps {
		s.measure()
		return
	}
	s.phase = phaseProbe
	s.beginProbe()
}

func (s *S) beginProbe() {
	s.watch.began = int64(s.b.Elapsed())
	s.begin = s.now()
}

// probeLap takes one of the first laps.
func (s *S) probeLap(t int64) {
	stopped := s.watch.probe(s.b)
	if !s.add(t - s.begin) {
		s.full()
		return
	}
	if s.counting.open {
		s.probeCounts()
	}
	switch {
	case stopped:
		s.stopsTimer()
	case s.watch.laps == probeLaps:
		ns := s.probedMedian()
		each := ns / float64(s.batch)
		s.chooseBatch(ns)
		s.marking.pace(each, s.batch)
		s.measure()
	default:
		s.begin = s.now()
	}
}

// probeCounts reads what is counted beside one of the first laps. It takes long; the next begins behind it.
func (s *S) probeCounts() {
	s.columns.take()
	if s.columns.open {
		s.look()
	} else {
		s.openColumns(float64(s.watch.timed[max(s.watch.laps-1, 0)]))
	}
	s.checkpoint()
	s.watch.began = int64(s.b.Elapsed())
}

// untilCheck is the number of samples, after count of them, until the timer is to be looked at again.
func (s *S) untilCheck(count int64) int64 {
	if s.watch.over > 0 {
		return 1
	}
	return max(count, probeLaps)
}

// untilPartCheck is untilCheck for parts, the first of which are all looked at.
func (s *S) untilPartCheck(count int64) int64 {
	if count < probeLaps || s.source == sourceElapsed {
		return 0
	}
	return s.untilCheck(count)
}

// checkDue is untilCheck for a phase in which every lap comes by.
func (s *S) checkDue(count int64) bool {
	return s.watch.over > 0 || count&(count-1) == 0 || count%chunkLen == 0
}

// lookAtPlain is what remains of the probes where every lap comes by: the timer, and the batch of a benchmark that was found to
// stop it before there was one.
func (s *S) lookAtPlain() {
	n := s.count()
	switch {
	case s.source != sourceElapsed:
		if s.checkDue(n) && s.watch.check(s.b, momentOf(s.b)) {
			s.stopsTimer()
		}
	case s.bench.batch == 0 && n == probeLaps && len(s.segments) == 0:
		s.chooseBatch(s.probedMedian())
		s.begin = s.now()
	}
}

// stopsTimer goes over to samples that are differences of b.Elapsed, since the benchmark turned out to exclude time from
// them. Samples that were probed are known by that clock as well; those of a chain are not, and are given up.
func (s *S) stopsTimer() {
	s.bench.stopsTimer = true
	s.source = sourceElapsed
	if n := s.watch.laps; n > 0 && n < probeLaps && s.count() == int64(n) && len(s.segments) == 0 {
		copy(s.mem[min(s.from, chunkLen):], s.watch.timed[:n])
		s.parts.restart()
		s.restartStages()
	} else {
		s.skip()
	}
	s.measure()
}

// timerReset is called when samples are differences of b.Elapsed and one of them is negative. Where that is not the only one, it
// was the resets that looked like excluded time, and the capture starts over with the clock.
func (s *S) timerReset() {
	if s.watch.resets++; !s.watch.blind() || s.managed.state != loopNew {
		return
	}
	s.bench.resetsTimer = true
	s.clockAgain()
	s.skip()
	s.batchAnew()
	s.resume()
}

// clockAgain makes samples differences of the clock, as in a benchmark that does not stop its timer.
func (s *S) clockAgain() {
	s.bench.stopsTimer = false
	s.source = sourceTicks
	if !s.clock.Trusted() {
		s.source = sourceNano
	}
}

// batchAnew forgets a batch that was chosen from what counts no more.
func (s *S) batchAnew() {
	s.watch.laps = 0
	if s.config.batch == 0 {
		s.batch, s.bench.batch = 1, 0
	}
	s.left = s.batch
}

// skip gives up what was captured so far. It is no warm-up, and counts by itself.
func (s *S) skip() {
	m := &s.managed
	s.skipped += (s.count() - m.warm) * s.batch
	s.keep -= m.warm
	m.warm, m.parts = 0, 0
	s.restart()
	s.parts.restart()
	s.restartStages()
	s.columns.restart()
	s.marking.restart()
}

// chooseBatch sets how many operations make a sample, from the probed ones of ns each, once for a benchmark. Samples taken in
// another batch are given up.
func (s *S) chooseBatch(ns float64) {
	if ns < columnNS {
		s.columns.close()
	}
	if s.bench.batch == 0 {
		if ns == 0 {
			return
		}
		s.bench.batch = s.pickBatch(ns)
	}
	if s.bench.batch != s.batch {
		s.skip()
		s.batch = s.bench.batch
		s.left = s.batch
	}
}
