package series

import (
	"encoding/binary"
	"math/bits"
)

// MaxChunk is the largest encoded size of a chunk in bytes: its line stays below 60,000 bytes.
const MaxChunk = 44_800

// MaxValues is the largest number of values of a chunk. It bounds the memory of a reader.
const MaxValues = 1 << 16

// Encoder encodes values into chunks. The zero value is ready, and an Encoder may be used any number
// of times, by one goroutine at a time. It holds no pointers, so that it may lie in memory outside the
// Go heap; it is some 1.3 MB large, which is mostly room for sorting the values of a chunk.
type Encoder struct {
	sorted, spare [MaxValues]uint64
	symbols       [MaxValues]uint16 // the bin of each value
	bins          [maxBins]bin
	nbins         int
	index         binIndex
	ans           ansEncoder
	out           bitWriter
	rate          int // bits a value of the chunk before, in 1/256; 0 before the first
}

// Append encodes the longest prefix of values that it finds room for in one chunk, appends the chunk
// to dst, and returns how many values that were: at least 1, unless values is empty. A chunk has at most
// MaxChunk bytes and MaxValues values; Append does not allocate if dst has MaxChunk bytes to spare.
// Where exactly the values are cut into chunks is not specified.
func (e *Encoder) Append(dst []byte, values []int64) (out []byte, n int) {
	if len(values) == 0 {
		return dst, 0
	}
	window := values[:e.window(values)]
	sc := scaleOf(window)
	sorted := e.sort(window, sc)
	e.partition(sorted)
	e.ans.fit(e.bins[:e.nbins], len(window))
	e.index.build(e.bins[:e.nbins])

	room := 8 * (MaxChunk - maxHeader(e.nbins))
	n = e.assign(window, sc, room)
	for !e.encode(window[:n], sc, room) {
		n -= 1 + n>>8 // the estimate of assign was a little low
	}
	payload := e.out.bytes()
	e.rate = 1 + 256*8*len(payload)/n
	dst = e.appendHeader(dst, n, sc)
	return append(dst, payload...), n
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
		e.partition(e.sort(values[:probe], sc))
		e.rate = 1 + int(costOf(e.bins[:e.nbins])/probe)
	}
	return max(probe, min(limit, 256*8*MaxChunk/e.rate*33/32))
}

// assign notes the bin of each value and returns how many values fit about room bits.
func (e *Encoder) assign(values []int64, sc scale, room int) int {
	left := int64(room-4*maxTableLog-8) * costUnit
	bins := e.bins[:e.nbins]
	for i, v := range values {
		s := e.index.find(bins, sc.down(v))
		if left -= int64(bins[s].cost); left < 0 && i > 0 {
			return i
		}
		e.symbols[i] = uint16(s)
	}
	return len(values)
}

// encode writes the values to e.out, the last one first, and reports whether they took at most room bits.
func (e *Encoder) encode(values []int64, sc scale, room int) bool {
	e.out.reset()
	var state [lanes]uint32
	for i := range state {
		state[i] = e.ans.start()
	}
	for i := len(values) - 1; i >= 0; i-- {
		s := e.symbols[i]
		b := &e.bins[s&(maxBins-1)]
		e.out.prepend(sc.down(values[i])-b.lower, uint(b.width))
		x, field, nb := e.ans.step(state[i%lanes], b)
		state[i%lanes] = x
		e.out.prepend(uint64(field), nb)
		if e.out.full() {
			return false
		}
	}
	for i := min(lanes, len(values)) - 1; i >= 0; i-- {
		e.out.prepend(uint64(state[i]-e.ans.start()), e.ans.log)
	}
	e.out.finish()
	return 8*len(e.out.bytes()) <= room
}

// maxHeader returns an upper bound of the size of a header, in bytes.
func maxHeader(bins int) int { return 1 + 3 + 10 + 10 + 1 + 2 + bins*(10+1+2) }

func (e *Encoder) appendHeader(dst []byte, n int, sc scale) []byte {
	dst = append(dst, codeVersion)
	dst = binary.AppendUvarint(dst, uint64(n))
	dst = binary.AppendVarint(dst, sc.min)
	dst = binary.AppendUvarint(dst, sc.step)
	dst = append(dst, byte(e.ans.log))
	dst = binary.AppendUvarint(dst, uint64(e.nbins))
	last := uint64(0)
	for i := range e.bins[:e.nbins] {
		b := &e.bins[i]
		dst = binary.AppendUvarint(dst, b.lower-last)
		dst = append(dst, b.width)
		dst = binary.AppendUvarint(dst, uint64(b.freq))
		last = b.lower
	}
	return dst
}

// scale maps values to the integers that are encoded: v = min + step*u.
type scale struct {
	min  int64
	step uint64 // greatest common divisor of all v - min, 1 if all are 0
	inv  uint64 // inverse of the odd part of step, mod 2^64
	tz   uint8  // trailing zeros of step
}

// scaleOf finds the scale of values, of which there must be one. Clocks that count in larger units
// than they show (many time-stamp counters go up by 2 or more at a time) have a step above 1.
func scaleOf(values []int64) scale {
	lo := values[0]
	for _, v := range values {
		lo = min(lo, v)
	}
	sc := scale{min: lo, step: 0}
	limit := uint64(0) // largest quotient
	for _, v := range values {
		d := uint64(v) - uint64(lo)
		if sc.step != 0 {
			if q := (d >> sc.tz) * sc.inv; q <= limit && d&(1<<sc.tz-1) == 0 {
				continue
			}
		}
		if d == 0 {
			continue
		}
		sc.setStep(gcd(sc.step, d))
		if sc.step == 1 {
			break
		}
		limit = ^uint64(0) / (sc.step >> sc.tz)
	}
	if sc.step == 0 {
		sc.setStep(1)
	}
	return sc
}

func (sc *scale) setStep(step uint64) {
	sc.step = step
	sc.tz = uint8(bits.TrailingZeros64(step))
	odd := step >> sc.tz
	inv := odd // right to 3 bits; each Newton step doubles that
	for range 5 {
		inv *= 2 - odd*inv
	}
	sc.inv = inv
}

// down returns (v-min)/step; the division is exact.
func (sc *scale) down(v int64) uint64 {
	return (uint64(v) - uint64(sc.min)) >> (sc.tz & 63) * sc.inv
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
