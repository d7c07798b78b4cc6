package benchx

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// laneOf is a lane with chains of clock readings, one for each argument.
func laneOf(chains ...[]int64) *Lane {
	l := new(Lane)
	l.prepare(1<<20, allSegments)
	for _, readings := range chains {
		l.openChain(int64(len(readings)))
		copy(l.mem[l.from:], readings)
		l.pos = l.from + len(readings)
	}
	return l
}

func TestMergeByEnd(t *testing.T) {
	for _, c := range []struct {
		why   string
		lanes []*Lane
		want  []int64
		first []int64
	}{
		{"no lane", nil, nil, nil},
		{"lanes without a sample", []*Lane{laneOf(), laneOf([]int64{5}), new(Lane)}, nil, nil},
		{"one lane", []*Lane{laneOf([]int64{10, 13, 17})}, []int64{3, 4}, []int64{0}},
		{
			"two lanes take turns",
			[]*Lane{laneOf([]int64{0, 10, 20, 30}), laneOf([]int64{1, 16, 27})}, // ends 10 20 30 and 16 27
			[]int64{10, 15, 10, 11, 10},
			[]int64{0, 1},
		},
		{
			"a lane that began late",
			[]*Lane{laneOf([]int64{0, 10, 20, 30}), laneOf([]int64{100, 101, 103})},
			[]int64{10, 10, 10, 1, 2},
			[]int64{0, 3},
		},
		{
			"an empty lane between two",
			[]*Lane{laneOf([]int64{0, 10}), laneOf(), laneOf([]int64{0, 5})},
			[]int64{5, 10},
			[]int64{0, 1},
		},
		{
			"several chains of a lane, one without a sample",
			[]*Lane{laneOf([]int64{0, 10}, []int64{15}, []int64{20, 40}), laneOf([]int64{0, 25, 26})},
			[]int64{10, 25, 1, 20}, // ends 10 40 and 25 26
			[]int64{0, 1},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			memory, first := merge(c.lanes)
			defer memory.release()
			all := memory.durations()
			if got := all.values(); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
			if !slices.Equal(first, c.first) {
				t.Errorf("first pieces at %v, want %v", first, c.first)
			}
			for _, l := range c.lanes {
				l.rest()
			}
		})
	}
}

// The oracle: the samples sorted by their end.
func TestMergeAgreesWithSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	type sample struct{ end, length int64 }
	var want []sample
	var lanes []*Lane
	for lane := range 7 {
		now := int64(r.IntN(1000))
		readings := []int64{now}
		for range r.IntN(2000) {
			d := int64(r.IntN(500))*16 + int64(lane) + 1 // rarely the same end in two lanes
			now += d
			readings = append(readings, now)
			want = append(want, sample{now, d})
		}
		lanes = append(lanes, laneOf(readings[:len(readings)/2+1], readings[len(readings)/2:]))
	}
	slices.SortStableFunc(want, func(a, b sample) int { return int(a.end - b.end) })
	memory, first := merge(lanes)
	got := memory.durations().values()
	if len(got) != len(want) {
		t.Fatalf("%d samples, want %d", len(got), len(want))
	}
	ties := 0
	for i := range want {
		tie := i > 0 && want[i].end == want[i-1].end || i+1 < len(want) && want[i].end == want[i+1].end
		if tie {
			ties++
		} else if got[i] != want[i].length {
			t.Fatalf("sample %d is %d, want %d", i, got[i], want[i].length)
		}
	}
	if ties > len(want)/10 {
		t.Errorf("%d of %d samples tie: the test says little", ties, len(want))
	}
	if len(first) > len(lanes) || !slices.IsSorted(first) {
		t.Errorf("first pieces at %v of %d lanes", first, len(lanes))
	}
	memory.release()
	for _, l := range lanes {
		l.rest()
	}
}

// A lane's first piece counts from half of the median on.
func TestFirstPieces(t *testing.T) {
	steps := func(first int64, n int) []int64 {
		readings := []int64{0, first}
		for range n {
			readings = append(readings, readings[len(readings)-1]+100)
		}
		return readings
	}
	for _, c := range []struct {
		why   string
		first int64
		n     int64
	}{
		{"an iteration", 100, 11},
		{"one that took long", 5000, 11},
		{"half of the median", 50, 11},
		{"less", 49, 10},
		{"nothing at all", 0, 10},
		{"a step backwards", -3, 10},
	} {
		var s S
		s.lanes.all = []*Lane{laneOf(steps(c.first, 10))}
		all, memory := s.laneSamples()
		if all.n != c.n {
			t.Errorf("%s: %d samples, want %d", c.why, all.n, c.n)
		}
		if c.first < 0 && all.backward != 1 {
			t.Errorf("%s: %d backward, want 1", c.why, all.backward)
		}
		memory.release()
		s.lanes.all[0].rest()
	}
}

// A step backwards moves no place: what is dropped is the first piece of the other lane, and nothing else.
func TestFirstPiecesBesideBackwardSteps(t *testing.T) {
	var s S
	s.lanes.all = []*Lane{
		laneOf([]int64{1000, 900, 1000, 1100, 1200, 1300, 1400}),
		laneOf([]int64{1140, 1141, 1241, 1341, 1441}), // its first piece of 1 is none
	}
	all, memory := s.laneSamples()
	defer memory.release()
	if got := all.values(); len(got) != 8 || slices.Min(got) != 100 || all.backward != 1 {
		t.Errorf("%v, %d backward, want eight samples of 100 and 1", got, all.backward)
	}
}
