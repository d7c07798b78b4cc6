package reportx

import (
	"math"
	"slices"
)

// A held run is samples in the memory of a [holder]: what decoding gave, in half of its space. It implements [quantile.Run].
type held struct{ chunks []heldChunk }

// A heldChunk is up to heldLen samples as distances from one that is no larger. They take a word of the memory each, or two where
// the distances need it.
type heldChunk struct {
	low   int64
	wide  bool
	words []uint32
}

// heldLen is few enough that a chunk is read from the first-level cache, and that an outlier makes little wide.
const heldLen = 1024

// Blocks implements [quantile.Run].
func (h *held) Blocks(yield func(block []int64) bool) error {
	var buf [heldLen]int64
	for _, c := range h.chunks {
		if !yield(c.values(&buf)) {
			break
		}
	}
	return nil
}

func (c heldChunk) values(buf *[heldLen]int64) []int64 {
	if c.wide {
		n := len(c.words) / 2
		for i := range buf[:n] {
			buf[i] = c.low + int64(uint64(c.words[2*i])|uint64(c.words[2*i+1])<<32)
		}
		return buf[:n]
	}
	values := buf[:len(c.words)]
	for i, w := range c.words {
		values[i] = c.low + int64(w)
	}
	return values
}

// hold appends samples, none of them negative, to the run; false where the memory is full.
func (h *held) hold(block []int64, m *holder) bool {
	for len(block) > 0 {
		chunk := block[:min(heldLen, len(block))]
		block = block[len(chunk):]
		c := newHeldChunk(chunk, m)
		if c.words == nil {
			return false
		}
		h.chunks = append(h.chunks, c)
	}
	return true
}

func newHeldChunk(values []int64, m *holder) (c heldChunk) {
	bits := int64(0)
	for _, v := range values {
		bits |= v
	}
	if bits > math.MaxUint32 { // as a rule samples take less than 4 ms, and are distances from 0
		c.low = slices.Min(values)
		c.wide = slices.Max(values)-c.low > math.MaxUint32
	}
	if c.wide {
		c.words = m.take(2 * len(values))
		for i := range len(c.words) / 2 {
			d := values[i] - c.low
			c.words[2*i], c.words[2*i+1] = uint32(d), uint32(d>>32)
		}
		return c
	}
	c.words = m.take(len(values))
	if words := c.words; len(words) == len(values) {
		for i, v := range values {
			words[i] = uint32(v - c.low)
		}
	}
	return c
}
