package series

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
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

// decoders keeps the 200 KB of a decoder from being made and cleared for every chunk.
var decoders = sync.Pool{New: func() any { return new(decoder) }}

// decoder is a chunk as its header describes it.
type decoder struct {
	table  [1 << maxTableLog]slot
	log    uint
	widest uint // bits of the longest field
	scale  scale
	size   int // of the bits, in bytes
	// buf holds the bits, and behind them whatever was there. Fields that begin before the end may be read from it without
	// a check, since positions are taken modulo 2^16 bytes; that they end there, too, is checked after.
	buf  [1<<16 + 8]byte
	bins [maxBins]bin
}

// slot is the entry of a state.
type slot struct {
	value uint64 // lower end of the bin, as a value
	extra uint64 // mask of the bits that are added to that, before scaling
	turn  turn
}

// turn says how to go on from a state. Its parts lie in one word, since one load and constant shifts are
// faster than several loads:
//
//	bits 0 to 6    length of the field: the state's bits, then the bin's
//	bits 8 to 13   how many are the state's
//	bits 16 to 31  mask of the state's
//	bits 32 to 47  what to add to them for the next state
type turn uint64

func newTurn(log uint, x uint32, width uint8) turn {
	nb := log + 1 - uint(bits.Len32(x))
	return turn(nb+uint(width)) | turn(nb)<<8 | turn(1<<nb-1)<<16 | turn(x<<nb-1<<log)<<32
}

func (t turn) field() uint              { return uint(t & 127) }
func (t turn) bits() uint               { return uint(t >> 8 & 63) }
func (t turn) next(field uint64) uint64 { return uint64(t>>32) + field&uint64(t>>16&0xffff) }

// values fills out, which is as long as the header said.
func (d *decoder) values(out []int64) error {
	pos, end := uint(1), uint(8*d.size)
	for ; d.buf[(pos-1)>>3]>>((pos-1)&7)&1 == 0; pos++ {
		if pos == 32 || pos >= end {
			return fmt.Errorf("%w: the code has no beginning", ErrChunk)
		}
	}
	var state [lanes]uint64
	for i := range min(lanes, len(out)) {
		state[i] = d.read(pos, d.log)
		pos += d.log
	}
	pos, ok := d.run(out, pos, end, &state)
	if !ok || pos != end || state != [lanes]uint64{} {
		return fmt.Errorf("%w: the code does not end where it should", ErrChunk)
	}
	return nil
}

// run decodes out from bit pos on. It stops when a field begins behind the end.
func (d *decoder) run(out []int64, pos, end uint, state *[lanes]uint64) (uint, bool) {
	if d.widest <= maxField {
		var ok bool
		if pos, ok = d.narrow(out, pos, end, state); !ok {
			return pos, false
		}
		out = out[len(out)-len(out)%lanes:]
	}
	for i := range out {
		if pos > end {
			return pos, false
		}
		t := &d.table[state[i%lanes]&(1<<maxTableLog-1)]
		nb := t.turn.bits()
		state[i%lanes] = t.turn.next(d.read(pos, nb))
		out[i] = int64(t.value + d.read(pos+nb, t.turn.field()-nb)*d.scale.step)
		pos += t.turn.field()
	}
	return pos, true
}

// narrow decodes all whole rounds of the lanes, where each field lies in one 64-bit word. The states do not
// wait for each other, only the positions do.
func (d *decoder) narrow(out []int64, pos, end uint, state *[lanes]uint64) (uint, bool) {
	table, buf, step := &d.table, &d.buf, d.scale.step
	s0, s1, s2, s3 := state[0], state[1], state[2], state[3]
	for ; len(out) >= lanes; out = out[lanes:] {
		if pos > end {
			return pos, false
		}
		t0 := &table[s0&(1<<maxTableLog-1)]
		i0 := pos >> 3 & (1<<16 - 1)
		f0 := binary.LittleEndian.Uint64(buf[i0:i0+8]) >> (pos & 7)
		pos += t0.turn.field()
		s0 = t0.turn.next(f0)
		out[0] = int64(t0.value + (f0>>t0.turn.bits()&t0.extra)*step)

		if pos > end {
			return pos, false
		}
		t1 := &table[s1&(1<<maxTableLog-1)]
		i1 := pos >> 3 & (1<<16 - 1)
		f1 := binary.LittleEndian.Uint64(buf[i1:i1+8]) >> (pos & 7)
		pos += t1.turn.field()
		s1 = t1.turn.next(f1)
		out[1] = int64(t1.value + (f1>>t1.turn.bits()&t1.extra)*step)

		if pos > end {
			return pos, false
		}
		t2 := &table[s2&(1<<maxTableLog-1)]
		i2 := pos >> 3 & (1<<16 - 1)
		f2 := binary.LittleEndian.Uint64(buf[i2:i2+8]) >> (pos & 7)
		pos += t2.turn.field()
		s2 = t2.turn.next(f2)
		out[2] = int64(t2.value + (f2>>t2.turn.bits()&t2.extra)*step)

		if pos > end {
			return pos, false
		}
		t3 := &table[s3&(1<<maxTableLog-1)]
		i3 := pos >> 3 & (1<<16 - 1)
		f3 := binary.LittleEndian.Uint64(buf[i3:i3+8]) >> (pos & 7)
		pos += t3.turn.field()
		s3 = t3.turn.next(f3)
		out[3] = int64(t3.value + (f3>>t3.turn.bits()&t3.extra)*step)
	}
	*state = [lanes]uint64{s0, s1, s2, s3}
	return pos, true
}

// read returns n bits, 0 to 64, from bit pos on.
func (d *decoder) read(pos, n uint) uint64 {
	if n > 32 {
		return d.read(pos, 32) | d.read(pos+32, n-32)<<32
	}
	i := pos >> 3 & (1<<16 - 1)
	return binary.LittleEndian.Uint64(d.buf[i:i+8]) >> (pos & 7) & (1<<n - 1)
}
