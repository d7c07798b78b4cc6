package benchx

import (
	"testing"

	"github.com/plateau-bench/plateau/internal/clock"
)

// A recorder captures the iterations of one goroutine. Its first fields, a cache line, are all that most laps touch.
type recorder struct {
	left  int64      // laps until the batch is full
	batch int64      // operations per sample
	begin int64      // when the open sample began, in the phases that write durations
	timer *testing.B // whose Elapsed is the source, where timerLap is used
	track

	phase  phase
	source source
	lost   int64 // samples there was no room for

	owner *S // nil in a lane of its own: nothing is probed there

	began     int64 // Begin, 0 outside a part
	parts     track // durations from Begin to End
	partsLost int64
	stages    []*stage              // in space, which does not move
	space     [4 * maxStages]*stage // also of names that are too many, to say so
}

// A phase says what the slow path does with a lap.
type phase uint8

const (
	phaseIdle  phase = iota // finished, or no room left: laps are lost
	phaseFirst              // no lap yet
	phaseProbe              // the first laps, each of which is looked at
	phaseChain              // the quick one: readings of the counter go straight to the track
	phasePlain              // every lap comes by, for a source that is no counter
)

// A source says what samples are read from.
type source uint8

const (
	sourceTicks   source = iota // clock.Ticks
	sourceNano                  // clock.Nano, where the counter cannot be trusted
	sourceElapsed               // b.Elapsed, where the benchmark stops its timer inside the loop
)

// probeLaps is how many laps are looked at one by one. Later the timer is looked at when the number of laps doubles, and at the
// end of every chunk.
const probeLaps = 64

// Lap ends an iteration and begins the next, at the cost of one clock read. Put it where every iteration passes once: at the
// end of the loop's body or, where the body has a continue, at its top. It allocates nothing.
//
// Lap belongs to the goroutine that runs the benchmark; in [testing.B.RunParallel] use [S.Lane]. Inside a loop over [S.Loop]
// it does nothing.
func (r *recorder) Lap() {
	// This much is inlined, and in a batch it is all.
	r.left--
	if r.left <= 0 {
		r.lap()
	}
}

func (r *recorder) lap() {
	if r.pos < r.edge {
		r.timerLap()
		return
	}
	t := clock.Ticks()
	if p := r.pos; p < r.limit {
		r.mem[p&(chunkLen-1)] = t
		r.pos = p + 1
		r.left = r.batch
		return
	}
	r.slow(t)
}

// slow takes a lap that cannot simply be written down. A lap that ends at t ends before anything is done here, and the next
// begins after it.
func (r *recorder) slow(t int64) {
	r.left = r.batch
	if r.source != sourceTicks {
		t = r.now()
	}
	s := r.owner
	switch r.phase {
	case phaseIdle:
		r.lost++
	case phaseFirst:
		if s != nil { // nil only if the benchmark returned at this moment
			s.firstLap()
		}
	case phaseProbe:
		if s != nil {
			s.probeLap(t)
		}
	case phaseChain:
		r.chainLap(t)
	case phasePlain:
		r.plainLap(t)
	}
}

// timerLap is plainLap where the source is the benchmark's timer and nothing else is due. Between StopTimer and StartTimer a
// benchmark may sleep; what a lap touches is cold afterwards, and its time is the benchmark's.
func (r *recorder) timerLap() {
	t := int64(r.timer.Elapsed())
	p, d := r.pos, t-r.begin
	r.left, r.begin = r.batch, t
	if d < 0 { // the timer was reset: this piece is of no known length
		if s := r.owner; s != nil { // nil only if the benchmark returned at this moment
			s.timerReset()
		}
		return
	}
	r.mem[p&(chunkLen-1)] = d
	r.pos = p + 1
}

// now reads the source.
func (r *recorder) now() int64 {
	switch r.source {
	case sourceTicks:
		return clock.Ticks()
	case sourceNano:
		return clock.Nano()
	}
	if s := r.owner; s != nil {
		return int64(s.b.Elapsed())
	}
	return clock.Nano() // the benchmark returned at this moment
}

// full ends the capture.
func (r *recorder) full() {
	r.close()
	r.phase = phaseIdle
	r.lost++
}

// measure begins the next sample in the phase that the source asks for.
func (r *recorder) measure() {
	s := r.owner
	if s != nil {
		s.look()
	}
	if r.source == sourceTicks && (s == nil || !s.columns.open) {
		r.phase = phaseChain
		r.nextChain()
		return
	}
	r.phase = phasePlain
	r.begin = r.now()
}

func (r *recorder) nextChain() {
	n := int64(chunkLen)
	s := r.owner
	if s != nil {
		n = s.untilLook(s.untilCheckpoint(s.untilCheck(r.count())))
	}
	n = min(n, r.stageRoom())
	for !r.openChain(n) {
		if s == nil || !s.widen() {
			r.close()
			r.phase = phaseIdle
			return
		}
	}
}

func (r *recorder) chainLap(t int64) {
	mem, p := r.mem, r.pos
	if mem == nil || p < 0 || p >= min(r.end, chunkLen) { // only when goroutines share a recorder, which they must not
		r.full()
		return
	}
	mem[p] = t
	r.pos = p + 1
	if s := r.owner; s != nil {
		if s.watch.check(s.b, momentOf(s.b)) {
			s.stopsTimer()
			return
		}
		if n := r.open(); n >= probeLaps {
			s.adapt(float64(t-mem[r.from&(chunkLen-1)]) / float64(n) * s.roughTick())
		}
		s.look()
		s.checkpoint()
	}
	r.nextChain()
}

func (r *recorder) plainLap(t int64) {
	d := t - r.begin
	if d < 0 && r.source == sourceElapsed { // the timer was reset: this piece is of no known length
		r.begin = t
		if s := r.owner; s != nil {
			s.timerReset()
		}
		return
	}
	if !r.add(d) && (r.owner == nil || !r.owner.widen()) {
		r.full()
		return
	}
	r.begin = t // the reading that ended this sample begins the next
	if s := r.owner; s != nil {
		s.lookAtPlain()
		s.columns.take()
		looked := s.look()
		if s.checkpoint() || looked || s.columns.open {
			r.begin = r.now()
		}
		s.openTimed()
	}
}

// openTimed lets timerLap take the laps up to the next that has something to look at.
func (s *S) openTimed() {
	if s.source != sourceElapsed || s.counting.open {
		return
	}
	n := min(s.keep-s.count(), int64(chunkLen-s.pos))
	if s.bench.batch == 0 {
		n = min(n, max(probeLaps-1-s.count(), 0))
	}
	s.timer, s.edge = s.b, s.pos+int(n)
}
