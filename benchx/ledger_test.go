package benchx

import (
	"runtime"
	runtimemetrics "runtime/metrics"
	"slices"
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
	scannable := func() int64 {
		runtime.GC()
		s := []runtimemetrics.Sample{{Name: "/gc/scan/heap:bytes"}}
		runtimemetrics.Read(s)
		return int64(s[0].Value.Uint64())
	}
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
