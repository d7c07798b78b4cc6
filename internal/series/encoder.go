package series

import "encoding/binary"

// MaxChunk is the largest encoded size of a chunk in bytes: its line stays below 60,000 bytes.
const MaxChunk = 44_800

// MaxValues is the largest number of values of a chunk.
const MaxValues = 1 << 16

// Encoder encodes values into chunks. The zero value is ready. It holds no pointers, so that it may
// lie in memory outside the Go heap.
type Encoder struct {
	tmp [binary.MaxVarintLen64]byte
}

// Append encodes the longest prefix of values that fits one chunk, appends the chunk to dst, and
// returns how many values that were: at least 1, unless values is empty. It does not allocate if dst has MaxChunk bytes to spare.
func (e *Encoder) Append(dst []byte, values []int64) (out []byte, n int) {
	if len(values) == 0 {
		return dst, 0
	}
	n = min(len(values), 4000)
	dst = binary.AppendUvarint(dst, uint64(n))
	for _, v := range values[:n] {
		dst = binary.AppendVarint(dst, v)
	}
	return dst, n
}
