package series

import (
	"slices"
	"testing"
)

func TestX(t *testing.T) {
	for _, w := range workloads {
		for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 100, 1000, 5000, 100000} {
			xs := w.series(n)
			var got []int64
			for _, c := range chunksOf(new(Encoder), xs) {
				var err error
				if len(c) > MaxChunk {
					t.Fatal(len(c))
				}
				got, err = Decode(got, c)
				if err != nil {
					t.Fatal(w.name, n, err)
				}
			}
			if !slices.Equal(got, xs) {
				t.Fatal(w.name, n)
			}
		}
	}
}
