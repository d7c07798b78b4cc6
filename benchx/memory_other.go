//go:build !unix && !windows

package benchx

// mapMemory returns n bytes. Where memory cannot be mapped outside the Go heap (js, wasip1, plan9), it is on it, and an
// allocating benchmark collects less often than it would without us.
func mapMemory(n int) []byte {
	return make([]byte, n)
}
