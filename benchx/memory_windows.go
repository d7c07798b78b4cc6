package benchx

import (
	"syscall"
	"unsafe"
)

// mapMemory returns n bytes of zeroed, populated memory outside the Go heap, or nil. The memory is never released.
func mapMemory(n int) []byte {
	const commitReserve, readWrite = 0x1000 | 0x2000, 0x04
	alloc := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualAlloc")
	address, _, _ := alloc.Call(0, uintptr(n), commitReserve, readWrite)
	if address == 0 {
		return nil
	}
	// The address comes from the system, so no collector moves it; going through a pointer to it says so to vet.
	memory := unsafe.Slice(*(**byte)(unsafe.Pointer(&address)), n)
	touch(memory)
	return memory
}
