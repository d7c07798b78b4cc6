package benchx

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plateau-bench/plateau/internal/clock"
)

// BenchmarkReport is what happens to ten million samples when a benchmark has returned: clock readings become durations, the
// warm-up is judged, and the mean and four percentiles are taken.
func BenchmarkReport(b *testing.B) {
	const n = 10_000_000
	clock.Open()
	var t track
	t.prepare(n, allSegments)
	for _, latency := range []struct {
		name  string
		ticks func(r *rand.Rand) int64
	}{
		{"lognormal", func(r *rand.Rand) int64 { return int64(5000 * math.Exp(r.NormFloat64()/4)) }},
		{"two values", func(r *rand.Rand) int64 { return 500 + 2*int64(r.Uint64()%2) }},
	} {
		b.Run(latency.name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				t.restart()
				r := rand.New(rand.NewPCG(1, 2))
				now := int64(0)
				for t.count() < n {
					t.openChain(chunkLen)
					t.mem[t.pos-1] = now
					for t.pos <= t.limit { // the slow path writes the last one
						now += latency.ticks(r)
						t.mem[t.pos] = now
						t.pos++
					}
				}
				b.StartTimer()
				all := t.durations()
				w := Warmup{}
				warm := w.settle(all, 1, 0, 0.5)
				m := metrics{}
				m.addStats("", all, warm.samples, defaultPercentiles, 0.5)
				if m["p99.9-ns/op"] == 0 {
					b.Fatal("no p99.9")
				}
			}
			b.ReportMetric(float64(len(t.chunks))*chunkLen*8/n, "B/sample")
		})
	}
	t.release()
}
