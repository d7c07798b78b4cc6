// Package samples holds the code of docs/samples.md: benchmarks that are wrong in one way each, beside the right ones, and
// examples of what is wrong with some ways to read results. The document explains them.
package samples

import "crypto/sha256"

// The results of operations go here, so that no compiler drops them.
var (
	sum    uint64
	length int
)

// render stands for work of a microsecond or so.
func render(id int) [32]byte {
	text := make([]byte, 1024)
	for i := range text {
		text[i] = byte(id * i)
	}
	return sha256.Sum256(text)
}
