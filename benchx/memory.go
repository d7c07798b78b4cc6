package benchx

import (
	"sync"
	"unsafe"
)

// chunkLen is the number of values in a chunk of capture memory. It is a power of two, so that an index masked with
// chunkLen-1 needs no bounds check.
const chunkLen = 1 << 16

// A chunk is 512 KiB outside the Go heap.
//
// Samples must not count as live heap: 8 MB of them let the collector of an allocating benchmark run a quarter as often, which
// changes the very tail that is to be measured. So all memory that grows with the number of samples is mapped from the
// operating system, populated before use (a page fault inside an iteration would be a sample of its own), and kept for the
// next run rather than given back.
type chunk [chunkLen]int64

// chunkPool holds the chunks that nobody uses.
type chunkPool struct {
	mu   sync.Mutex
	free []*chunk
}

var pool chunkPool

// get returns a populated chunk with arbitrary contents, or nil when the system has no memory left for us.
func (p *chunkPool) get() *chunk {
	p.mu.Lock()
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c
	}
	p.mu.Unlock()
	memory := mapMemory(int(unsafe.Sizeof(chunk{})))
	if memory == nil {
		return nil
	}
	return (*chunk)(unsafe.Pointer(&memory[0]))
}

// put takes back chunks that get returned.
func (p *chunkPool) put(chunks ...*chunk) {
	p.mu.Lock()
	p.free = append(p.free, chunks...)
	p.mu.Unlock()
}

// bytes is the chunk's memory as bytes.
func (c *chunk) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(c)), unsafe.Sizeof(*c))
}

// touch writes to every page of memory so that the system gives it now.
func touch(memory []byte) {
	const page = 4096
	for i := 0; i < len(memory); i += page {
		memory[i] = 0
	}
}
