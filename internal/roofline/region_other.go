//go:build !unix && !windows

package roofline

import "unsafe"

// obtain takes the memory from the heap, which collects it when the measurement has ended.
func obtain(n int) (region, error) {
	const line = 64
	memory := make([]byte, n+line)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % line)
	return memory[skip : skip+n : skip+n], nil
}

func (r region) free() {}
