package benchx

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/internal/series"
)

// spansOf takes the spans apart: for each sample from first on, whether it overlapped a cycle.
func spansOf(lengths []int64) (overlapped []bool) {
	for i, n := range lengths {
		overlapped = append(overlapped, slices.Repeat([]bool{i%2 == 1}, int(n))...)
	}
	return overlapped
}

// Iterations that run a whole cycle are found, whatever the distance of readings; the more often the collector is looked at,
// the fewer others are taken for them.
func TestMarkingFindsCycles(t *testing.T) {
	for _, c := range []struct {
		why   string
		every int64
		body  time.Duration
	}{
		{"a look at every sample", 1, 0},
		{"a look at every tenth", 10, 0},
		{"long iterations, with the collector in a column", 1, columnNS * 2},
	} {
		var first int64
		var got []bool
		const n, period = 600, 50
		measure(t, "600x", func(b *testing.B) {
			runtime.GC()
			s := Start(b, Batch(1), With(new(fakeProbe)))
			for i := range b.N {
				if i%period == period-1 {
					runtime.GC()
				}
				wait(c.body)
				s.Lap()
				if i == probeLaps {
					s.marking.every, s.marking.due = c.every, 0
				}
			}
			if b.N < n {
				return
			}
			s.marking.due = 0
			s.look()
			from, spans, memory := s.marking.spans(1)
			defer memory.release()
			first, got = from, spansOf(spans.values())
		})
		if first < 1 || first > 2*probeLaps || int(first)+len(got) != n-1 {
			t.Fatalf("%s: %d samples from %d on, want the rest of %d", c.why, len(got), first, n-1)
		}
		others := 0
		for i, overlapped := range got {
			iteration := i + int(first) + 1 // the first iteration is no sample
			switch {
			case iteration%period == period-1 && !overlapped:
				t.Errorf("%s: iteration %d ran a cycle and is said not to", c.why, iteration)
			case iteration%period != period-1 && overlapped:
				others++
			}
		}
		if most := n/period*int(c.every)*mostQuiet + n/10; others > most {
			t.Errorf("%s: %d iterations without a cycle are said to have overlapped one, want %d at most", c.why, others, most)
		}
	}
}

// A cycle for which the collector stopped the world a third time does not go on for ever.
func TestMarkingAfterMoreStops(t *testing.T) {
	m := &marking{open: true}
	m.reads.keep = 1 << 20
	for _, r := range []struct{ at, stops, cycles int64 }{
		{0, 10, 5},
		{10, 10, 5},
		{20, 11, 5}, // began
		{30, 12, 5}, // was found to be unfinished
		{40, 13, 6}, // ended
		{50, 13, 6},
		{60, 15, 7}, // began and ended
		{70, 15, 7},
	} {
		m.reads.put(r.at)
		m.reads.put(r.stops - 2*r.cycles)
		m.reads.put(r.stops + r.cycles)
	}
	first, spans, memory := m.spans(1)
	defer memory.release()
	if want := []int64{10, 30, 10, 10, 10}; first != 0 || !slices.Equal(spans.values(), want) {
		t.Errorf("from %d %v, want from 0 %v", first, spans.values(), want)
	}
}

// A column has a value for every sample from its first on.
func TestColumns(t *testing.T) {
	var s *S
	var p *columnProbe
	var columns []series.Series
	var values []int64
	measure(t, "100x", func(b *testing.B) {
		p = new(columnProbe)
		s = Start(b, With(p))
		for i := range b.N {
			wait(columnNS * 2)
			p.total += int64(i)
			s.Lap()
		}
		r := new(run)
		s.endCounting()
		values = s.columns.values[0].durations().values()
		s.addBeside(r, capture{})
		columns = r.Series
	})
	var want []int64
	for i := 1; i < 100; i++ {
		want = append(want, int64(i))
	}
	if !slices.Equal(values, want) {
		t.Errorf("values %v, want 1 to 99", values)
	}
	var kinds []string
	for _, c := range columns {
		kinds = append(kinds, c.Kind+" "+c.Name)
	}
	if !slices.Equal(kinds, []string{"spans gc", "column total"}) {
		t.Errorf("beside the samples: %q", kinds)
	}
}

// Short iterations have no columns, whatever the first one took.
func TestNoColumnsForShortIterations(t *testing.T) {
	measure(t, "1000x", func(b *testing.B) {
		s := Start(b, With(new(columnProbe)))
		for i := range b.N {
			if i == 0 {
				wait(columnNS * 2)
			}
			s.Lap()
		}
		if b.N == 1000 && s.columns.open {
			t.Error("columns are open")
		}
	})
}

type columnProbe struct {
	fakeProbe
	total int64
}

func (p *columnProbe) Columns(float64) []string { return []string{"total"} }
func (p *columnProbe) Sample(totals []int64)    { totals[0] = p.total }
