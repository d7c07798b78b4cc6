package benchx

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// A fakeProbe writes down how it is called.
type fakeProbe struct {
	begun, ended int
	closed       int
	parallel     bool
	checkpoints  []int64
	end, first   int64
}

func (p *fakeProbe) Begin() { p.begun++ }
func (p *fakeProbe) Checkpoint(iters int64) {
	for n := len(p.checkpoints); n > 0 && p.checkpoints[n-1] >= iters; n-- {
		p.checkpoints = p.checkpoints[:n-1]
	}
	p.checkpoints = append(p.checkpoints, iters)
}
func (p *fakeProbe) End(iters int64) { p.ended++; p.end = iters }
func (p *fakeProbe) Close()          { p.closed++ }
func (p *fakeProbe) Parallel()       { p.parallel = true }

func (p *fakeProbe) Report(first int64, metric func(float64, string)) {
	p.first = first
	metric(float64(p.end-first), "things/op")
	metric(math.NaN(), "nan/op")
	metric(math.Inf(1), "inf/op")
	metric(1, "")
	metric(2, "two words/op")
	metric(0, "zero/op")
}

func TestProbes(t *testing.T) {
	for _, c := range []struct {
		why         string
		iters       string
		want        float64 // iterations that count
		checkpoints []int64 // nil: two
		body        func(b *testing.B, s *S)
	}{
		{"the first lap ends the first iteration, which does not count", "7x", 6, []int64{0, 1, 2, 3, 4, 5, 6, 7}, func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
		}},
		{"a single iteration counts", "1x", 1, []int64{0, 1}, func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
		}},
		{"parts", "7x", 6, nil, func(b *testing.B, s *S) {
			for range b.N {
				s.Begin()
				s.End()
			}
		}},
		{"a managed loop", "7x", 7, nil, func(b *testing.B, s *S) {
			for s.Loop() {
			}
		}},
		{"lap at the top, and Stop", "7x", 7, nil, func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
			s.Stop()
		}},
		{"the same once", "1x", 1, nil, func(b *testing.B, s *S) {
			for range b.N {
				s.Lap()
			}
			s.Stop()
		}},
		{"preparation, which is no part", "7x", 6, []int64{0, 1, 2, 3, 4, 5, 6, 7}, func(b *testing.B, s *S) {
			for range 20 {
				s.Lap()
			}
			s.Stop()
			b.ResetTimer()
			for range b.N {
				s.Lap()
			}
		}},
		{"lanes", "7x", 7, []int64{0}, func(b *testing.B, s *S) {
			b.RunParallel(func(pb *testing.PB) {
				for l := s.Lane(); pb.Next(); {
					l.Lap()
				}
			})
		}},
	} {
		var p *fakeProbe
		r := measure(t, c.iters, func(b *testing.B) {
			p = new(fakeProbe)
			c.body(b, Start(b, With(p), With(nil)))
		})
		if p.begun != 1 || p.ended != 1 || p.closed != 1 {
			t.Errorf("%s: begun %d times, ended %d times, closed %d times, want once each", c.why, p.begun, p.ended, p.closed)
		}
		if c.checkpoints == nil && len(p.checkpoints) < 2 || c.checkpoints != nil && !slices.Equal(p.checkpoints, c.checkpoints) {
			t.Errorf("%s: checkpoints %v, want %v", c.why, p.checkpoints, c.checkpoints)
		}
		if p.parallel != (c.why == "lanes") {
			t.Errorf("%s: parallel %v", c.why, p.parallel)
		}
		if r.Extra["things/op"] != c.want {
			t.Errorf("%s: things/op = %v, want %v", c.why, r.Extra["things/op"], c.want)
		}
		for _, unit := range []string{"nan/op", "inf/op", "", "two words/op"} {
			if v, there := r.Extra[unit]; there {
				t.Errorf("%s: %q = %v was reported", c.why, unit, v)
			}
		}
	}
}

// Checkpoints lie an eighth apart to the end of the run, in batches and when these grow, and never go back; each says how many
// iterations have ended exactly.
func TestCheckpointsFollowTheLoop(t *testing.T) {
	for _, c := range []struct {
		why     string
		options []Option
		body    func()
	}{
		{"batches chosen after the probes", nil, func() {}},
		{"a batch from the start", []Option{Batch(16)}, func() {}},
		{"single operations", []Option{Batch(1)}, func() { wait(2 * time.Microsecond) }},
	} {
		var at []int64 // iterations done when checkpoints came
		var p *fakeProbe
		measure(t, "30000x", func(b *testing.B) {
			p = new(fakeProbe)
			s := Start(b, append(c.options, With(p))...)
			at = slices.Clone(p.checkpoints)
			for i := range b.N {
				c.body()
				s.Lap()
				for len(at) < len(p.checkpoints) {
					at = append(at, int64(i+1))
				}
			}
		})
		if !slices.Equal(at, p.checkpoints) {
			t.Errorf("%s: checkpoints say %v iterations, and came after %v", c.why, p.checkpoints, at)
		}
		if len(p.checkpoints) < 20 {
			t.Errorf("%s: %d checkpoints", c.why, len(p.checkpoints))
		}
		const largest = 512 // batch of an empty body, with room
		for i, n := range p.checkpoints[1:] {
			if last := p.checkpoints[i]; n <= last || n > last+last/8+1+largest {
				t.Errorf("%s: a checkpoint at %d after one at %d", c.why, n, last)
			}
		}
	}
}

// A benchmark that fails, or is left, ends what it began.
func TestProbesEndWhateverHappens(t *testing.T) {
	for why, leave := range map[string]func(b *testing.B){
		"fail": func(b *testing.B) { b.FailNow() },
		"skip": func(b *testing.B) { b.SkipNow() },
	} {
		var p *fakeProbe
		measure(t, "100x", func(b *testing.B) {
			p = new(fakeProbe)
			s := Start(b, With(p))
			for i := range b.N {
				if i == 50 {
					leave(b)
				}
				s.Lap()
			}
		})
		if p.begun != p.ended || p.begun != p.closed {
			t.Errorf("%s: begun %d times, ended %d times, closed %d times", why, p.begun, p.ended, p.closed)
		}
	}
}

func TestRecordsOfProbes(t *testing.T) {
	r := new(run)
	if note := r.keepRecord("counters", []byte(`{"iters":7}`)); note != "" || string(r.Probes["counters"]) != `{"iters":7}` {
		t.Errorf("%q, %s", note, r.Probes)
	}
	for _, c := range []struct{ key, data, note string }{
		{"", "1", ""},
		{"nothing", "", ""},
		{"broken", "{", "no JSON"},
		{"huge", `"` + strings.Repeat("x", maxRecord) + `"`, "left out"},
	} {
		note := r.keepRecord(c.key, []byte(c.data))
		if (note == "") != (c.note == "") || !strings.Contains(note, c.note) {
			t.Errorf("%q: note %q, want %q", c.key, note, c.note)
		}
	}
	if len(r.Probes) != 1 {
		t.Errorf("kept %v", r.Probes)
	}
}
