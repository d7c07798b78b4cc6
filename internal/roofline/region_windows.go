package roofline

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// obtain reserves and commits n bytes.
func obtain(n int) (region, error) {
	at, err := windows.VirtualAlloc(0, uintptr(n), windows.MEM_COMMIT|windows.MEM_RESERVE, windows.PAGE_READWRITE)
	if err != nil {
		return nil, fmt.Errorf("%w: allocating %d bytes: %w", errNoMemory, n, err)
	}
	// The memory is not Go's: this is an address, and no pointer that the collector would move.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), n), nil
}

func (r region) free() {
	_ = windows.VirtualFree(uintptr(unsafe.Pointer(unsafe.SliceData(r))), 0, windows.MEM_RELEASE)
}
