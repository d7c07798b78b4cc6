//go:build !amd64 && !arm64

package steps

// Known says that the number of instructions of [Run] is known on this platform.
const Known = false

// Run does nothing on this platform.
func Run(int64) {}
