package benchx

import (
	"runtime"
	runtimemetrics "runtime/metrics"
	"strconv"
	"testing"
)

// What is measured must not be slowed down by a collector that has to look at our books: neither by those of a run that may
// become large, nor by those of many lanes.
func TestCollectorHasLittleToScan(t *testing.T) {
	measure(t, "1x", func(b *testing.B) {
		before := scannable()
		s := Start(b, Keep(1<<27))
		one := scannable() - before
		if most := int64(12 << 10); one > most {
			t.Errorf("Start makes %d bytes more to scan, want %d at most", one, most)
		}
		for range 100 {
			s.chunks = append(s.chunks, addressOf(pool.get()))
		}
		if more, most := scannable()-before-one, int64(2<<10); more > most {
			t.Errorf("a hundred chunks make %d bytes more to scan, want %d at most", more, most)
		}
		const lanes = 100
		for range lanes {
			s.Lane()
		}
		if each, most := (scannable()-before-one)/lanes, int64(2<<10); each > most {
			t.Errorf("a lane makes %d bytes more to scan, want %d at most", each, most)
		}
	})
}

// Nor by what is kept of benchmarks that have ended.
func TestEndedBenchmarksLeaveLittleToScan(t *testing.T) {
	const many = 100
	var reg registry
	before := scannable()
	for i := range many {
		b := reg.of("BenchmarkA" + strconv.Itoa(i))
		b.ps = defaultPercentiles
		for range 8 {
			b.lanes = append(b.lanes, new(Lane))
		}
		for rep := range 10 {
			b.runs = append(b.runs, runOf(b.name, rep, around(10_000, 5_000, 1), 0, 1))
		}
	}
	reg.settle(nil)
	if each, most := (scannable()-before)/many, int64(1<<10); each > most {
		t.Errorf("%d bytes to scan of each benchmark, want %d at most", each, most)
	}
	if len(reg.order[0].pooled) != 1 || reg.order[0].pooled[0].text == "" {
		t.Error("no line to be printed is kept")
	}
	store.empty()
}

// scannable is how much of the heap the collector has to look at, in bytes.
func scannable() int64 {
	runtime.GC()
	s := []runtimemetrics.Sample{{Name: "/gc/scan/heap:bytes"}}
	runtimemetrics.Read(s)
	return int64(s[0].Value.Uint64())
}
