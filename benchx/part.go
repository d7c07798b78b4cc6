package benchx

// Begin starts the timed part of an iteration, for an operation that needs preparation which must not be measured. End ends
// it. With parts the samples are what lies between the two, and laps only number the iterations.
func (r *recorder) Begin() {
	r.began = r.now()
}

// End ends the part that Begin started, and records it. Without a Begin since the last End it does nothing.
func (r *recorder) End() {
	t := r.now()
	if r.began == 0 {
		return
	}
	d := t - r.began
	r.began = 0
	if r.parts.pos < r.parts.limit {
		r.parts.put(d)
		return
	}
	r.endSlow(d)
}

// endSlow records a part when the memory has to grow, and looks at the benchmark's timer as laps do.
func (r *recorder) endSlow(d int64) {
	s := r.owner
	if s != nil {
		if !s.touched {
			s.touch()
			s.checkpoint()
			s.watch.base(s.b)
		} else if s.source != sourceElapsed && s.watch.check(s.b, momentOf(s.b)) {
			s.stopsTimer()
			return
		}
	}
	if !r.parts.put(d) {
		r.partsLost++
		return
	}
	if s != nil {
		r.parts.limit = min(r.parts.limit, r.parts.pos+int(s.untilPartCheck(r.parts.count())))
	}
}
