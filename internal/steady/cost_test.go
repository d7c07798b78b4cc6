package steady

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// never is a series on which the detector never stops: it wavers as slowly as it is long, so that a check goes on to its later,
// costlier tests.
func never(n int) []float64 {
	rng := rand.New(rand.NewPCG(7, 7))
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 100 * math.Exp(0.3*math.Sin(8*math.Log1p(float64(i)))+0.01*rng.NormFloat64())
	}
	return xs
}

func TestDetectorMemory(t *testing.T) {
	if size := unsafe.Sizeof(Detector{}); size > 2048 {
		t.Errorf("a Detector has %d bytes, more than 2048", size)
	}
	xs := never(5000)
	d := New(Config{})
	if n := testing.AllocsPerRun(5, func() {
		d.Reset(Config{Confidence: 0.95})
		for _, x := range xs {
			d.Push(x)
		}
	}); n != 0 {
		t.Errorf("5000 pushes allocate %v times", n)
	}
	var b Blocks
	if n := testing.AllocsPerRun(5, func() {
		for range 10_000 {
			b.Add(50)
		}
	}); n != 0 {
		t.Errorf("Blocks.Add allocates %v times", n)
	}
}

func BenchmarkPush(b *testing.B) {
	for _, n := range []int{1000, 3000, 100_000} {
		b.Run(sizeName(n), func(b *testing.B) {
			xs := never(n)
			if r := Online(xs, Config{}); r.N < n {
				b.Fatalf("stopped after %d of %d values", r.N, n)
			}
			b.ReportAllocs()
			for b.Loop() {
				d := New(Config{})
				for _, x := range xs {
					d.Push(x)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
		})
	}
}

// BenchmarkPushMade is the cost up to the answer, over the series of TestAccuracyMade that settle.
func BenchmarkPushMade(b *testing.B) {
	series, values := made(1, 12), 0
	for b.Loop() {
		values = 0
		for _, l := range series {
			if l.Start >= 0 {
				values += Online(l.NS, Config{}).Stop
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(values), "ns/value")
}

func BenchmarkAnalyze(b *testing.B) {
	for _, n := range []int{1000, 1_000_000} {
		b.Run(sizeName(n), func(b *testing.B) {
			xs := never(n)
			for b.Loop() {
				Analyze(xs, Config{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/value")
		})
	}
}

func BenchmarkBlocksAdd(b *testing.B) {
	var blocks Blocks
	sum := 0.0
	for b.Loop() {
		mean, _, _ := blocks.Add(50)
		sum += mean
	}
	if sum < 0 {
		b.Error(sum)
	}
}

func sizeName(n int) string {
	switch {
	case n >= 1_000_000:
		return "1e6"
	case n >= 100_000:
		return "1e5"
	case n >= 3000:
		return "3000"
	}
	return "1000"
}
