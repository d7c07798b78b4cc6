package samples

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

var table = sync.OnceValue(func() map[int]int {
	m := make(map[int]int)
	for i := range 10_000 {
		m[i] = i
	}
	return m
})

func BenchmarkParallelWrong(b *testing.B) {
	m := table()
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(1, 2)) // not safe for several goroutines, so they take turns
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			mu.Lock()
			key := r.IntN(len(m))
			mu.Unlock()
			if m[key] != key {
				b.Error("lost")
			}
		}
	})
}

func BenchmarkParallelRight(b *testing.B) {
	m := table()
	var seed atomic.Uint64
	b.RunParallel(func(pb *testing.PB) {
		r := rand.New(rand.NewPCG(seed.Add(1), 2))
		for pb.Next() {
			if key := r.IntN(len(m)); m[key] != key {
				b.Error("lost")
			}
		}
	})
}
