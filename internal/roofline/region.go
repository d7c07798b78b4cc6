package roofline

import (
	"errors"
	"unsafe"
)

// errNoMemory says that the system gave no memory for the streams.
var errNoMemory = errors.New("no memory for the streams")

// region is memory outside the Go heap: hundreds of megabytes on it would change when the benchmark's garbage is
// collected (but see region_other.go). It begins at a multiple of 64 bytes and is freed as a whole.
type region []byte

// floats are n elements from element i of a region on; the caller keeps within it.
func (r region) floats(i, n int) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(r))), len(r)/8)[i : i+n]
}
