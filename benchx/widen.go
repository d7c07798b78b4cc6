package benchx

// widen doubles the batch: the samples so far are added up in pairs, in place, which is exact since they are totals. It is how
// a run that turns out longer or quicker than its first iterations promised keeps all of itself. It reports false where the
// batch is not ours to choose, or stages belong to single operations.
func (s *S) widen() bool {
	if s.config.batch > 0 || s.config.keep > 0 || len(s.stages) > 0 || s.batch >= maxBatch || len(s.chunks) == 0 {
		return false
	}
	if s.managed.state == loopMeasuring && s.count() > chunkLen { // the warm-up's samples are among them
		s.b.StopTimer()
		defer s.resumeTimer()
	}
	s.columns.close()
	all := s.durations()
	s.backward += all.backward
	m := &s.managed
	warm := m.warm
	to := pairs{chunks: s.chunks}
	for _, block := range all.blocks {
		for _, d := range block {
			to.add(d)
			if warm--; warm == 0 {
				to.half = -1 // no pair spans the end of the warm-up
			}
		}
	}
	if to.half > 0 {
		s.counting.odd += s.batch
	}
	s.marking.widen()
	s.keep -= m.warm
	m.warm /= 2
	s.keep += m.warm
	s.replace(to)
	s.batch *= 2
	s.left, s.bench.batch = s.batch, s.batch
	return true
}

// resumeTimer goes on with a measurement whose time was not to count.
func (s *S) resumeTimer() {
	s.b.StartTimer()
	s.watch.base(s.b)
}

// pairs writes the sums of pairs of values from the beginning of chunks. It never overtakes a reader of the same chunks.
type pairs struct {
	chunks []address
	n      int   // sums written
	half   int64 // first of a pair plus 1, 0 or less between pairs
}

func (p *pairs) add(d int64) {
	if p.half <= 0 {
		p.half = d + 1
		return
	}
	if p.n/chunkLen < len(p.chunks) { // not so only where goroutines shared a track
		p.chunks[p.n/chunkLen].chunk()[p.n%chunkLen] = p.half - 1 + d
		p.n++
	}
	p.half = 0
}

// replace makes the track hold what pairs has written, and gives back the chunks that takes no more.
func (t *track) replace(p pairs) {
	used := min(p.n/chunkLen+1, len(p.chunks))
	pool.putAll(p.chunks[used:])
	clear(p.chunks[used:])
	t.chunks = p.chunks[:used]
	t.segments = t.segments[:0]
	for _, c := range t.chunks[:used-1] {
		t.segments = append(t.segments, segment{mem: c, to: chunkLen})
	}
	t.mem = t.chunks[used-1].chunk()
	t.pos, t.from, t.limit, t.edge, t.chain = p.n%chunkLen, 0, 0, 0, false
	t.values = int64(used-1) * chunkLen
	t.close()
}

// adapt chooses the batch anew where samples, of ns each, turn out far shorter than when it was chosen: the first iterations
// are the coldest. It reports whether the track was rewritten.
func (s *S) adapt(ns float64) bool {
	short := shortReads * s.overhead()
	if ns >= short/4 {
		return false
	}
	rewritten := false
	own := s.own(ns)
	for ; own < short && s.leavesEnough(2*s.batch) && s.widen(); own *= 2 {
		rewritten = true
	}
	return rewritten
}

// leavesEnough reports whether a batch leaves some samples of a fixed number of iterations, which are better spent on them
// than on a single one.
func (s *S) leavesEnough(batch int64) bool {
	const few = 100
	n := int64(s.flags.benchIters)
	return n == 0 || batch == 1 || n/batch >= few
}
