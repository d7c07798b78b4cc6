//go:build unix

package benchx

import "syscall"

// mapMemory returns n bytes of zeroed, populated memory outside the Go heap, or nil. The memory is never unmapped.
func mapMemory(n int) []byte {
	memory, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|mapPopulate)
	if err != nil {
		return nil
	}
	if mapPopulate == 0 {
		touch(memory)
	}
	return memory
}
