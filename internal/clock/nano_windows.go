package clock

import (
	"math/bits"
	"sync"
	"syscall"
	"unsafe"
)

// The runtime's clock advances in steps of half a millisecond and more on Windows. package testing reads the performance
// counter there for that reason, and so do we: the two are compared with each other.
var counter = sync.OnceValue(func() (c struct {
	read  uintptr
	begin int64
	hz    uint64
}) {
	kernel := syscall.NewLazyDLL("kernel32.dll")
	var hz int64
	syscall.SyscallN(kernel.NewProc("QueryPerformanceFrequency").Addr(), uintptr(unsafe.Pointer(&hz)))
	c.read = kernel.NewProc("QueryPerformanceCounter").Addr()
	c.hz = uint64(max(hz, 1))
	syscall.SyscallN(c.read, uintptr(unsafe.Pointer(&c.begin)))
	return c
})

func nano() int64 {
	c := counter()
	var now int64
	syscall.SyscallN(c.read, uintptr(unsafe.Pointer(&now)))
	high, low := bits.Mul64(uint64(now-c.begin), 1e9)
	ns, _ := bits.Div64(high%c.hz, low, c.hz)
	return int64(ns)
}
