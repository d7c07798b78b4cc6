package series

import "encoding/binary"

// bitWriter collects bits from the last to the first, since an asymmetric numeral system encodes
// backwards what is decoded forwards.
type bitWriter struct {
	acc uint64 // the n bits in front of buf[pos:]
	n   uint
	pos int
	buf [MaxChunk + 16]byte
}

func (w *bitWriter) reset() { w.acc, w.n, w.pos = 0, 0, len(w.buf) }

// full reports whether less than 16 bytes are free.
func (w *bitWriter) full() bool { return w.pos < 16 }

// prepend puts the low n bits of x, 0 to 64, in front; x has no higher bits.
func (w *bitWriter) prepend(x uint64, n uint) {
	if n > 32 {
		w.prepend32(x>>32, n-32)
		x, n = x&(1<<32-1), 32
	}
	w.prepend32(x, n)
}

func (w *bitWriter) prepend32(x uint64, n uint) {
	w.acc = w.acc<<(n&63) | x
	w.n += n
	if w.n >= 32 {
		w.n -= 32
		w.pos -= 4
		binary.LittleEndian.PutUint32(w.buf[w.pos:], uint32(w.acc>>(w.n&63)))
		w.acc &= 1<<(w.n&63) - 1
	}
}

// finish fills the first byte up: zeros, then a one, then the bits.
func (w *bitWriter) finish() {
	w.prepend32(1, 1)
	w.acc <<= 7 // at most what is missing to a whole byte; the rest is cut off below
	w.n += 7
	w.acc >>= w.n % 8
	w.n -= w.n % 8
	for w.n > 0 {
		w.n -= 8
		w.pos--
		w.buf[w.pos] = byte(w.acc >> w.n)
	}
}

func (w *bitWriter) bytes() []byte { return w.buf[w.pos:] }
