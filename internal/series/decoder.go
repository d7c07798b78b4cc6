package series

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// ErrChunk is the cause of all errors of Decode and Count.
var ErrChunk = errors.New("the samples are damaged")

// Count returns the number of values of a chunk without decoding it, 1 to MaxValues.
func Count(chunk []byte) (int, error) {
	h := headerReader{b: chunk}
	n := h.count()
	return n, h.err
}

// Decode appends the values of a chunk to dst. On an error dst is returned as it came. It grows dst by at most
// MaxValues values, whatever the chunk holds.
func Decode(dst []int64, chunk []byte) ([]int64, error) {
	d := decoders.Get().(*decoder)
	defer decoders.Put(d)
	n, err := d.header(chunk)
	if err != nil {
		return dst, err
	}
	out := slices.Grow(dst, n)[:len(dst)+n]
	if err := d.values(out[len(dst):]); err != nil {
		return dst, err
	}
	return out, nil
}

// decoders keeps the 140 KB of a decoder from being cleared for every chunk.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

type decoder struct {
	table  [1 << maxTableLog]slot
	bins   [maxBins]bin
	log    uint
	widest uint // field of one value, in bits
	scale  scale
	size   int // of the bits, in bytes
	// The bits, followed by what an unaligned read may touch. A power of two and 8: no bounds checks.
	buf [1<<16 + 8]byte
}

// slot is a state: what it stands for and how to get to the next.
type slot struct {
	value uint64 // lower end of the bin, scaled up
	base  uint16 // of the next state
	nb    uint8  // bits that are added to base
	field uint8  // these and the bin's width
}

// values fills out, which is as long as the header said.
func (d *decoder) values(out []int64) error {
	pos, end := uint(1), uint(8*d.size)
	for d.buf[0]>>(pos-1)&1 == 0 {
		pos++
	}
	var state [lanes]uint32
	for i := range min(lanes, len(out)) {
		state[i] = uint32(d.read(pos, d.log))
		pos += d.log
	}
	var ok bool
	if d.widest <= 57 {
		pos, ok = d.narrow(out, pos, end, &state)
	} else {
		pos, ok = d.wide(out, pos, end, &state)
	}
	if !ok || pos != end || state != [lanes]uint32{} {
		return fmt.Errorf("%w: the code does not end where it should", ErrChunk)
	}
	return nil
}

// narrow decodes chunks whose values each lie in one 64-bit word.
func (d *decoder) narrow(out []int64, pos, end uint, state *[lanes]uint32) (uint, bool) {
	s0, s1, s2, s3 := state[0], state[1], state[2], state[3]
	step := d.scale.step
	for len(out) >= lanes {
		if pos > end {
			return pos, false
		}
		t0 := &d.table[s0&(1<<maxTableLog-1)]
		t1 := &d.table[s1&(1<<maxTableLog-1)]
		t2 := &d.table[s2&(1<<maxTableLog-1)]
		t3 := &d.table[s3&(1<<maxTableLog-1)]
		p1 := pos + uint(t0.field)
		p2 := p1 + uint(t1.field)
		p3 := p2 + uint(t2.field)
		f := d.word(pos) & (1<<(t0.field&63) - 1)
		s0 = uint32(t0.base) + uint32(f&(1<<(t0.nb&63)-1))
		out[0] = int64(t0.value + f>>(t0.nb&63)*step)
		f = d.word(p1) & (1<<(t1.field&63) - 1)
		s1 = uint32(t1.base) + uint32(f&(1<<(t1.nb&63)-1))
		out[1] = int64(t1.value + f>>(t1.nb&63)*step)
		f = d.word(p2) & (1<<(t2.field&63) - 1)
		s2 = uint32(t2.base) + uint32(f&(1<<(t2.nb&63)-1))
		out[2] = int64(t2.value + f>>(t2.nb&63)*step)
		f = d.word(p3) & (1<<(t3.field&63) - 1)
		s3 = uint32(t3.base) + uint32(f&(1<<(t3.nb&63)-1))
		out[3] = int64(t3.value + f>>(t3.nb&63)*step)
		pos = p3 + uint(t3.field)
		out = out[lanes:]
	}
	*state = [lanes]uint32{s0, s1, s2, s3}
	return d.wide(out, pos, end, state)
}

// wide decodes any chunk.
func (d *decoder) wide(out []int64, pos, end uint, state *[lanes]uint32) (uint, bool) {
	for i := range out {
		if pos > end {
			return pos, false
		}
		t := &d.table[state[i%lanes]&(1<<maxTableLog-1)]
		state[i%lanes] = uint32(t.base) + uint32(d.read(pos, uint(t.nb)))
		pos += uint(t.nb)
		width := uint(t.field) - uint(t.nb)
		out[i] = int64(t.value + d.read(pos, width)*d.scale.step)
		pos += width
	}
	return pos, true
}

// word returns at least 57 bits from bit pos on.
func (d *decoder) word(pos uint) uint64 {
	i := pos >> 3 & (1<<16 - 1)
	return binary.LittleEndian.Uint64(d.buf[i:i+8]) >> (pos & 7)
}

// read returns n bits, 0 to 64, from bit pos on.
func (d *decoder) read(pos, n uint) uint64 {
	if n > 32 {
		return d.read(pos, 32) | d.read(pos+32, n-32)<<32
	}
	return d.word(pos) & (1<<n - 1)
}
