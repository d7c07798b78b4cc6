package series

import (
	"math"
	"testing"
)

func TestMarkCount(t *testing.T) {
	for _, n := range []int64{1, 64, math.MaxInt64} {
		if got, ok := MarkCount(CountMark(MarkLanes, n), MarkLanes); got != n || !ok {
			t.Errorf("%d: got %d, %v", n, got, ok)
		}
	}
	for _, mark := range []string{"", "lanes", "lanes=", "lanes=x", "lanes=0", "lanes=-1", "lanes=9223372036854775808", "discarded=3", "lost"} {
		if n, ok := MarkCount(mark, MarkLanes); ok {
			t.Errorf("%q: got %d", mark, n)
		}
	}
}
