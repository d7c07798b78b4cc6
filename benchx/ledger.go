package benchx

import (
	"math/bits"
	"sync"
	"unsafe"
)

// A ledger is where a track keeps the books of its memory: outside the Go heap as well. The pointers in it lead to no object of
// the heap, but the collector would have to look at each of them to find that out, in every cycle; in a benchmark that
// allocates a lot, 20 KiB of them are felt.
type ledger struct {
	segments []segment // closed ones
	chunks   []*chunk  // all that are in use, to be given back
	memory   []byte    // where both are, unless there was none for them
}

// ledgers is memory of ledgers that nobody uses, by the number of bits in its size. It never holds anything else: what lies in it
// from earlier are good pointers, and may be overwritten while the collector is at work.
var ledgers struct {
	sync.Mutex
	free [bits.UintSize + 1][][]byte
}

const (
	segmentSize = int(unsafe.Sizeof(segment{}))
	ledgerEntry = segmentSize + int(unsafe.Sizeof((*chunk)(nil)))
	ledgerLeast = 4096 // bytes, a page
)

// newLedger returns an empty ledger with room for at least n segments and chunks. When the system has no memory left for us there
// is none, and append takes the heap.
func newLedger(n int) ledger {
	size := bits.Len(uint(max(n*ledgerEntry, ledgerLeast) - 1))
	memory := takeLedger(size)
	if memory == nil {
		if memory = mapMemory(1 << size); memory == nil {
			return ledger{}
		}
	}
	room := len(memory) / ledgerEntry
	return ledger{
		segments: unsafe.Slice((*segment)(unsafe.Pointer(&memory[0])), room)[:0],
		chunks:   unsafe.Slice((**chunk)(unsafe.Pointer(&memory[room*segmentSize])), room)[:0],
		memory:   memory,
	}
}

func takeLedger(size int) []byte {
	ledgers.Lock()
	defer ledgers.Unlock()
	free := ledgers.free[size]
	n := len(free)
	if n == 0 {
		return nil
	}
	ledgers.free[size] = free[:n-1]
	return free[n-1]
}

// discard gives the memory back and leaves an empty ledger without any.
func (l *ledger) discard() {
	if l.memory != nil {
		size := bits.Len(uint(len(l.memory) - 1))
		ledgers.Lock()
		ledgers.free[size] = append(ledgers.free[size], l.memory)
		ledgers.Unlock()
	}
	*l = ledger{}
}

// makeRoom makes room for n segments and chunks, or for fewer where there is no memory.
func (l *ledger) makeRoom(n int) {
	if n <= min(cap(l.segments), cap(l.chunks)) {
		return
	}
	larger := newLedger(n)
	larger.segments = append(larger.segments, l.segments...)
	larger.chunks = append(larger.chunks, l.chunks...)
	l.discard()
	*l = larger
}

func (l *ledger) addSegment(s segment) {
	if n := len(l.segments); n == cap(l.segments) {
		l.makeRoom(2*n + 1)
	}
	l.segments = append(l.segments, s)
}

func (l *ledger) addChunk(c *chunk) {
	if n := len(l.chunks); n == cap(l.chunks) {
		l.makeRoom(2*n + 1)
	}
	l.chunks = append(l.chunks, c)
}
