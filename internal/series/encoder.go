package series

import "encoding/binary"

// Encoder encodes values into chunks. The zero value is ready, and an Encoder may be used any number
// of times, by one goroutine at a time. It holds no pointers, so that it may lie in memory outside the
// Go heap, and is some 450 KB large (unsafe.Sizeof has the number).
type Encoder struct {
	sample    sampler
	partition partition
	set       binSet
	ans       ansEncoder
	out       bitWriter
	symbols   [MaxValues]uint16 // the bin of each value
	rate      int               // bits a value of the chunk before, in 1/256; 0 before the first
	header    [maxHeader]byte
}

// Append encodes the longest prefix of values that it finds room for in one chunk, appends the chunk
// to dst, and returns how many values that were: at least 1, unless values is empty. A chunk has at most
// MaxChunk bytes and MaxValues values; Append does not allocate if dst has MaxChunk bytes to spare.
// Where exactly values are cut into chunks is not specified.
func (e *Encoder) Append(dst []byte, values []int64) (out []byte, n int) {
	if len(values) == 0 {
		return dst, 0
	}
	window := values[:e.window(values)]
	sc := scaleOf(window)
	e.choose(window, &sc)
	e.ans.fit(e.set.all(), len(window))

	n = len(window)
	h := e.putHeader(n, &sc)
	room := MaxChunk - len(h) - 4
	for n = e.fitting(n, room); !e.encode(window[:n], &sc, room); {
		n -= 1 + n>>8 // fitting counts fractions of bits, and may be wrong by some
	}
	h = e.putHeader(n, &sc)
	code := e.out.finish(len(h))
	e.rate = 1 + 256*8*len(code)/n
	return append(append(dst, h...), code...), n
}

// probe is the number of values from which the first chunk's size is guessed.
const probe = 2048

// window returns the number of values to fit a code to: somewhat more than a chunk will hold.
func (e *Encoder) window(values []int64) int {
	limit := min(len(values), MaxValues)
	if limit <= probe {
		return limit
	}
	if e.rate == 0 {
		sc := scaleOf(values[:probe])
		e.choose(values[:probe], &sc)
		e.rate = 1 + int(costOf(e.set.all(), probe)/probe)
	}
	return max(probe, min(limit, 256*8*MaxChunk/32/e.rate*33))
}

// choose chooses the bins of values and puts the values into them.
func (e *Encoder) choose(values []int64, sc *scale) {
	sorted, stride := e.sample.draw(values, sc)
	starts := e.partition.cut(sorted)
	e.set.set(sorted, starts, stride, sc.most)
	e.set.put(values, sc, &e.symbols)
}

// fitting returns how many of the first n values take about room bytes.
func (e *Encoder) fitting(n, room int) int {
	left := int64(8*room-lanes*maxTableLog-16) * costUnit
	for i, s := range e.symbols[:n] {
		if left -= int64(e.set.bins[s&(maxBins-1)].cost); left < 0 && i > 0 {
			return i
		}
	}
	return n
}

// encode writes the values to e.out, the last one first, and reports whether they took at most room bytes.
func (e *Encoder) encode(values []int64, sc *scale, room int) bool {
	floor := len(e.out.buf) - room
	w := e.out.cursor()
	start := e.ans.start()
	a, b, c, d := start, start, start, start // a is the state whose turn it is
	symbols := e.symbols[:len(values)]
	for i := len(values) - 1; i >= 0; i-- {
		bin := &e.set.bins[symbols[i]&(maxBins-1)]
		nb := (a + bin.deltaBits) >> 16 & 31
		choice := uint64(a & (1<<nb - 1))
		next := e.ans.next[(a>>nb+uint32(bin.deltaState))&(1<<maxTableLog-1)]
		a, b, c, d = b, c, d, uint32(next)
		extra := sc.down(values[i]) - bin.lower
		if n := uint(nb) + uint(bin.width); n <= maxField {
			w = e.out.prepend(w, extra<<nb|choice, n)
		} else {
			w = e.out.prependWide(w, extra, uint(bin.width))
			w = e.out.prepend(w, choice, uint(nb))
		}
		if w.pos < floor {
			return false
		}
	}
	for i, state := range [lanes]uint32{a, b, c, d} { // of lanes 3 to 0
		if lanes-1-i < len(values) {
			w = e.out.prepend(w, uint64(state-start), e.ans.log)
		}
	}
	e.out.end = w
	return w.pos > floor
}

// maxHeader bounds the size of a header in bytes.
const maxHeader = 1 + 3 + 10 + 10 + 1 + 2 + maxBins*(10+1+2)

// putHeader makes the header of a chunk.
func (e *Encoder) putHeader(n int, sc *scale) []byte {
	used := 0
	for i := range e.set.all() {
		if e.set.bins[i].freq > 0 {
			used++
		}
	}
	h := append(e.header[:0], codeVersion)
	h = binary.AppendUvarint(h, uint64(n))
	h = binary.AppendVarint(h, sc.min)
	h = binary.AppendUvarint(h, sc.step)
	h = append(h, byte(e.ans.log))
	h = binary.AppendUvarint(h, uint64(used))
	last := uint64(0)
	for i := range e.set.all() {
		b := &e.set.bins[i]
		if b.freq == 0 {
			continue
		}
		h = binary.AppendUvarint(h, b.lower-last)
		h = append(h, b.width)
		h = binary.AppendUvarint(h, uint64(b.freq))
		last = b.lower
	}
	return h
}
