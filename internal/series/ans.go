package series

import "math/bits"

// The symbols of bins are coded by a tabled asymmetric numeral system (J. Duda, arXiv:1311.2540, section 4)
// with the spread of symbols of Y. Collet's Finite State Entropy, as in RFC 8878, section 4.1.1.
const (
	lanes       = 4  // states that take turns
	minTableLog = 5  // least size of a table with more than one bin
	maxTableLog = 12 // greatest
)

// spreadStep returns by how far the slots that are dealt one after the other lie apart in a table of 1<<log.
func spreadStep(log uint) uint32 {
	size := uint32(1) << log
	return size>>1 + size>>3 + 3
}

// ansEncoder is the coding table.
type ansEncoder struct {
	log  uint
	next [1 << maxTableLog]uint16 // states, without the leading one
	slot [1 << maxTableLog]uint16 // bin of each state
}

// start returns the state in which encoding begins, and decoding must end.
func (a *ansEncoder) start() uint32 { return 1 << a.log }

// fit chooses the size of the table, gives the bins their slots and fills the table. There are n values.
func (a *ansEncoder) fit(bins []bin, n int) {
	used := 0
	for i := range bins {
		if bins[i].count > 0 {
			used++
		}
	}
	if used == 1 {
		a.single(bins)
		return
	}
	ideal := costOf(bins, n)
	for a.log = uint(max(minTableLog, bits.Len(uint(used)))); ; a.log++ {
		normalize(bins, n, a.log)
		cost := int64(0)
		for i := range bins {
			if b := &bins[i]; b.count > 0 {
				b.cost = uint32(int64(a.log)*costUnit - log2(uint64(b.freq)) + int64(b.width)*costUnit)
				cost += int64(b.count) * int64(b.cost)
			}
		}
		// Decoding prefers small tables: the smallest that loses little will do.
		if a.log == maxTableLog || cost-ideal <= ideal>>9+64*costUnit {
			break
		}
	}
	a.fill(bins)
}

// single is for one bin, whose symbol takes no bits.
func (a *ansEncoder) single(bins []bin) {
	a.log = 0
	for i := range bins {
		if b := &bins[i]; b.count > 0 {
			b.freq, b.cost = 1, uint32(b.width)*costUnit
			b.deltaBits, b.deltaState = 0, -1
		}
	}
	a.next[0] = 1
}

// normalize gives each used bin slots in proportion to its count: at least one, 1<<log in all.
func normalize(bins []bin, n int, log uint) {
	slots, count := uint64(1)<<log, uint64(n) // of the bins that deserve more than one slot
	for i := range bins {
		b := &bins[i]
		if b.freq = 0; b.count > 0 && uint64(b.count)<<log <= uint64(n) {
			b.freq = 1
			slots--
			count -= uint64(b.count)
		}
	}
	// What is rounded off for one bin is carried over to the next.
	left, before, dealt := int64(slots), uint64(0), uint64(0)
	for i := range bins {
		if b := &bins[i]; b.count > 0 && b.freq == 0 {
			before += uint64(b.count)
			share := (before*slots + count/2) / count
			b.freq = uint32(max(1, share-dealt))
			left -= int64(b.freq)
			dealt = share
		}
	}
	for ; left > 0; left-- {
		if b := dearest(bins, 1); b != nil {
			b.freq++
		}
	}
	for ; left < 0; left++ {
		if b := dearest(bins, -1); b != nil {
			b.freq--
		}
	}
}

// dearest returns the bin that gains most, or loses least, by d slots more.
func dearest(bins []bin, d int) (best *bin) {
	gain := int64(0)
	for i := range bins {
		b := &bins[i]
		f := int(b.freq)
		if b.count == 0 || f+d < 1 {
			continue
		}
		if g := int64(b.count) * (log2(uint64(f+d)) - log2(uint64(f))); best == nil || g > gain {
			best, gain = b, g
		}
	}
	return best
}

// fill makes the table for the bins' frequencies.
func (a *ansEncoder) fill(bins []bin) {
	size := uint32(1) << a.log
	step, pos := spreadStep(a.log), uint32(0)
	at := uint32(0)
	for s := range bins {
		b := &bins[s]
		f := b.freq
		if f == 0 {
			continue
		}
		for range f {
			a.slot[pos] = uint16(s)
			pos = (pos + step) & (size - 1)
		}
		most := uint32(a.log) // bits to emit in the upper states
		if f > 1 {
			most -= uint32(bits.Len32(f-1)) - 1
		}
		b.deltaBits = most<<16 - f<<most
		b.deltaState = int32(at) // where its next entry goes, for now
		at += f
	}
	for i := range size {
		b := &bins[a.slot[i]]
		a.next[b.deltaState] = uint16(i + size)
		b.deltaState++
	}
	for s := range bins {
		if b := &bins[s]; b.freq > 0 {
			b.deltaState -= 2 * int32(b.freq) // the rest of a state is freq to 2*freq-1
		}
	}
}
