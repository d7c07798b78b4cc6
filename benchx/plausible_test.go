package benchx

import (
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/clock"
)

func TestImplausible(t *testing.T) {
	const ms = int64(time.Millisecond)
	for _, c := range []struct {
		why  string
		ns   []int64
		wall int64
		bad  bool
	}{
		{"nothing", nil, 0, false},
		{"as long as the run", []int64{40 * ms, 60 * ms}, 100 * ms, false},
		{"within the doubt of both clocks", []int64{102 * ms}, 100 * ms, false},
		{"twice as long", []int64{100 * ms, 100 * ms}, 100 * ms, true},
	} {
		s := new(S)
		if got := s.implausible(capture{all: blocksOf(c.ns)}, 1, c.wall); (got != "") != c.bad {
			t.Errorf("%s: %q", c.why, got)
		}
		s.lanes.all = []*Lane{{}}
		if got := s.implausible(capture{all: blocksOf(c.ns)}, 1, c.wall); got != "" {
			t.Errorf("%s, in lanes, which run side by side: %q", c.why, got)
		}
	}
}

// Laps that are no iterations are said to be none.
func TestMiscounted(t *testing.T) {
	for _, c := range []struct {
		why  string
		laps func(i int) int
		said bool
	}{
		{"one an iteration", func(int) int { return 1 }, false},
		{"two", func(int) int { return 2 }, true},
		{"every other iteration", func(i int) int { return i % 2 }, true},
		{"all but a few", func(i int) int { return min(i%50, 1) }, false},
	} {
		var notes []string
		measure(t, "5000x", func(b *testing.B) {
			s := Start(b, Batch(1))
			for i := range b.N {
				for range c.laps(i) {
					s.Lap()
				}
			}
			s.close()
			notes = s.miscounted(s.capture(int64(b.Elapsed()), s.tick(clock.ReadPair(), shortRun)))
		})
		if (len(notes) > 0) != c.said {
			t.Errorf("%s: %q", c.why, notes)
		}
	}
}
