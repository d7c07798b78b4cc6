package diagnosis

import "testing"

func TestSet(t *testing.T) {
	var totals Totals
	for name := range fields {
		var alone Totals
		if !alone.Set(name, 7) || *fields[name](&alone) != Of(7) {
			t.Errorf("%s was not entered", name)
		}
	}
	if !totals.Set("cycles:u", 5) || totals.Cycles != Of(5) {
		t.Errorf("cycles:u: %+v", totals.Cycles)
	}
	if !totals.Set("cpu-cycles", 6) || totals.Cycles != Of(5) {
		t.Errorf("a second total took the place of the first: %+v", totals.Cycles)
	}
	if totals.Set("alignment-faults", 1) || totals.Set("", 1) || totals.Set("cycle", 1) {
		t.Error("names that mean nothing here were taken")
	}
}

func TestBytes(t *testing.T) {
	totals := Totals{LLCMisses: Of(10), L3Misses: Of(20)}
	if got := totals.bytes(); got != Of(640) {
		t.Errorf("%v, want 10 lines of 64", got)
	}
	totals.LLCMisses = Count{}
	if got := totals.bytes(); got != Of(1280) {
		t.Errorf("%v, want misses of L3 in their place", got)
	}
	if got := new(Totals).bytes(); got.Known {
		t.Errorf("%v of nothing", got)
	}
}

func TestThreads(t *testing.T) {
	for threads, want := range map[int]float64{-1: 10, 0: 10, 1: 10, 4: 40} {
		if got := (&Totals{Wall: Of(10), Threads: threads}).capacity(); got != Of(want) {
			t.Errorf("%d threads: %v, want %v", threads, got, want)
		}
	}
}
