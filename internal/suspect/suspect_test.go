package suspect

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

var inf = math.Inf(1)

func TestFind(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		old, new []float64
		floor    float64
		want     []Run
	}{
		{"none", nil, nil, LeastSpread, nil},
		{"all alike", []float64{1, 1, 1, 1, 1}, []float64{2, 2, 2, 2, 2}, LeastSpread, nil},
		// Offsets -2 -1 0 1 2 on both sides have a median size of 1; one at 100 is far off.
		{"by hand", []float64{1, 2, 3, 4, 5}, []float64{10, 12, 13, 11, 112}, 0, []Run{{true, 4, 100 / 1.4826}}},
		{"on the old side, below", []float64{-100, 2, 3, 4, 5}, []float64{1, 2, 3, 4, 5}, 0, []Run{{false, 0, -103 / 1.4826}}},
		{"within the floor", []float64{1, 1, 1, 1, 1.009}, []float64{1, 1, 1, 1, 1}, LeastSpread, nil},
		{"a difference of versions is none", []float64{1, 2, 3, 4, 5}, []float64{101, 102, 103, 104, 105}, 0, nil},
		{"lost runs", []float64{1, nan, 2, 3, 4, 5}, []float64{10, 12, nan, 13, 11, 112}, 0, []Run{{true, 5, 100 / 1.4826}}},
		{"one side hardly varies, the other does", []float64{1, 1, 1, 1, 1}, []float64{10, 50, 30, 20, 40}, LeastSpread, nil},
		{"one side hardly varies, and a run of the other is odd", []float64{1, 1, 1, 1, 1}, []float64{10, 13, 12, 11, 999}, LeastSpread, []Run{{true, 4, 987 / 1.4826}}},
		{"a run of the side that hardly varies is odd by the spread of both", []float64{1, 1, 1, 1, 2}, []float64{10, 50, 30, 20, 40}, LeastSpread, nil},
		{"too few", []float64{1, 2, 3, 100}, []float64{1, 2, 3, 100}, 0, nil},
		{"time-out", []float64{1, 2, 3, 4, 5}, []float64{1, 2, 3, 4, inf}, 0, []Run{{true, 4, inf}}},
	} {
		beforeOld, beforeNew := slices.Clone(c.old), slices.Clone(c.new)
		got := Find(c.old, c.new, c.floor)
		if !slices.EqualFunc(got, c.want, func(a, b Run) bool {
			return a.New == b.New && a.Index == b.Index && math.Abs(a.Score-b.Score) < 1 || a == b
		}) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if !slices.EqualFunc(beforeOld, c.old, sameBits) || !slices.EqualFunc(beforeNew, c.new, sameBits) {
			t.Errorf("%s: input changed", c.name)
		}
	}
}

// TestLimit is just above and below 5 deviations.
func TestLimit(t *testing.T) {
	clean := []float64{-2, -1, 0, 1, 2, -1}
	for _, c := range []struct {
		offset float64
		want   int
	}{{5 * 1.4826 * 1.001, 1}, {5 * 1.4826 * 0.999, 0}} {
		old := []float64{-1, -1, 0, 0, 1, 1, c.offset}
		// Sizes of offsets from 0: six of 1 or below and one far; of clean from -0.5: 1.5 .5 .5 1.5 2.5 .5. The median of all is 1.
		if got := Find(old, clean, 0); len(got) != c.want {
			t.Errorf("offset %v: %+v, want %d", c.offset, got, c.want)
		}
	}
}

func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }

func TestLogs(t *testing.T) {
	nan := math.NaN()
	in := []float64{math.E, 1, 0, -1, nan, inf}
	before := slices.Clone(in)
	if got, want := Logs(in), []float64{1, 0, nan, nan, nan, inf}; !slices.EqualFunc(got, want, func(x, y float64) bool { return x == y || x != x && y != y }) {
		t.Errorf("%v, want %v", got, want)
	}
	if !slices.EqualFunc(before, in, sameBits) {
		t.Error("input changed")
	}
}

// Scores are in units of the spread, and NaN where a side is too small or a run was lost.
func TestScores(t *testing.T) {
	got := Scores([]float64{1, 2, math.NaN(), 3, 4, 5}, []float64{1, 2, 3, 4}, 0)
	want := [2][]float64{{-2 / 1.4826, -1 / 1.4826, math.NaN(), 0, 1 / 1.4826, 2 / 1.4826}, {math.NaN(), math.NaN(), math.NaN(), math.NaN()}}
	for side := range want {
		if !slices.EqualFunc(got[side], want[side], func(x, y float64) bool { return math.Abs(x-y) < 1e-12 || x != x && y != y }) {
			t.Errorf("side %d: %v, want %v", side, got[side], want[side])
		}
	}
}

func ExampleFind() {
	old := []float64{101, 99, 100, 102, 98}
	new := []float64{100, 101, 160, 99, 102}
	for _, r := range Find(Logs(old), Logs(new), LeastSpread) {
		fmt.Printf("run %d of the new side, score %.0f\n", r.Index+1, r.Score)
	}
	// Output: run 3 of the new side, score 31
}
