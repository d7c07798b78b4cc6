//go:build !amd64 && !arm64

package roofline

// available lists the loops in Go: there are no kernels in assembly for this architecture.
func available() []kernels { return []kernels{portable()} }
