package series

import "testing"

func benchSeries(b *testing.B, f func(b *testing.B, xs []int64)) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) { f(b, w.series(300_000)) })
	}
	for _, name := range []string{"gc", "http", "json", "map"} {
		b.Run(name, func(b *testing.B) { f(b, recorded(b, name)) })
	}
}

func BenchmarkDecode(b *testing.B) {
	benchSeries(b, func(b *testing.B, xs []int64) {
		chunks := chunksOf(new(Encoder), xs)
		var buf []int64
		for b.Loop() {
			for _, c := range chunks {
				buf, _ = Decode(buf[:0], c)
			}
		}
		report(b, xs, sizeOf(chunks), len(chunks))
	})
}

func BenchmarkAppend(b *testing.B) {
	benchSeries(b, func(b *testing.B, xs []int64) {
		e, dst := new(Encoder), make([]byte, 0, MaxChunk)
		size, chunks := 0, 0
		for b.Loop() {
			size, chunks = 0, 0
			for rest := xs; len(rest) > 0; chunks++ {
				c, n := e.Append(dst, rest)
				size += len(c)
				rest = rest[n:]
			}
		}
		report(b, xs, size, chunks)
	})
}

func report(b *testing.B, xs []int64, size, chunks int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(xs)), "ns/sample")
	b.ReportMetric(float64(size)*4/3/float64(len(xs)), "B/sample")
	b.ReportMetric(float64(size)*8/float64(len(xs))/max(entropy(xs), 1e-9), "x-entropy")
	b.ReportMetric(float64(chunks), "chunks")
}
