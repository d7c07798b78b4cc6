package series

import "encoding/binary"

// bitWriter collects bits from the last to the first: an asymmetric numeral system encodes
// backwards what is decoded forwards.
type bitWriter struct {
	buf [MaxChunk + 64]byte
	end bitCursor // after the last call
}

// bitCursor is the place where a bitWriter goes on. It is passed around by value to stay in registers.
type bitCursor struct {
	acc uint64 // its low n bits come before buf[pos:]; the others are of no account
	n   uint   // 0 to 7
	pos int
}

// cursor returns the cursor of an empty bitWriter.
func (w *bitWriter) cursor() bitCursor { return bitCursor{pos: len(w.buf)} }

// maxField is the largest number of bits that prepend takes.
const maxField = 56

// prepend puts the low n bits of x, 0 to maxField, in front; x has no higher bits. There must be 8 bytes left.
func (w *bitWriter) prepend(c bitCursor, x uint64, n uint) bitCursor {
	c.acc = c.acc<<(n&63) | x
	c.n += n
	binary.LittleEndian.PutUint64(w.buf[c.pos-8:], c.acc<<(-c.n&63))
	c.pos -= int(c.n >> 3)
	c.n &= 7
	return c
}

// prependWide is prepend for 32 to 64 bits. It is a call of its own, which leaves prepend's callers the registers.
//
//go:noinline
func (w *bitWriter) prependWide(c bitCursor, x uint64, n uint) bitCursor {
	c = w.prepend(c, x>>32, n-32)
	return w.prepend(c, x&(1<<32-1), 32)
}

// finish fills the bytes up so that they and the header of that many bytes are a multiple of 4, by a one before the
// bits and zeros before that, and returns them.
func (w *bitWriter) finish(header int) []byte {
	c := w.prepend(w.end, 1, 1)
	c = w.prepend(c, 0, -c.n&7)
	for (len(w.buf)-c.pos+header)%z85Bytes != 0 {
		c = w.prepend(c, 0, 8)
	}
	return w.buf[c.pos:]
}
