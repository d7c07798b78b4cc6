package samples

import (
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

// A queue is compacted once in 64 operations.
type queue struct {
	items []int
	head  int
}

func (q *queue) next(x int) int {
	q.items = append(q.items, x)
	first := q.items[q.head]
	q.head++
	if q.head == 64 {
		q.items = append(make([]int, 0, 8192), q.items[q.head:]...)
		q.head = 0
	}
	return first
}

func newQueue() *queue { return &queue{items: make([]int, 4096)} }

func BenchmarkBatchWrong(b *testing.B) {
	q := newQueue()
	s := benchx.Start(b, benchx.Percentiles(50, 99))
	for b.Loop() {
		for i := range 100 {
			length += q.next(i)
		}
		s.Lap()
	}
}

func BenchmarkBatchRight(b *testing.B) {
	q := newQueue()
	s := benchx.Start(b, benchx.Percentiles(50, 99), benchx.Batch(1))
	for b.Loop() {
		length += q.next(1)
		s.Lap()
	}
}
