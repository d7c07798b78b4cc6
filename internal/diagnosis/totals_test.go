package diagnosis

import (
	"math"
	"testing"
)

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

// TestSetFloating: the eight events of Intel are of use together.
func TestSetFloating(t *testing.T) {
	var totals Totals
	for i, name := range retired {
		if _, vector := totals.floating(); vector.ok() {
			t.Errorf("vector instructions are known before %s is", name)
		}
		if !totals.Set(name, float64(i+1)) || !totals.Set(name, 100) {
			t.Errorf("%s was not taken", name)
		}
	}
	if scalar, vector := totals.floating(); scalar != Of(1+2) || vector != Of(3+4+5+6+7+8) {
		t.Errorf("%v scalar, %v vector, want 3 and 33", scalar, vector)
	}
}

func TestBytes(t *testing.T) {
	totals := Totals{LLCMisses: Of(10), L3Misses: Of(20)}
	for name, c := range map[string]struct {
		change func(*Totals)
		want   Count
	}{
		"lines":         {func(*Totals) {}, Of(640)},
		"wider lines":   {func(t *Totals) { t.LineBytes = 128 }, Of(1280)},
		"a bad width":   {func(t *Totals) { t.LineBytes = math.NaN() }, Of(640)},
		"counted":       {func(t *Totals) { t.Traffic = Of(5) }, Of(5)},
		"L3 stands in":  {func(t *Totals) { t.LLCMisses = Count{} }, Of(1280)},
		"nothing known": {func(t *Totals) { *t = Totals{} }, Count{}},
	} {
		changed := totals
		c.change(&changed)
		if got, _ := changed.bytes(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestThreads(t *testing.T) {
	for threads, want := range map[int]float64{-1: 10, 0: 10, 1: 10, 4: 40} {
		if got := (&Totals{Wall: Of(10), Threads: threads}).capacity(); got != Of(want) {
			t.Errorf("%d threads: %v, want %v", threads, got, want)
		}
	}
}
