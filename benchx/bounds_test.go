package benchx

import (
	"strings"
	"testing"
	"time"
)

// What takes the time has to be the loop that samples are of.
func TestBounds(t *testing.T) {
	prepare := func(b *testing.B, s *S, d time.Duration) {
		for range b.N {
			s.Lap()
			wait(d)
		}
		s.Stop()
	}
	const us = time.Microsecond
	for _, c := range []struct {
		why  string
		n    string
		body func(b *testing.B, s *S)
		none string // of the reason why there is no sample; "" where there are samples
		note string
	}{
		{"prepared, the timer reset, less time than in the loop", "100x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			b.ResetTimer()
			wait(time.Millisecond)
		}, "which makes it preparation", ""},
		{"prepared, the timer reset, more time than in the loop", "1000x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			b.ResetTimer()
			wait(40 * time.Millisecond)
		}, "which makes it preparation", ""},
		{"prepared while the timer stood still", "100x", func(b *testing.B, s *S) {
			b.StopTimer()
			prepare(b, s, us)
			b.StartTimer()
			wait(time.Millisecond)
		}, "which makes it preparation", ""},
		{"work handed on, and awaited behind the loop", "100x", func(b *testing.B, s *S) {
			prepare(b, s, 0)
			wait(5 * time.Millisecond)
		}, "so that ns/op is not of its iterations", ""},
		{"a long end", "100x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			wait(5 * time.Millisecond)
		}, "", "ns/op holds both"},
		{"a long end of a single iteration", "1x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			wait(5 * time.Millisecond)
		}, "", "ns/op holds both"},
		{"a long end that the timer does not see", "100x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			b.StopTimer()
			wait(10 * time.Millisecond)
		}, "", ""},
		{"a short end, and a long one that the timer does not see", "1000x", func(b *testing.B, s *S) {
			prepare(b, s, 20*us)
			wait(20 * us)
			b.StopTimer()
			wait(60 * time.Millisecond)
		}, "", ""},
		{"nothing else", "100x", func(b *testing.B, s *S) { prepare(b, s, 20*us) }, "", ""},
	} {
		var some, as bool
		var notes string
		for try := 0; try < 20 && !as; try++ { // on a busy machine the loop or what follows may take long for once
			bench := &benchmark{ps: defaultPercentiles}
			r := measure(t, c.n, func(b *testing.B) {
				s := Start(b)
				s.bench = bench
				bench.notes = nil
				c.body(b, s)
			})
			_, some = r.Extra["p50-ns/op"]
			notes = strings.Join(bench.notes, "\n")
			as = some == (c.none == "") && strings.Contains(notes, c.none) && strings.Contains(notes, c.note) && (c.none+c.note != "" || notes == "")
		}
		if !as {
			t.Errorf("%s: percentiles %v, notes %q", c.why, some, notes)
		}
	}
}
