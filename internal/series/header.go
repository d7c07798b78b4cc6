package series

import (
	"encoding/binary"
	"fmt"
)

// headerReader reads the header of a chunk. The first error stays.
type headerReader struct {
	b   []byte
	err error
}

func (h *headerReader) fail(what string) {
	if h.err == nil {
		h.err = fmt.Errorf("%w: %s", ErrChunk, what)
	}
}

func (h *headerReader) byte(what string) byte {
	if len(h.b) == 0 {
		h.fail(what + " is missing")
	}
	if h.err != nil {
		return 0
	}
	c := h.b[0]
	h.b = h.b[1:]
	return c
}

func (h *headerReader) uvarint(what string) uint64 {
	x, n := binary.Uvarint(h.b)
	if n <= 0 {
		h.fail(what + " is missing or too large")
	}
	if h.err != nil {
		return 0
	}
	h.b = h.b[n:]
	return x
}

func (h *headerReader) varint(what string) int64 {
	u := h.uvarint(what)
	return int64(u>>1) ^ -int64(u&1)
}

// count reads what comes first: the version of the code, and the number of values.
func (h *headerReader) count() int {
	if v := h.byte("the version of the code"); v != codeVersion {
		h.fail(fmt.Sprintf("unknown version %d of the code", v))
	}
	n := h.uvarint("the number of values")
	if n < 1 || n > MaxValues {
		h.fail(fmt.Sprintf("%d values, 1 to %d are possible", n, MaxValues))
		return 0
	}
	return int(n)
}

// header reads the header of a chunk, prepares the table and takes the bits over.
func (d *decoder) header(chunk []byte) (n int, err error) {
	h := headerReader{b: chunk}
	n = h.count()
	d.scale.min = h.varint("the smallest value")
	if d.scale.step = h.uvarint("the step"); d.scale.step == 0 {
		h.fail("a step of 0")
	}
	d.log = uint(h.byte("the size of the table"))
	if d.log > maxTableLog || d.log > 0 && d.log < minTableLog {
		h.fail(fmt.Sprintf("a table of 2^%d states", d.log))
	}
	nbins := h.uvarint("the number of bins")
	if nbins < 1 || nbins > maxBins {
		h.fail(fmt.Sprintf("%d bins, 1 to %d are possible", nbins, maxBins))
	}
	if h.err != nil {
		return 0, h.err
	}
	bins := d.bins[:nbins]
	lower, left := uint64(0), uint64(1)<<d.log
	for i := range bins {
		lower += h.uvarint("a bin")
		width := h.byte("the width of a bin")
		freq := h.uvarint("the frequency of a bin")
		if width > 64 || freq < 1 || freq > left {
			h.fail("impossible width or frequency of a bin")
		}
		if h.err != nil {
			return 0, h.err
		}
		left -= freq
		bins[i] = bin{lower: lower, width: width, freq: uint32(freq)}
	}
	if left != 0 {
		h.fail("the frequencies do not add up")
	}
	if len(h.b) == 0 || len(h.b) > MaxChunk {
		h.fail("the bits are missing, or too many")
	}
	if h.err != nil {
		return 0, h.err
	}
	d.size = copy(d.buf[:], h.b)
	clear(d.buf[d.size : d.size+8])
	d.build(bins)
	return n, nil
}

// build fills the table.
func (d *decoder) build(bins []bin) {
	size := uint32(1) << d.log
	step, pos := spreadStep(d.log), uint32(0)
	d.widest = 0
	var symbol [1 << maxTableLog]uint16
	for s := range bins {
		for range bins[s].freq {
			symbol[pos] = uint16(s)
			pos = (pos + step) & (size - 1)
		}
	}
	for i := range size {
		b := &bins[symbol[i]]
		x := b.freq
		b.freq++
		t := newTurn(d.log, x, b.width)
		d.table[i] = slot{
			value: uint64(d.scale.min) + b.lower*d.scale.step,
			extra: 1<<b.width - 1,
			turn:  t,
		}
		d.widest = max(d.widest, t.field())
	}
}
