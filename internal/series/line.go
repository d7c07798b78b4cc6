package series

import (
	"bytes"
	"errors"
	"hash/crc32"
	"strconv"
)

// Version is the version of the file syntax that this package writes, and the newest it reads.
const Version = 1

// maxLine bounds every line this package writes, the line end included. Readers of the Go benchmark
// format that go through a bufio.Scanner give up on the whole file at 65,536 bytes.
const maxLine = 60_000

const (
	linePrefix  = "# plateau "
	wordProcess = "process"
	wordRun     = "run"
	wordData    = "data"
	wordEnd     = "end"
)

// lineSum is the checksum of a line, the CRC-32C of "WORD REST".
func lineSum(word string, rest []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli) // made once, at the first call
	sum := ^uint32(0)
	for i := range len(word) {
		sum = table[byte(sum)^word[i]] ^ sum>>8
	}
	sum = table[byte(sum)^' '] ^ sum>>8
	return crc32.Update(^sum, table, rest)
}

const hexDigits = "0123456789abcdef"

func putSum(dst []byte, sum uint32) {
	for i := range 8 {
		dst[i] = hexDigits[sum>>(28-4*i)&15]
	}
}

// splitLine takes "WORD REST" apart; REST may be empty.
func splitLine(b []byte) (word, rest []byte) {
	word, rest, _ = bytes.Cut(b, []byte{' '})
	return word, rest
}

// checkLine verifies "SUM REST" and returns REST.
func checkLine(word string, b []byte) ([]byte, error) {
	sum, rest := splitLine(b)
	if len(sum) != 8 {
		return nil, errors.New("the checksum is missing or cut short")
	}
	want, err := strconv.ParseUint(string(sum), 16, 32)
	if err != nil {
		return nil, errors.New("the checksum is not 8 hexadecimal digits")
	}
	if lineSum(word, rest) != uint32(want) {
		return nil, errors.New("the checksum does not match, the line is damaged")
	}
	return rest, nil
}
