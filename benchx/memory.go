package benchx

import (
	"sync"
	"unsafe"

	"github.com/plateau-bench/plateau/internal/series"
)

// chunkLen is the number of values in a chunk of capture memory. It is a power of two, so that an index masked with
// chunkLen-1 needs no bounds check.
const chunkLen = 1 << 13

// A chunk is 64 KiB outside the Go heap.
//
// Samples must not count as live heap: 8 MB of them let the collector of an allocating benchmark run a quarter as often, which
// changes the very tail that is to be measured. So all memory that grows with the number of samples is mapped from the
// operating system, populated before use (a page fault inside an iteration would be a sample of its own), and kept for the
// next run rather than given back.
type chunk [chunkLen]int64

// A sheet is 512 KiB outside the Go heap, for the work that is done when a run has ended: as many values as a chunk of encoded
// samples may have, and more than finding a percentile takes.
type sheet [series.MaxValues]int64

var (
	pool   mapped[chunk]
	sheets mapped[sheet]
)

// mapped holds memory of one kind that nobody uses.
type mapped[T any] struct {
	mu   sync.Mutex
	free []address
	slab []byte // mapped, and not yet used
}

// slabSize is how much is mapped at a time: package syscall keeps an entry for every mapping on the Go heap.
const slabSize = 1 << 20

// get returns populated memory with arbitrary contents, or nil when the system has none left for us.
func (p *mapped[T]) get() *T {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		c := *(**T)(unsafe.Pointer(&p.free[n-1]))
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c
	}
	defer p.mu.Unlock()
	var kind T
	size := int(unsafe.Sizeof(kind))
	if len(p.slab) < size {
		if p.slab = mapMemory(max(slabSize, size)); p.slab == nil {
			p.slab = mapMemory(size)
		}
	}
	if len(p.slab) < size {
		return nil
	}
	memory := p.slab[:size]
	p.slab = p.slab[size:]
	return (*T)(unsafe.Pointer(&memory[0]))
}

// put takes back what get returned.
func (p *mapped[T]) put(used ...*T) {
	p.mu.Lock()
	for _, c := range used {
		p.free = append(p.free, address(unsafe.Pointer(c)))
	}
	p.mu.Unlock()
}

// putAll is put for what is known by its addresses.
func (p *mapped[T]) putAll(used []address) {
	p.mu.Lock()
	p.free = append(p.free, used...)
	p.mu.Unlock()
}

// segments is the sheet's memory as segments, none of them in use.
func (s *sheet) segments() []segment {
	var one segment
	n := unsafe.Sizeof(*s) / unsafe.Sizeof(one)
	return unsafe.Slice((*segment)(unsafe.Pointer(s)), n)[:0]
}

// bytes is the sheet's memory as bytes.
func (s *sheet) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
}

// touch writes to every page of memory so that the system gives it now.
func touch(memory []byte) {
	const page = 4096
	for i := 0; i < len(memory); i += page {
		memory[i] = 0
	}
}
