//go:build !unix && !windows

package benchx

import "sync"

// given keeps what mapMemory has returned, which is known by its addresses alone.
var given struct {
	sync.Mutex
	memory [][]byte
}

// mapMemory returns n bytes. Where memory cannot be mapped outside the Go heap (js, wasip1, plan9), it is on it, and an
// allocating benchmark collects less often than it would without us.
func mapMemory(n int) []byte {
	memory := make([]byte, n)
	given.Lock()
	given.memory = append(given.memory, memory)
	given.Unlock()
	return memory
}
