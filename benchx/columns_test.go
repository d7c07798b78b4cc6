package benchx

import (
	"slices"
	"testing"
	"time"
)

// A meter counts iterations: its column has a one for each sample.
type meter struct {
	fakeProbe
	total int64
}

func (m *meter) Columns(float64) []string { return []string{"ones"} }
func (m *meter) Sample(totals []int64)    { totals[0] = m.total }

// Values stay with their samples, wherever the lap stands, whatever the first iteration took, and when the benchmark turns out to
// stop its timer.
func TestColumnsBelongToTheirSamples(t *testing.T) {
	const long = 2 * columnNS * time.Nanosecond
	for _, c := range []struct {
		why   string
		want  int // values
		first int64
		body  func(b *testing.B, s *S, m *meter)
	}{
		{"lap at the end", 39, 0, func(b *testing.B, s *S, m *meter) {
			for range b.N {
				wait(long)
				m.total++
				s.Lap()
			}
		}},
		{"lap at the top: the first iteration tells how long they are", 39, 1, func(b *testing.B, s *S, m *meter) {
			for range b.N {
				s.Lap()
				wait(long)
				m.total++
			}
			s.Stop()
		}},
		{"a timer that is stopped", 39, 0, func(b *testing.B, s *S, m *meter) {
			for i := range b.N {
				if i > 10 {
					b.StopTimer()
					wait(20 * time.Microsecond)
					b.StartTimer()
				}
				wait(long)
				m.total++
				s.Lap()
			}
		}},
		{"a managed loop", 40, -1, func(b *testing.B, s *S, m *meter) {
			for s.Loop() {
				wait(long)
				m.total++
			}
		}},
	} {
		var values []int64
		var first, count int64
		measure(t, "40x", func(b *testing.B) {
			m := new(meter)
			s := Start(b, With(m), Warmup{Fixed: 5})
			c.body(b, s, m)
			values = s.columns.values[0].durations().values()
			first, count = s.columns.first, s.count()
		})
		if want := slices.Repeat([]int64{1}, c.want); !slices.Equal(values, want) {
			t.Errorf("%s: values %v, want %d ones", c.why, values, c.want)
		}
		if c.first >= 0 && first != c.first || first+int64(len(values)) != count {
			t.Errorf("%s: %d values from sample %d on, of %d", c.why, len(values), first, count)
		}
	}
}

// Opening columns, taking them and looking at the collector allocates nothing that the benchmark would be charged for.
func TestColumnsAreFreeOfAllocations(t *testing.T) {
	for why, body := range map[string]func(b *testing.B, s *S){
		"laps": func(b *testing.B, s *S) {
			for range b.N {
				wait(2 * columnNS)
				s.Lap()
			}
		},
		"a managed loop": func(b *testing.B, s *S) {
			for s.Loop() {
				wait(2 * columnNS)
			}
		},
	} {
		r := measure(t, "50x", func(b *testing.B) {
			b.ReportAllocs()
			body(b, Start(b, With(&meter{})))
		})
		if r.AllocsPerOp() != 0 || r.AllocedBytesPerOp() > 100 {
			t.Errorf("%s: %s", why, r.MemString())
		}
	}
}
