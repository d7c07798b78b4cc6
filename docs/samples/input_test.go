package samples

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

// shuffled is a slice in the same random order every time.
func shuffled(n int) []int { return rand.New(rand.NewPCG(1, 2)).Perm(n) }

func BenchmarkUsedUpWrong(b *testing.B) {
	data := shuffled(1000)
	for b.Loop() {
		slices.Sort(data)
	}
}

func BenchmarkUsedUpRight(b *testing.B) {
	data := shuffled(1000)
	fresh := make([]int, len(data))
	s := benchx.Start(b, benchx.Percentiles(50, 99))
	for b.Loop() {
		copy(fresh, data)
		s.Begin()
		slices.Sort(fresh)
		s.End()
	}
}

func BenchmarkSetUpWrong(b *testing.B) {
	for b.Loop() {
		data := shuffled(1000)
		slices.Sort(data)
	}
}

func BenchmarkSetUpRight(b *testing.B) {
	s := benchx.Start(b, benchx.Percentiles(50, 99))
	for b.Loop() {
		data := shuffled(1000)
		s.Begin()
		slices.Sort(data)
		s.End()
	}
}

// sorted is 16 MB, more than most caches hold.
func sorted() []int {
	s := make([]int, 1<<21)
	for i := range s {
		s[i] = 3 * i
	}
	return s
}

func BenchmarkSameInputWrong(b *testing.B) {
	data := sorted()
	for b.Loop() {
		i, _ := slices.BinarySearch(data, 123456)
		length += i
	}
}

func BenchmarkSameInputRight(b *testing.B) {
	data := sorted()
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		i, _ := slices.BinarySearch(data, r.IntN(3<<21))
		length += i
	}
}
