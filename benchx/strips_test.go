package benchx

import (
	"slices"
	"testing"
)

// Lanes with few iterations share chunks, and one with many has its own in the end. Nothing is lost or mixed up where one goes on to the
// next.
func TestLanesGrow(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		s := Start(b, Batch(1))
		const few = 1000
		for range few {
			l := s.Lane()
			l.Lap()
			l.Lap()
			if l.count() != 2 || len(l.chunks) > 0 {
				t.Fatalf("%d samples and %d chunks of a short lane, want 2 and none", l.count(), len(l.chunks))
			}
		}
		if got, most := len(s.lanes.strips.chunks), few*stripLens[0]/chunkLen+1; got > most {
			t.Errorf("%d chunks for %d lanes, want %d at most", got, few, most)
		}
		a, c := s.Lane(), s.Lane()
		const many = 3*chunkLen + 100
		for range many {
			a.Lap()
			c.Lap()
		}
		a.Stop()
		c.Stop()
		for _, l := range []*Lane{a, c} { // Stop ends one more, and leaves out what was before the first
			if l.count() != many {
				t.Errorf("%d samples of a long lane, want %d", l.count(), many)
			}
			if n := len(l.chunks); n < 3 || n > 4 {
				t.Errorf("%d chunks, want 3 or 4", n)
			}
		}
		var memory []segment // no two may overlap
		for _, l := range s.lanes.all {
			memory = append(memory, l.segments...)
		}
		for i, m := range memory {
			if slices.ContainsFunc(memory[:i], func(o segment) bool { return o.mem == m.mem && o.from < m.to && m.from < o.to }) {
				t.Fatalf("segments share %d to %d", m.from, m.to)
			}
		}
	})
}

// What lanes had is free again for the next call.
func TestStripsAreGivenBack(t *testing.T) {
	free := func() int { return len(pool.free) }
	run := func(b *testing.B) {
		s := Start(b)
		for range 500 {
			s.Lane().Lap()
		}
	}
	measure(t, "1x", run)
	before := free()
	measure(t, "1x", run)
	if after := free(); after != before {
		t.Errorf("%d chunks are free, then %d", before, after)
	}
}

// Durations from the clock of the system go the same way as readings of the counter.
func TestStripsHoldDurations(t *testing.T) {
	var s strips
	defer s.release()
	tr := track{strips: &s, keep: 1 << 20}
	defer tr.release()
	const n = 700 // two strips and a part of a chunk
	for i := range int64(n) {
		if !tr.add(i) {
			t.Fatalf("no room for value %d", i)
		}
	}
	if got := tr.durations().values(); !slices.Equal(got, ascending(n, 0)) {
		t.Errorf("%d values, not the %d that were added", len(got), n)
	}
}
