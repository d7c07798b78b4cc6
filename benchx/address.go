package benchx

import "unsafe"

// An address is where a chunk lies, 0 nowhere. The books of a track hold addresses instead of pointers: memory that is mapped stays
// where it is without them, and the collector, which would follow each pointer in every cycle, passes numbers by. In a benchmark that
// allocates a lot, 20 KiB of pointers are felt.
type address uintptr

func addressOf(c *chunk) address { return address(unsafe.Pointer(c)) }

// chunk is the chunk at an address, nil for nowhere.
func (a address) chunk() *chunk { return *(**chunk)(unsafe.Pointer(&a)) }
