package series

import (
	"math"
	"slices"
	"testing"
)

func TestBatch(t *testing.T) {
	for _, c := range []struct {
		name string
		size int
		in   [][]int64
		want []int64
	}{
		{"nothing", 3, nil, nil},
		{"size 0 changes nothing", 0, [][]int64{{1, 2}}, []int64{1, 2}},
		{"size 1 changes nothing", 1, [][]int64{{1, 2}}, []int64{1, 2}},
		{"an open group is not reported", 3, [][]int64{{1, 2}}, nil},
		{"exactly one", 3, [][]int64{{1, 2, 3}}, []int64{6}},
		{"across blocks", 3, [][]int64{{1}, {2, 3, 4}, nil, {5, 6, 7}}, []int64{6, 15}},
		{"overflow", 2, [][]int64{{math.MaxInt64, 1, math.MinInt64, -1, math.MaxInt64, 0}}, []int64{math.MaxInt64, math.MinInt64, math.MaxInt64}},
		{"extremes that cancel", 2, [][]int64{{math.MaxInt64, math.MinInt64}}, []int64{-1}},
	} {
		b := Batch{Size: c.size}
		var got []int64
		for _, in := range c.in {
			before := slices.Clone(in)
			got = b.Append(got, in)
			if !slices.Equal(in, before) {
				t.Errorf("%s: the values were changed", c.name)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestBatchInPlaceAndReset(t *testing.T) {
	b := Batch{Size: 2}
	xs := []int64{1, 2, 3, 4, 5}
	if got := b.Append(xs[:0], xs); !slices.Equal(got, []int64{3, 7}) {
		t.Errorf("in place: %v", got)
	}
	b.Reset()
	if got := b.Append(nil, []int64{10, 20}); !slices.Equal(got, []int64{30}) {
		t.Errorf("after Reset: %v", got)
	}
}
