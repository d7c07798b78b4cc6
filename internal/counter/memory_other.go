//go:build !linux

package counter

// newMemory returns n words.
func newMemory(n int) *memory { return &memory{make([]uint64, n)} }
