package benchx

import (
	"runtime"
	runtimemetrics "runtime/metrics"
	"slices"
	"strconv"
	"testing"
)

func TestLedgerGrowsAndIsUsedAgain(t *testing.T) {
	l := newLedger(1)
	least := cap(l.segments)
	if least < 1 || cap(l.chunks) != least {
		t.Skip("no memory to map")
	}
	mapped := pool.get()
	defer pool.put(mapped)
	var want []segment
	var chunks []*chunk
	for i := range 10*least + 1 {
		c := &nowhere // a chunk of the heap must not be in a ledger
		if i == 0 {
			c = mapped
		}
		want, chunks = append(want, segment{c, i, i + 1, i%2 > 0}), append(chunks, c)
		l.addSegment(want[i])
		l.addChunk(c)
	}
	if !slices.Equal(l.segments, want) || !slices.Equal(l.chunks, chunks) {
		t.Error("what was added is not what is there")
	}
	memory, room := &l.memory[0], cap(l.segments)
	l.discard()
	l.discard() // once more is fine
	if l.segments != nil || l.chunks != nil || l.memory != nil {
		t.Error("something is left of a discarded ledger")
	}
	next := newLedger(room)
	defer next.discard()
	if &next.memory[0] != memory {
		t.Error("memory that was given back is not used again")
	}
	if len(next.segments)+len(next.chunks) > 0 {
		t.Error("a new ledger is not empty")
	}
}

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
