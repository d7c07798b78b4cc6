package series

import "encoding/binary"

// bitWriter collects bits from the last to the first: an asymmetric numeral system encodes
// backwards what is decoded forwards.
type bitWriter struct {
	acc uint64 // its low n bits come before buf[pos:]; the others are of no account
	n   uint   // 0 to 7
	pos int
	buf [MaxChunk + 64]byte
}

func (w *bitWriter) reset() { w.acc, w.n, w.pos = 0, 0, len(w.buf) }

// prepend puts the low n bits of x, 0 to 56, in front; x has no higher bits. There must be 8 bytes left.
func (w *bitWriter) prepend(x uint64, n uint) {
	w.acc = w.acc<<(n&63) | x
	w.n += n
	binary.LittleEndian.PutUint64(w.buf[w.pos-8:], w.acc<<(-w.n&63))
	w.pos -= int(w.n >> 3)
	w.n &= 7
}

// finish fills the bytes up so that n is a multiple of 4 with the len bytes of the header: a one before the
// bits, and zeros before it.
func (w *bitWriter) finish(header int) {
	w.prepend(1, 1)
	w.prepend(0, (8-w.n)&7)
	for (len(w.buf)-w.pos+header)%4 != 0 {
		w.prepend(0, 8)
	}
}

func (w *bitWriter) bytes() []byte { return w.buf[w.pos:] }
