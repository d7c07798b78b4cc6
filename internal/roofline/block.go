package roofline

import "unsafe"

// first is the address of a slice's first byte.
func first[F any](s []F) *byte { return (*byte)(unsafe.Pointer(unsafe.SliceData(s))) }

// address is where a slice begins.
func address[F any](s []F) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
