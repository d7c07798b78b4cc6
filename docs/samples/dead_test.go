package samples

import "testing"

func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

func BenchmarkDeadCodeWrong(b *testing.B) {
	for i := range b.N {
		_ = mix(uint64(i))
	}
}

func BenchmarkDeadCodeRight(b *testing.B) {
	for i := range b.N {
		sum += mix(uint64(i))
	}
}
