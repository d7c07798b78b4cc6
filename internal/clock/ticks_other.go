//go:build !amd64 && !(arm64 && (linux || darwin || freebsd))

package clock

// hasHardware says that Ticks reads a hardware counter on this platform.
const hasHardware = false

// Ticks is the monotonic clock here.
func Ticks() int64 { return nano() }

func hardware() Source { return "" }
