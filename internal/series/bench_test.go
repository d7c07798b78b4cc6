package series

import (
	"bytes"
	"testing"
)

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
	b.ReportMetric(float64(size)*z85Chars/z85Bytes/float64(len(xs)), "B/sample")
	b.ReportMetric(float64(size)*8/float64(len(xs))/max(entropy(xs), 1e-9), "x-entropy")
	b.ReportMetric(float64(chunks), "chunks")
}

// BenchmarkParse reads whole files: lines, checksums, text and code.
func BenchmarkParse(b *testing.B) {
	benchSeries(b, func(b *testing.B, xs []int64) {
		var file bytes.Buffer
		w := NewWriter(&file, nil)
		if err := w.Header(process); err != nil {
			b.Fatal(err)
		}
		if err := writeRun(w, "", Run{TickNS: 1, Series: []Series{{Batch: 1, Samples: int64(len(xs))}}}, xs); err != nil {
			b.Fatal(err)
		}
		buf := make([]int64, 0, MaxValues)
		for b.Loop() {
			runs, errs := readAll(file.Bytes())
			if len(runs) != 1 || errs != nil {
				b.Fatal(errs)
			}
			if err := runs[0].Blocks(0, buf, func([]int64) bool { return true }); err != nil {
				b.Fatal(err)
			}
		}
		report(b, xs, file.Len()*z85Bytes/z85Chars, bytes.Count(file.Bytes(), []byte("# plateau data")))
	})
}
