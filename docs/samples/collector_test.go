package samples

import (
	"runtime"
	"testing"

	"github.com/plateau-bench/plateau/benchx"
)

// answer allocates about 100 kB.
func answer(id int) [][]byte {
	parts := make([][]byte, 100)
	for i := range parts {
		parts[i] = make([]byte, 1000)
		parts[i][0] = byte(id)
	}
	return parts
}

func BenchmarkCollectorWrong(b *testing.B) {
	recent := make([][][]byte, 200) // a service remembers something: 20 MB
	i := 0
	s := benchx.Start(b, benchx.Percentiles(50, 99))
	for b.Loop() {
		b.StopTimer()
		runtime.GC() // a clean heap for every iteration
		b.StartTimer()
		recent[i%len(recent)] = answer(i)
		i++
		s.Lap()
	}
}

func BenchmarkCollectorRight(b *testing.B) {
	recent := make([][][]byte, 200)
	i := 0
	s := benchx.Start(b, benchx.Percentiles(50, 99))
	for b.Loop() {
		recent[i%len(recent)] = answer(i)
		i++
		s.Lap()
	}
}
