package benchx

import (
	"fmt"
	"time"
)

// bounds are what is known of where loops begin and end when Stop says so.
type bounds struct {
	known    bool  // Stop was called behind the latest loop: nothing at its edges has to be judged
	from     int64 // b.Elapsed at the first lap of the latest loop, ns
	stopped  int64 // and at its Stop
	left     int64 // Nano when Stop returned
	counted  int   // loops whose time is in what testing reports
	late     bool  // time was excluded after the timer was last looked at
	prepared bool  // a loop was found to be preparation
}

// nextLoop is called at the first lap of a loop, and at the first lane of a parallel one, when the timer is at elapsed and the clock at nano.
func (s *S) nextLoop(elapsed, nano int64) {
	if s.bounds.known && s.bounds.resetSince(elapsed, nano) {
		s.forget()
	}
	s.bounds.known = false
	s.bounds.from = elapsed
	s.looped = s.looped || s.b.N == 0
}

// settleBounds judges, when the function has returned, what became of the last loop: elapsed is what the timer says, nano what the clock.
func (s *S) settleBounds(elapsed, nano int64) {
	switch {
	case s.bounds.known && s.bounds.resetSince(elapsed, nano):
		s.forget()
	case !s.bounds.known && s.bounds.counted > 0: // the last of several loops was left without Stop
		s.bounds.counted++
	}
}

const (
	// shortLoop is how long a loop must have lasted, in ns, for a reset behind it to be told from the clock. Between the return of a
	// benchmark function and our being called the world is stopped, and another process may have its turn.
	shortLoop = int64(10 * time.Millisecond)
	// little is what the timer may run behind a loop without a word, in ns.
	little = int64(100 * time.Microsecond)
	// much is how much longer than in a loop the timer may run behind it before the loop is none that is measured.
	much = 10
)

// resetSince reports whether the timer, now at elapsed, was reset behind the loop. It was if it has gone back. It may have been if all it
// shows can have come since: that is so as well where it stands still for long behind a loop, but then it has hardly run on before.
func (b *bounds) resetSince(elapsed, nano int64) bool {
	if elapsed < b.stopped {
		return true
	}
	hardly := max(little, b.stopped/50)
	return b.stopped > shortLoop && elapsed-b.stopped > hardly && elapsed <= nano-b.left+little
}

// behind is for how long the timer ran in the loop and behind it, in ns.
func (b *bounds) behind(elapsed int64) (in, behind int64) {
	if !b.known || b.counted == 0 {
		return 0, 0
	}
	return max(b.stopped-b.from, 0), max(elapsed-b.stopped, 0)
}

// elsewhere says why samples are none where nearly all that the timer counted came behind the loop: it may have prepared
// something, or handed work on to others.
func (b *bounds) elsewhere(elapsed int64) string {
	in, behind := b.behind(elapsed)
	if behind <= much*in || behind <= little {
		return ""
	}
	return fmt.Sprintf("no sample: the timer ran for %s in the loop and for %s behind it, so that ns/op is not of its iterations", nanoseconds(float64(in)), nanoseconds(float64(behind)))
}

// beside says what else ns/op holds, where that is much.
func (b *bounds) beside(elapsed int64) (notes []string) {
	if in, behind := b.behind(elapsed); behind > in/2 && behind > little {
		notes = append(notes, fmt.Sprintf("the timer ran for %s in the loop and for %s behind it: ns/op holds both, the samples are of the loop", nanoseconds(float64(in)), nanoseconds(float64(behind))))
	}
	return notes
}
