package benchx

import (
	"testing"

	"github.com/plateau-bench/plateau/internal/clock"
)

// The cost of a lap beside that of what it cannot do without, a reading of the counter that is stored.
func BenchmarkCost(b *testing.B) {
	b.Run("loop", func(b *testing.B) {
		for range b.N {
		}
	})
	b.Run("bare", func(b *testing.B) {
		clock.Open()
		buf := make([]int64, chunkLen)
		i := 0
		for range b.N {
			buf[i&(chunkLen-1)] = clock.Ticks()
			i++
		}
	})
	b.Run("lap", func(b *testing.B) {
		s := Start(b, Batch(1), Keep(1<<24))
		for range b.N {
			s.Lap()
		}
	})
	b.Run("lap/probe", func(b *testing.B) { // looks at the collector now and then
		s := Start(b, Batch(1), Keep(1<<24), With(new(fakeProbe)))
		for range b.N {
			s.Lap()
		}
	})
	b.Run("lap/batch", func(b *testing.B) {
		s := Start(b, Batch(1024))
		for range b.N {
			s.Lap()
		}
	})
	b.Run("b.Loop", func(b *testing.B) {
		for b.Loop() {
		}
	})
	b.Run("Loop/batch", func(b *testing.B) {
		s := Start(b, Batch(1024), Warmup{Off: true})
		for s.Loop() {
		}
	})
}
