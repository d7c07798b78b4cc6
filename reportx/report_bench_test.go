package reportx

import (
	"bytes"
	"math/rand"
	"testing"
)

// Reading and describing 1e7 samples of six runs. The samples per second are
// those of a second of either.
func BenchmarkTenMillion(b *testing.B) {
	random := rand.New(rand.NewSource(1))
	const n = 10_000_000
	var runs []testRun
	for range 6 {
		values := make([]int64, n/6)
		for i := range values {
			values[i] = int64(12_000 * (1 + 0.05*random.ExpFloat64()))
			if random.Intn(200) == 0 {
				values[i] *= 8
			}
		}
		runs = append(runs, nsRun("BenchmarkA-2", 1000, values...))
	}
	file := sampleFile(b, 1, runs...)
	runs = nil
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			NewResults(ReadOptions{}).Read("in", bytes.NewReader(file))
		}
		b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "samples/s")
	})
	rs := readWhole(b, "in", file)
	b.Run("report", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := NewReport(rs, Options{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "samples/s")
	})
}
