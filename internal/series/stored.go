package series

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// stored is a data line that stays in its file: what follows the checksum, and the checksum.
type stored struct {
	from io.ReaderAt
	off  int64
	size int
	sum  uint32
}

// errReplaced is the error for a line that is not what it was.
var errReplaced = errors.New("the file is not what it was when it was read first")

// lineBuffers are for lines and the code in them.
var lineBuffers = sync.Pool{New: func() any { return new(lineBuffer) }}

type lineBuffer struct {
	line [maxLine]byte
	code [MaxChunk]byte
}

// values appends the values of the chunk to dst.
func (s *stored) values(dst []int64) ([]int64, error) {
	buf := lineBuffers.Get().(*lineBuffer)
	defer lineBuffers.Put(buf)
	rest := buf.line[:s.size]
	if n, err := s.from.ReadAt(rest, s.off); n < len(rest) {
		if err == io.EOF {
			err = errReplaced
		}
		return dst, fmt.Errorf("reading the samples again: %w", err)
	}
	if lineSum(wordData, rest) != s.sum {
		return dst, errReplaced
	}
	for range 3 {
		_, rest = splitLine(rest)
	}
	n, err := decodeZ85(buf.code[:], rest)
	if err != nil {
		return dst, err
	}
	return Decode(dst, buf.code[:n])
}

// headChars is how much text of a chunk has its version and number of values.
const headChars = 4 * z85Chars

// textCount is the size of the code that text holds, and its number of values.
func textCount(text []byte) (size, n int, err error) {
	size = len(text) / z85Chars * z85Bytes
	if len(text)%z85Chars != 0 || size > MaxChunk {
		return size, 0, errZ85
	}
	var head [headChars / z85Chars * z85Bytes]byte
	m, err := decodeZ85(head[:], text[:min(len(text), headChars)])
	if err != nil {
		return size, 0, err
	}
	n, err = Count(head[:m])
	return size, n, err
}
