package reportx

import (
	"fmt"
	"math"

	"github.com/plateau-bench/plateau/internal/series"
)

// Samples are the times of one run's samples, in capture order. A sample is
// the duration of a batch of operations (see Series.Batch).
//
// They stay encoded, at some two bytes a sample instead of eight, and are
// decoded block by block each time they are looked at.
type Samples struct {
	n    int64
	from source
}

// A source decodes samples, from the first to the last.
type source interface {
	// blocks calls yield with stretches of samples in units of tick
	// picoseconds until it returns false. The block is yield's to change.
	blocks(yield func(block []int64, tick float64) bool) error
}

// Len is the number of samples.
func (s *Samples) Len() int64 { return s.n }

// Each calls yield with the duration of each sample in ns, in capture order,
// until yield returns false. An error says where the input is damaged.
func (s *Samples) Each(yield func(ns float64) bool) error {
	return s.blocks(0, func(block []int64) bool {
		for _, ps := range block {
			if !yield(float64(ps) / 1000) {
				return false
			}
		}
		return true
	})
}

// blocks calls yield with stretches of samples in picoseconds, leaving out the
// first skip samples. A block is valid until yield returns, which may change it.
func (s *Samples) blocks(skip int64, yield func(block []int64) bool) error {
	if s.from == nil {
		return nil
	}
	return s.from.blocks(func(block []int64, tick float64) bool {
		n := min(skip, int64(len(block)))
		skip -= n
		if block = block[n:]; len(block) == 0 {
			return true
		}
		toPicoseconds(block, tick)
		return yield(block)
	})
}

// toPicoseconds converts a block from units of tick picoseconds. What cannot be
// a duration, in a file that no plateau wrote, becomes the nearest that can.
func toPicoseconds(block []int64, tick float64) {
	limit := int64(math.Min(maxPS, maxPS/tick))
	bits := int64(0) // no value is above them all, and none is negative unless they are
	for _, v := range block {
		bits |= v
	}
	if t := int64(tick); float64(t) == tick { // exact where float64 would not be
		for i, v := range block {
			block[i] = min(max(v, 0), limit) * t
		}
		return
	}
	if bits >= 0 && bits <= limit && float64(bits)*tick < integersFrom {
		for i, v := range block { // nearestPS without what cannot occur
			block[i] = int64(float64(float64(v)*tick) + 0.5)
		}
		return
	}
	for i, v := range block {
		block[i] = nearestPS(float64(min(max(v, 0), limit)) * tick)
	}
}

// integersFrom is the magnitude from which on all float64 are integers.
const integersFrom = 1 << 52

// nearestPS rounds what is not negative to an integer, in a third of the time of math.Round.
func nearestPS(x float64) int64 {
	if x >= integersFrom {
		return int64(x)
	}
	return int64(x + 0.5)
}

// A fileSource is a series of a run in a sample file.
type fileSource struct {
	run   *series.RunData
	index int
	tick  float64
}

func (s fileSource) blocks(yield func([]int64, float64) bool) error {
	return s.run.Blocks(s.index, nil, func(block []int64) bool { return yield(block, s.tick) })
}

// packed are samples that came as numbers.
type packed []packedChunk

type packedChunk struct {
	code []byte
	tick float64
}

func (p *packed) blocks(yield func([]int64, float64) bool) error {
	var buf []int64
	for i, c := range *p {
		var err error
		if buf, err = series.Decode(buf[:0], c.code); err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
		if !yield(buf, c.tick) {
			return nil
		}
	}
	return nil
}

// maxPS bounds what a sample may last, to some 53 days, so that a batch of
// them can still be added up.
const maxPS = math.MaxInt64 / 2

// A packer encodes samples that come as numbers.
type packer struct {
	to  *Samples
	p   *packed
	enc series.Encoder
	buf []int64 // picoseconds
	out []byte
}

// packBlock is the number of values that share a unit.
const packBlock = 8192

func newPacker(to *Samples) *packer {
	p := new(packed)
	to.from = p
	return &packer{to: to, p: p}
}

// add appends one sample in ns. It refuses what is no duration.
func (p *packer) add(ns float64) error {
	switch {
	case math.IsNaN(ns):
		return fmt.Errorf("NaN is not a duration")
	case ns < 0:
		return fmt.Errorf("%v: %w", ns, errNegative)
	case ns*1000 >= maxPS:
		return fmt.Errorf("%v ns %w", ns, errTooLong)
	}
	p.buf = append(p.buf, int64(math.Round(ns*1000)))
	p.to.n++
	if len(p.buf) == packBlock {
		p.flush()
	}
	return nil
}

// flush encodes what add has gathered. Whole nanoseconds are kept as such:
// they take fewer bytes.
func (p *packer) flush() {
	tick := 1000.0
	for _, v := range p.buf {
		if v%1000 != 0 {
			tick = 1
			break
		}
	}
	if tick == 1000 {
		for i := range p.buf {
			p.buf[i] /= 1000
		}
	}
	for rest := p.buf; len(rest) > 0; {
		var n int
		p.out, n = p.enc.Append(p.out[:0], rest)
		*p.p = append(*p.p, packedChunk{append([]byte(nil), p.out...), tick})
		rest = rest[n:]
	}
	p.buf = p.buf[:0]
}
