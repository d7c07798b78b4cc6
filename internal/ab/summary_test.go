package ab

import "testing"

func TestCourse(t *testing.T) {
	first, more, fresh := Block{From: 1, To: 10}, Block{From: 11, To: 14}, Block{From: 15, To: 29, Fresh: true}
	for _, c := range []struct {
		blocks []Block
		over   bool
		want   string
	}{
		{nil, false, "0 pairs of runs in random order, seed 7; broken off before its end"},
		{[]Block{first}, true, "10 pairs of runs in random order, seed 7"},
		{[]Block{first, more}, true, "10 pairs of runs in random order, seed 7; 4 more of what was unsure"},
		{[]Block{first, more, fresh}, false, "10 pairs of runs in random order, seed 7; 4 more of what was unsure; 15 fresh ones of what was flagged; broken off before its end"},
	} {
		j := &Journal{Config: Config{Seed: 7}, Blocks: c.blocks, Over: c.over}
		if got := j.Course(); got != c.want {
			t.Errorf("%v: %q, want %q", c.blocks, got, c.want)
		}
	}
	j := &Journal{Blocks: []Block{first, more, fresh}}
	for pair, want := range map[int]bool{0: false, 1: false, 14: false, 15: true, 29: true, 30: false} {
		if got := j.Fresh(pair); got != want {
			t.Errorf("pair %d is fresh: %v", pair, got)
		}
	}
}

func TestSampled(t *testing.T) {
	j := &Journal{Processes: []*Process{{Pair: 1, Side: Base}, {Pair: 1, Side: Head}, {Pair: 2, Side: Head, Sampled: 1}}}
	if j.Sampled() {
		t.Error("half of a pair counts")
	}
	j.Processes[1].Sampled = 1
	if !j.Sampled() {
		t.Error("samples of the head are overlooked")
	}
}
