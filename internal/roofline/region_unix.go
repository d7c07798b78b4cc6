//go:build unix

package roofline

import (
	"fmt"
	"syscall"
)

// obtain maps n bytes, in huge pages where the system has them.
func obtain(n int) (region, error) {
	memory, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("%w: mapping %d bytes: %w", errNoMemory, n, err)
	}
	adviseHuge(memory)
	return memory, nil
}

func (r region) free() { _ = syscall.Munmap(r) }
