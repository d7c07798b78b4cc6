package verdict

import (
	"math"
	"slices"
	"testing"
)

func TestSuspects(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name     string
		old, new []float64
		floor    float64
		want     []Suspect
	}{
		{"none", nil, nil, 0.002, nil},
		{"all alike", []float64{1, 1, 1, 1, 1}, []float64{2, 2, 2, 2, 2}, 0.002, nil},
		// Offsets -2 -1 0 1 2 on both sides have a median size of 1; one at 100 is far off.
		{"by hand", []float64{1, 2, 3, 4, 5}, []float64{10, 12, 13, 11, 112}, 0, []Suspect{{true, 4, 100 / 1.4826}}},
		{"on the old side, below", []float64{-100, 2, 3, 4, 5}, []float64{1, 2, 3, 4, 5}, 0, []Suspect{{false, 0, -103 / 1.4826}}},
		{"within the floor", []float64{1, 1, 1, 1, 1.009}, []float64{1, 1, 1, 1, 1}, 0.002, nil},
		{"a difference of versions is none", []float64{1, 2, 3, 4, 5}, []float64{101, 102, 103, 104, 105}, 0, nil},
		{"lost runs", []float64{1, nan, 2, 3, 4, 5}, []float64{10, 12, nan, 13, 11, 112}, 0, []Suspect{{true, 5, 100 / 1.4826}}},
		{"one side hardly varies, the other does", []float64{1, 1, 1, 1, 1}, []float64{10, 50, 30, 20, 40}, 0.002, nil},
		{"one side hardly varies, and a run of the other is odd", []float64{1, 1, 1, 1, 1}, []float64{10, 13, 12, 11, 999}, 0.002, []Suspect{{true, 4, 987 / 1.4826}}},
		{"a run of the side that hardly varies is odd by the spread of both", []float64{1, 1, 1, 1, 2}, []float64{10, 50, 30, 20, 40}, 0.002, nil},
		{"too few", []float64{1, 2, 3, 100}, []float64{1, 2, 3, 100}, 0, nil},
		{"time-out", []float64{1, 2, 3, 4, 5}, []float64{1, 2, 3, 4, inf}, 0, []Suspect{{true, 4, inf}}},
	} {
		beforeOld, beforeNew := slices.Clone(c.old), slices.Clone(c.new)
		got := Suspects(c.old, c.new, c.floor)
		if !slices.EqualFunc(got, c.want, func(a, b Suspect) bool {
			return a.New == b.New && a.Run == b.Run && math.Abs(a.Score-b.Score) < 1 || a == b
		}) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if !sameBits(beforeOld, c.old) || !sameBits(beforeNew, c.new) {
			t.Errorf("%s: input changed", c.name)
		}
	}
}

// TestSuspectScore is just above and below 5 deviations.
func TestSuspectScore(t *testing.T) {
	clean := []float64{-2, -1, 0, 1, 2, -1}
	for _, c := range []struct {
		offset float64
		want   int
	}{{5 * 1.4826 * 1.001, 1}, {5 * 1.4826 * 0.999, 0}} {
		old := []float64{-1, -1, 0, 0, 1, 1, c.offset}
		// Sizes of offsets from 0: six of 1 or below and one far; of clean from -0.5: 1.5 .5 .5 1.5 2.5 .5. The median of all is 1.
		if got := Suspects(old, clean, 0); len(got) != c.want {
			t.Errorf("offset %v: %+v, want %d", c.offset, got, c.want)
		}
	}
}
