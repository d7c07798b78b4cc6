package series

import "math/bits"

const (
	codeVersion = 1
	lanes       = 4  // states that take turns
	minTableLog = 5  // least size of a coding table with more than one bin
	maxTableLog = 12 // greatest
)

// spread calls put for each slot of a table of 1<<log slots with the symbol it belongs to. The slots of a
// symbol lie apart: they are dealt in order of the symbols at every spreadStep-th place.
func spreadStep(log uint) uint32 {
	size := uint32(1) << log
	return size>>1 + size>>3 + 3
}

// ansSymbol is what encoding a symbol needs.
type ansSymbol struct {
	deltaBits  uint32 // (state + deltaBits) >> 16 is the number of bits to emit
	deltaState int32  // added to the rest of the state: index into next
}

// ansEncoder is a table of an asymmetric numeral system (J. Duda, arXiv:1311.2540), in the tabled form with the
// spread of Y. Collet's FSE.
type ansEncoder struct {
	log  uint
	next [1 << maxTableLog]uint16
	slot [1 << maxTableLog]uint16 // symbol of each slot
	freq [maxBins]uint32
}

// start returns the state in which encoding begins, and decoding must end.
func (a *ansEncoder) start() uint32 { return 1 << a.log }

// step encodes b's symbol.
func (a *ansEncoder) step(x uint32, b *bin) (next, field uint32, nb uint) {
	nb = uint((x + b.deltaBits) >> 16)
	next = uint32(a.next[uint32(int32(x>>nb)+b.deltaState)&(1<<maxTableLog-1)]) + 1<<a.log
	return next, x & (1<<nb - 1), nb
}

// fit chooses the size of the table, gives the bins their slots and fills the table.
func (a *ansEncoder) fit(bins []bin, n int) {
	if len(bins) == 1 {
		a.log = 0
		bins[0].freq, bins[0].cost = 1, uint32(bins[0].width)*costUnit
		bins[0].ansSymbol = ansSymbol{deltaBits: 0, deltaState: -1}
		a.next[0] = 0
		return
	}
	a.chooseLog(bins, n)
	a.table(bins)
}

// chooseLog takes the smallest table that loses little.
func (a *ansEncoder) chooseLog(bins []bin, n int) {
	ideal := costOf(bins)
	for log := uint(max(minTableLog, bits.Len(uint(len(bins))))); ; log++ {
		a.log = log
		normalize(bins, n, log)
		cost := int64(0)
		for i := range bins {
			b := &bins[i]
			b.cost = uint32(int64(log)*costUnit - log2(int(b.freq)) + int64(b.width)*costUnit)
			cost += int64(b.count) * int64(b.cost)
		}
		if log == maxTableLog || cost-ideal <= ideal>>9+64*costUnit {
			return
		}
	}
}

// normalize gives each bin slots in proportion to its count: at least one, 1<<log in all.
func normalize(bins []bin, n int, log uint) {
	slots, count := uint64(1)<<log, uint64(n) // of the bins that deserve more than one slot
	for i := range bins {
		b := &bins[i]
		if b.freq = 0; uint64(b.count)<<log <= uint64(n) {
			b.freq = 1
			slots--
			count -= uint64(b.count)
		}
	}
	left := int64(slots)
	for i := range bins {
		b := &bins[i]
		if b.freq == 0 {
			b.freq = uint32(max(1, (uint64(b.count)*slots+count/2)/count))
			left -= int64(b.freq)
		}
	}
	// Take slots, or give them, where a slot is worth least, or most.
	for left != 0 {
		d := int64(1)
		if left < 0 {
			d = -1
		}
		best, gain := -1, int64(0)
		for i := range bins {
			b := &bins[i]
			if d < 0 && b.freq == 1 {
				continue
			}
			g := int64(b.count) * (log2(int(int64(b.freq)+d)<<8) - log2(int(b.freq)<<8))
			if best < 0 || g > gain {
				best, gain = i, g
			}
		}
		bins[best].freq = uint32(int64(bins[best].freq) + d)
		left -= d
	}
}

// table fills the coding table for the bins' freq.
func (a *ansEncoder) table(bins []bin) {
	size := uint32(1) << a.log
	step, pos := spreadStep(a.log), uint32(0)
	cum := uint32(0)
	var at [maxBins]uint32
	for s := range bins {
		b := &bins[s]
		for range b.freq {
			a.slot[pos] = uint16(s)
			pos = (pos + step) & (size - 1)
		}
		at[s] = cum
		f := b.freq
		most := uint32(a.log) // bits to emit in the upper states
		if f > 1 {
			most -= uint32(bits.Len32(f-1)) - 1
		}
		b.deltaBits = most<<16 - f<<most
		b.deltaState = int32(cum) - int32(f)
		cum += f
	}
	for i := range size {
		s := a.slot[i]
		a.next[at[s]] = uint16(i)
		at[s]++
	}
}
