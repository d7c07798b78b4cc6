package reportx

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// clocked are ten runs of operations of so many ns in batches, each of which holds one reading of the clock.
func clocked(name string, batch int, op, clock float64) Side {
	rs := NewResults(ReadOptions{KeepWarmup: true})
	b := rs.benchmark("", "BenchmarkX")
	rng := rand.New(rand.NewPCG(uint64(batch), uint64(op)))
	for range 10 {
		s := &Series{Batch: batch}
		p := newPacker(&s.Samples)
		for range 4000 * 64 / batch {
			p.add(float64(batch)*op*(1+0.001*rng.Float64()) + clock)
		}
		p.flush()
		b.Runs = append(b.Runs, &Run{ID: b.Name, Series: []*Series{s}, OverheadNS: clock})
	}
	return Side{name, rs}
}

// What the clock alone explains is no change, and what exceeds it is one.
func TestCompareClock(t *testing.T) {
	for _, c := range []struct {
		name           string
		batch          [2]int
		op             [2]float64
		clock          float64
		want, why, say string
	}{
		{"the clock alone", [2]int{64, 2}, [2]float64{20, 20}, 20, "unsure", "the clock's cost differs by 9.688ns an operation", "reading the clock adds 0.3125ns to an operation of one and 10ns of the other"},
		{"more than the clock", [2]int{64, 2}, [2]float64{20, 40}, 20, "worse", "", "which is a part of the change"},
		{"the clock hides a change", [2]int{2, 64}, [2]float64{20, 29.6}, 20, "unsure", "the clock's cost differs", "which is a part of the change"},
		{"a clock that costs little", [2]int{64, 32}, [2]float64{200, 200}, 20, "same", "", "which is a part of the change"},
		{"nobody says what the clock costs", [2]int{64, 32}, [2]float64{200, 200}, 0, "same", "", "the clock was read more often on one side"},
		{"one batch", [2]int{64, 64}, [2]float64{20, 40}, 20, "worse", "", ""},
	} {
		got := compareSides(t, CompareOptions{Pairing: PairByOrder, Percentiles: []float64{50}},
			clocked("old", c.batch[0], c.op[0], c.clock), clocked("new", c.batch[1], c.op[1], c.clock))
		d := got.Differences[0]
		ch := d.Changes[0]
		if ch.Verdict != c.want || !strings.Contains(ch.Why, c.why) || (ch.Why == "") != (c.want != "unsure") {
			t.Errorf("%s: %s %q, want %s", c.name, ch.Verdict, ch.Why, c.want)
		}
		if notes := strings.Join(d.Notes, "\n"); !strings.Contains(notes, c.say) || c.say == "" && strings.Contains(notes, "part of the change") {
			t.Errorf("%s: %s", c.name, notes)
		}
	}
}
