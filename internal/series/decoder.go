package series

import (
	"encoding/binary"
	"errors"
)

var errChunk = errors.New("the chunk is damaged")

// Count returns the number of values of a chunk without decoding it.
func Count(chunk []byte) (int, error) {
	n, w := binary.Uvarint(chunk)
	if w <= 0 || n == 0 || n > MaxValues {
		return 0, errChunk
	}
	return int(n), nil
}

// Decode appends the values of a chunk to dst. On an error dst is returned as it came.
func Decode(dst []int64, chunk []byte) ([]int64, error) {
	n, err := Count(chunk)
	if err != nil {
		return dst, err
	}
	_, w := binary.Uvarint(chunk)
	chunk = chunk[w:]
	out := dst
	for range n {
		v, w := binary.Varint(chunk)
		if w <= 0 {
			return dst, errChunk
		}
		out = append(out, v)
		chunk = chunk[w:]
	}
	if len(chunk) != 0 {
		return dst, errChunk
	}
	return out, nil
}
