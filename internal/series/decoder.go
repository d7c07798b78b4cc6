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
	extra uint64 // mask of the bits that are added to that, before scaling
	step  uint64 // bits of the field, 7; of them for the state, at 8; mask of these, at 16; base of the next state, at 32
}

// values fills out, which is as long as the header said.
func (d *decoder) values(out []int64) error {
	pos, end := uint(1), uint(8*d.size)
	for ; d.buf[(pos-1)>>3]>>((pos-1)&7)&1 == 0; pos++ {
		if pos == 32 || pos >= end {
			return fmt.Errorf("%w: the code has no beginning", ErrChunk)
		}
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
	s0, s1, s2, s3 := uint(state[0]), uint(state[1]), uint(state[2]), uint(state[3])
	var t *slot
	var i uint
	var f, e uint64
	tab, buf := &d.table, &d.buf
	step := d.scale.step
	for len(out) >= lanes {
		if pos > end {
			return pos, false
		}
		t = &tab[s0&(1<<maxTableLog-1)]
		i = pos >> 3 & (1<<16 - 1)
		f = binary.LittleEndian.Uint64(buf[i:i+8]) >> (pos & 7)
		e = t.step
		pos += uint(e & 127)
		s0 = uint(e>>32 + f&(e>>16&0xffff))
		out[0] = int64(t.value + (f>>(e>>8&63)&t.extra)*step)
		if pos > end {
			return pos, false
		}
		t = &tab[s1&(1<<maxTableLog-1)]
		i = pos >> 3 & (1<<16 - 1)
		f = binary.LittleEndian.Uint64(buf[i:i+8]) >> (pos & 7)
		e = t.step
		pos += uint(e & 127)
		s1 = uint(e>>32 + f&(e>>16&0xffff))
		out[1] = int64(t.value + (f>>(e>>8&63)&t.extra)*step)
		if pos > end {
			return pos, false
		}
		t = &tab[s2&(1<<maxTableLog-1)]
		i = pos >> 3 & (1<<16 - 1)
		f = binary.LittleEndian.Uint64(buf[i:i+8]) >> (pos & 7)
		e = t.step
		pos += uint(e & 127)
		s2 = uint(e>>32 + f&(e>>16&0xffff))
		out[2] = int64(t.value + (f>>(e>>8&63)&t.extra)*step)
		if pos > end {
			return pos, false
		}
		t = &tab[s3&(1<<maxTableLog-1)]
		i = pos >> 3 & (1<<16 - 1)
		f = binary.LittleEndian.Uint64(buf[i:i+8]) >> (pos & 7)
		e = t.step
		pos += uint(e & 127)
		s3 = uint(e>>32 + f&(e>>16&0xffff))
		out[3] = int64(t.value + (f>>(e>>8&63)&t.extra)*step)
		out = out[lanes:]
	}
	*state = [lanes]uint32{uint32(s0), uint32(s1), uint32(s2), uint32(s3)}
	return d.wide(out, pos, end, state)
}

// wide decodes any chunk.
func (d *decoder) wide(out []int64, pos, end uint, state *[lanes]uint32) (uint, bool) {
	for i := range out {
		if pos > end {
			return pos, false
		}
		t := &d.table[state[i%lanes]&(1<<maxTableLog-1)]
		nb := uint(t.step >> 8 & 63)
		width := uint(t.step&127) - nb
		state[i%lanes] = uint32(t.step>>32) + uint32(d.read(pos, nb))
		pos += nb
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
