package benchx_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/plateau-bench/plateau/benchx"
)

var text = strings.Repeat("all that glitters is not gold ", 1000)

// Two lines in a benchmark: percentiles of its iterations appear beside ns/op.
func ExampleStart() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b)
		for b.Loop() {
			strings.ToUpper(text)
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkUpper(b *testing.B)
}

// With Lap at the top of the body a continue passes it, and Stop behind the loop ends the last iteration.
func ExampleS_Stop() {
	benchmark := func(b *testing.B) {
		words := strings.Fields(text)
		s := benchx.Start(b)
		for i := 0; b.Loop(); i++ {
			s.Lap()
			word := words[i%len(words)]
			if word == "all" {
				continue
			}
			strings.ToUpper(word)
		}
		s.Stop()
	}
	_ = benchmark // func BenchmarkUpper(b *testing.B)
}

// A managed loop warms up before it measures. Results must be used, or the compiler may drop the work.
func ExampleS_Loop() {
	var length int
	benchmark := func(b *testing.B) {
		s := benchx.Start(b, benchx.Warmup{MaxTime: 5 * time.Second})
		for s.Loop() {
			length = len(strings.ToUpper(text))
		}
		if length == 0 {
			b.Error("nothing came out")
		}
	}
	_ = benchmark // func BenchmarkUpper(b *testing.B)
}

// Each goroutine of a parallel benchmark has a lane of its own.
func ExampleS_Lane() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b)
		b.RunParallel(func(pb *testing.PB) {
			lane := s.Lane()
			for pb.Next() {
				_ = strings.ToUpper(text)
				lane.Lap()
			}
		})
	}
	_ = benchmark // func BenchmarkUpperParallel(b *testing.B)
}

// A named moment within an iteration has percentiles of its own, here in the units first-p50-ns/op and so on.
func ExampleS_Mark() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b)
		for b.Loop() {
			words := strings.FieldsSeq(text)
			for range words {
				s.Mark("first")
				break
			}
			for range words {
			}
			s.Lap()
		}
	}
	_ = benchmark // func BenchmarkWords(b *testing.B)
}

// Preparation that must not be measured stays outside of Begin and End.
func ExampleS_Begin() {
	benchmark := func(b *testing.B) {
		s := benchx.Start(b)
		for b.Loop() {
			fresh := strings.Clone(text)
			s.Begin()
			strings.ToUpper(fresh)
			s.End()
		}
	}
	_ = benchmark // func BenchmarkUpperOfFresh(b *testing.B)
}

// TestMain of a package whose results are to have one pooled line per benchmark at their end.
func ExampleMain() {
	testMain := func(m *testing.M) { os.Exit(benchx.Main(m)) }
	_ = testMain // func TestMain(m *testing.M)
}

// A cache that fills over the first 10,000 iterations, at most 30 s: what comes before is no part of the percentiles.
func ExampleWarmup() {
	benchmark := func(b *testing.B) {
		cache := map[int]string{}
		i := 0
		s := benchx.Start(b, benchx.Warmup{MinIters: 10_000, MaxTime: 30 * time.Second}, benchx.Percentiles(50, 99, 99.99))
		for s.Loop() {
			key := i % 10_000
			i++
			if _, ok := cache[key]; !ok {
				cache[key] = strings.ToUpper(text)
			}
		}
	}
	_ = benchmark // func BenchmarkCache(b *testing.B)
}
