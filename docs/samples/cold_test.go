package samples

import (
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

// pages is a cache that has everything when a thousand visits have looked at a hundred pages each.
type pages map[int][32]byte

func (c pages) visit(n int) {
	for i := range 100 {
		id := (100*n + i) % 100_000
		p, ok := c[id]
		if !ok {
			p = render(id)
			c[id] = p
		}
		sum += uint64(p[0])
	}
}

func BenchmarkColdStartWrong(b *testing.B) {
	cache, n := pages{}, 0
	for b.Loop() {
		cache.visit(n)
		n++
	}
}

func BenchmarkColdStartRight(b *testing.B) {
	cache, n := pages{}, 0
	s := benchx.Start(b, benchx.Warmup{MinIters: 1000}, benchx.Percentiles(50, 99))
	for s.Loop() {
		cache.visit(n)
		n++
	}
}
