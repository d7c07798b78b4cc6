package benchx

// A capture is the main series of a call that has returned.
type capture struct {
	all    samples
	warm   settling
	batch  int64  // operations per sample
	iters  int64  // iterations that were warm-up
	lost   int64  // samples there was no room for
	parts  bool   // the samples lie between Begin and End
	shift  int64  // samples put before those of the track
	memory *track // what the samples lie in, where that is neither the benchmark's track nor a lane's
}

// capture picks what the percentiles are of: parts where there are any, else laps; of the benchmark's goroutine or of its lanes.
func (s *S) capture(elapsed int64, tick float64) capture {
	c := capture{batch: s.batch, lost: s.lost}
	var laps, parts, lost int64
	for _, l := range s.lanes.all {
		laps += l.count()
		parts += l.parts.count()
		lost += l.lost + l.partsLost
	}
	switch {
	case s.parts.count() > 0:
		c.batch, c.lost, c.parts = 1, s.partsLost, true
		c.all = s.parts.durations()
	case parts > 0:
		for _, l := range s.lanes.all {
			l.track, l.parts = l.parts, l.track
		}
		c.batch, c.lost, c.parts = 1, lost, true
		c.memory, _ = merge(s.lanes.all) // a lane's first part is like any other
		c.all = c.memory.durations()
	case laps > 0:
		c.lost = lost
		c.all, c.memory = s.laneSamples()
	default:
		last := s.afterLastLap(elapsed)
		c.all = s.durations()
		if s.first >= 0 && !s.bounds.known && s.batch == 1 && s.lost == 0 {
			if c.all.addEdge(s.first, last, tick) {
				c.shift = 1
			}
		}
	}
	c.all.backward += s.backward
	if m := &s.managed; m.state != loopNew {
		c.warm, c.iters = m.settled(), m.runs
		if s.parts.count() > 0 {
			c.warm.samples = min(m.parts, c.all.n)
		}
		c.warm = s.config.warmup.watch(c.warm, c.all, c.batch, tick)
		return c
	}
	c.warm = s.config.warmup.settle(c.all, c.batch, s.skipped, tick)
	c.iters = c.warm.samples * c.batch
	return c
}
