package benchx

import (
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/internal/quantile"
)

// Steps backwards are no samples, wherever they are, and are counted.
func TestDurationsWithoutBackwardSteps(t *testing.T) {
	for _, c := range []struct {
		why      string
		readings []int64
		want     []int64
		backward int64
	}{
		{"none", []int64{10, 20, 25}, []int64{10, 5}, 0},
		{"equal readings are a sample of 0", []int64{10, 10, 11}, []int64{0, 1}, 0},
		{"one in the middle", []int64{10, 20, 15, 25}, []int64{10, 10}, 1},
		{"the first", []int64{10, 5, 6}, []int64{1}, 1},
		{"the last", []int64{10, 15, 6}, []int64{5}, 1},
		{"all", []int64{10, 9, 8}, nil, 2},
		{"two in a row", []int64{10, 9, 8, 20}, []int64{12}, 2},
	} {
		t.Run(c.why, func(t *testing.T) {
			var tr track
			tr.prepare(100, allSegments)
			defer tr.release()
			tr.openChain(int64(len(c.readings)))
			copy(tr.mem[tr.from:], c.readings)
			tr.pos = tr.from + len(c.readings)
			all := tr.durations()
			if !slices.Equal(all.values(), c.want) || all.n != int64(len(c.want)) || all.backward != c.backward {
				t.Errorf("%v (%d), %d backward, want %v, %d", all.values(), all.n, all.backward, c.want, c.backward)
			}
		})
	}
}

func TestSamplesFrom(t *testing.T) {
	all := blocksOf([]int64{1, 2, 3}, []int64{4}, []int64{5, 6})
	for skip := range int64(8) {
		var got []int64
		all.from(skip).Blocks(func(block []int64) bool {
			got = append(got, block...)
			return true
		})
		want := []int64{1, 2, 3, 4, 5, 6}[min(skip, 6):]
		if !slices.Equal(got, want) {
			t.Errorf("from(%d): %v, want %v", skip, got, want)
		}
	}
	calls := 0
	all.from(0).Blocks(func([]int64) bool { calls++; return false })
	if calls != 1 {
		t.Errorf("%d blocks were given after the consumer had enough", calls)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		blocks [][]int64
		want   int64
	}{
		{nil, 0},
		{[][]int64{{7}}, 7},
		{[][]int64{{9, 1}}, 1}, // nearest rank: ceil(0.5 x 2)
		{[][]int64{{9}, {1, 5}}, 5},
		{[][]int64{{4, 4, 4, 4}}, 4},
	} {
		all := blocksOf(c.blocks...)
		before := slices.Clone(all.values())
		if got := all.median(); got != c.want {
			t.Errorf("median of %v = %d, want %d", c.blocks, got, c.want)
		}
		if !slices.Equal(all.values(), before) {
			t.Error("the median changed the capture order")
		}
	}
}

func TestDrop(t *testing.T) {
	for _, c := range []struct {
		places []int64
		want   []int64
	}{
		{nil, []int64{10, 11, 12, 13, 14, 15}},
		{[]int64{0}, []int64{11, 12, 13, 14, 15}},
		{[]int64{5}, []int64{10, 11, 12, 13, 14}},
		{[]int64{2, 3}, []int64{10, 11, 14, 15}}, // around the end of a block
		{[]int64{0, 1, 2}, []int64{13, 14, 15}},  // a whole block
		{[]int64{0, 1, 2, 3, 4, 5}, nil},
		{[]int64{6, 99}, []int64{10, 11, 12, 13, 14, 15}}, // not there
	} {
		all := blocksOf([]int64{10, 11, 12}, []int64{13}, []int64{14, 15})
		all.drop(c.places)
		if !slices.Equal(all.values(), c.want) || all.n != int64(len(c.want)) {
			t.Errorf("drop %v: %v (%d), want %v", c.places, all.values(), all.n, c.want)
		}
	}
}

func TestAt(t *testing.T) {
	all := blocksOf([]int64{10, 11, 12}, []int64{13}, []int64{14, 15})
	for i := range int64(6) {
		if got := all.at(i); got != 10+i {
			t.Errorf("at(%d) = %d, want %d", i, got, 10+i)
		}
	}
	if got := all.at(6); got != 0 {
		t.Errorf("at behind the end = %d, want 0", got)
	}
}

// The worked examples 1 and 2, from samples to percentiles.
func TestStatsOfWorkedExamples(t *testing.T) {
	var latencies []int64
	for _, part := range []struct {
		n  int
		ms int64
	}{{970, 8}, {25, 40}, {5, 600}} {
		for range part.n {
			latencies = append(latencies, part.ms)
		}
	}
	all := blocksOf(latencies[:333], latencies[333:])
	m := metrics{}
	m.addStats("", all, 0, defaultPercentiles, 1e6)
	for unit, want := range map[string]float64{
		"mean-ns/op": 11.76e6, "p50-ns/op": 8e6, "p95-ns/op": 8e6, "p99-ns/op": 40e6, "p99.9-ns/op": 600e6,
	} {
		if !near(m[unit], want) {
			t.Errorf("example 1: %s = %v, want %v", unit, m[unit], want)
		}
	}
	twenty := []int64{120, 125, 130, 130, 135, 140, 140, 145, 150, 150, 155, 160, 165, 170, 180, 200, 240, 350, 420, 900}
	all = blocksOf(twenty)
	st, err := all.stats(0, []quantile.P{500_000, 900_000, 990_000})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{150, 350, 900}; !slices.Equal(st.Values, want) || st.Mean != 215.25 {
		t.Errorf("example 2: %v, mean %v, want %v, 215.25", st.Values, st.Mean, want)
	}
	m = metrics{}
	m.addStats("", all, 0, defaultPercentiles, 1e6)
	if _, there := m["p99-ns/op"]; there {
		t.Error("example 2: a p99 of 20 samples")
	}
	if m["p95-ns/op"] != 420e6 {
		t.Errorf("example 2: p95 = %v, want 420 ms: one of 20 lies beyond", m["p95-ns/op"])
	}
}

func near(got, want float64) bool {
	d := got - want
	return d <= 1e-9*want && -d <= 1e-9*want
}
