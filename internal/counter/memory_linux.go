package counter

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// newMemory maps n words outside the Go heap. They are unmapped when nothing holds the memory any more.
func newMemory(n int) *memory {
	if n == 0 {
		return &memory{}
	}
	mapped, err := unix.Mmap(-1, 0, 8*n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_POPULATE)
	if err != nil {
		return &memory{make([]uint64, n)}
	}
	m := &memory{unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(mapped))), n)}
	runtime.AddCleanup(m, func(mapped []byte) { _ = unix.Munmap(mapped) }, mapped)
	return m
}
