package series

import (
	"errors"
	"math/bits"
)

// specDecode reads a chunk by the letter of the package comment, bit by bit, as somebody would who has
// nothing else. It is the witness for Decode.
func specDecode(chunk []byte) ([]int64, error) {
	errSpec := errors.New("not as specified")
	if len(chunk) > MaxChunk {
		return nil, errSpec
	}
	take := func() (byte, bool) {
		if len(chunk) == 0 {
			return 0, false
		}
		c := chunk[0]
		chunk = chunk[1:]
		return c, true
	}
	uvarint := func() (x uint64, ok bool) {
		for shift := uint(0); ; shift += 7 {
			c, ok := take()
			if !ok || shift > 63 || shift == 63 && c > 1 {
				return 0, false
			}
			x |= uint64(c&127) << shift
			if c < 128 {
				return x, true
			}
		}
	}
	version, ok0 := take()
	n, ok1 := uvarint()
	zigzag, ok2 := uvarint()
	step, ok3 := uvarint()
	log, ok4 := take()
	nbins, ok5 := uvarint()
	if !(ok0 && ok1 && ok2 && ok3 && ok4 && ok5) || version != 1 || n < 1 || n > 65536 || step < 1 ||
		!(log == 0 || 5 <= log && log <= 12) || nbins < 1 || nbins > 2048 {
		return nil, errSpec
	}
	minimum := zigzag / 2
	if zigzag%2 == 1 {
		minimum = -(zigzag/2 + 1)
	}
	size := 1 << log
	type binSpec struct {
		lower uint64
		width int
		freq  int
	}
	var table []binSpec
	lower, total := uint64(0), 0
	for range nbins {
		delta, ok0 := uvarint()
		width, ok1 := take()
		freq, ok2 := uvarint()
		if !(ok0 && ok1 && ok2) || width > 64 || freq < 1 || freq > uint64(size) {
			return nil, errSpec
		}
		lower += delta
		total += int(freq)
		table = append(table, binSpec{lower, int(width), int(freq)})
	}
	if total != size {
		return nil, errSpec
	}

	binOf := make([]int, size)
	pos := 0
	for b, t := range table {
		for range t.freq {
			binOf[pos] = b
			pos = (pos + size/2 + size/8 + 3) % size
		}
	}
	seen := make([]int, nbins)
	nbits, base := make([]int, size), make([]int, size)
	for s, b := range binOf {
		x := table[b].freq + seen[b]
		seen[b]++
		nbits[s] = int(log) - (bits.Len(uint(x)) - 1)
		base[s] = x<<nbits[s] - size
	}

	at := 0
	short := false
	read := func(n int) (x uint64) {
		for i := range n {
			if at >= 8*len(chunk) {
				short = true
				return 0
			}
			x |= uint64(chunk[at/8]>>(at%8)&1) << i
			at++
		}
		return x
	}
	zeros := 0
	for read(1) == 0 {
		if zeros++; zeros > 31 || short {
			return nil, errSpec
		}
	}
	var state [4]int
	for i := range min(4, int(n)) {
		state[i] = int(read(int(log)))
	}
	var out []int64
	for i := range int(n) {
		s := state[i%4]
		c := read(nbits[s])
		o := read(table[binOf[s]].width)
		if short {
			return nil, errSpec
		}
		out = append(out, int64(minimum+step*(table[binOf[s]].lower+o)))
		state[i%4] = base[s] + int(c)
	}
	if at != 8*len(chunk) || state != [4]int{} {
		return nil, errSpec
	}
	return out, nil
}
