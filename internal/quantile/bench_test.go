package quantile

import (
	"slices"
	"testing"
)

func BenchmarkOf(b *testing.B) {
	scratch := make([]int64, ScratchLen)
	for _, c := range []struct {
		name     string
		generate func() Slice
	}{
		{"lognormal-1e7", func() Slice { return lognormal(1e7, 1) }},
		{"ties-1e7", func() Slice { return ties(1e7, 1) }},
		{"equal-1e7", func() Slice { return slices.Repeat(Slice{123_456}, 1e7) }},
		{"lognormal-1e5", func() Slice { return lognormal(1e5, 1) }},
		{"lognormal-1e3", func() Slice { return lognormal(1e3, 1) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			xs := c.generate()
			b.SetBytes(8 * int64(len(xs)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := OfScratch(xs, reported, scratch); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPool(b *testing.B) {
	runs := make([]Run, 10)
	for i := range runs {
		runs[i] = lognormal(1e6, uint64(i))
	}
	b.SetBytes(8 * 1e7)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Pool(runs, reported); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSelect includes the copy that it reorders.
func BenchmarkSelect(b *testing.B) {
	xs := lognormal(1e6, 1)
	work := make([]int64, len(xs))
	for b.Loop() {
		copy(work, xs)
		Select(work, reported)
	}
}
