package quantile

// A seeker gathers the values of some bins of one run. Its memory serves one run after the other.
type seeker struct {
	grid  grid
	floor int64 // and reach: values to which near applies
	reach uint64
	first int      // bin of slots[0]
	slots []uint16 // of the bags of the bins from first on; 0 is none
	bags  []bagger // those of slots, from 1 on
	used  int      // bags in use
	spare []int64

	found [chunkLen]int64 // values of a chunk that are in one of the bins
	slot  [chunkLen]uint16
}

// seek begins with a run, of which some bins are wanted.
func (s *seeker) seek(e *entry, g grid, wanted map[int]bool) {
	s.grid, s.first = g, e.first
	s.floor, s.reach = e.reach(g)
	bins := len(e.below) - 1
	if cap(s.slots) < bins {
		s.slots = make([]uint16, bins)
	}
	s.slots = s.slots[:bins]
	clear(s.slots)
	s.used = 1
	for bin := range wanted {
		s.slots[bin-s.first] = uint16(s.used)
		if s.used++; s.used > len(s.bags) {
			s.bags = append(s.bags, make([]bagger, s.used-len(s.bags))...)
		}
	}
	for i := range s.bags[:s.used] {
		s.bags[i].reset()
	}
}

// add takes at most chunkLen values; false where one is in no bin of the run. Which ones are wanted is a matter of chance, and
// a branch on it mispredicted: they are put aside first, without one.
func (s *seeker) add(chunk []int64) bool {
	slots, first, origin, floor, reach := s.slots, s.first, s.grid.origin, s.floor, s.reach
	n := uint(0)
	for _, v := range chunk {
		slot := uint16(farSlot)
		if distanceOf(v, floor) < reach {
			if at := uint(near(distanceOf(v, origin)) - first); at < uint(len(slots)) {
				slot = slots[at]
			}
		}
		s.found[n%chunkLen], s.slot[n%chunkLen] = v, slot
		if slot != 0 {
			n++
		}
	}
	for i, v := range s.found[:n] {
		slot := s.slot[i]
		if slot == farSlot {
			at := uint(s.grid.bin(v) - first)
			if at >= uint(len(slots)) {
				return false
			}
			slot = slots[at]
		}
		if slot != 0 {
			s.put(&s.bags[slot], v)
		}
	}
	return true
}

// farSlot is that of values whose bin is not yet known. There are fewer bags.
const farSlot = 1<<16 - 1

// put adds a value to a bag.
func (s *seeker) put(b *bagger, v int64) {
	if b.raw = append(b.raw, v); len(b.raw) >= b.full {
		s.spare = b.order(s.spare)
	}
}

// held is about how many different values there are.
func (s *seeker) held() (n int) {
	for i := range s.bags[:s.used] {
		n += len(s.bags[i].values) + len(s.bags[i].raw)
	}
	return n
}

// take is the bag of a bin.
func (s *seeker) take(bin int) *bag {
	b := &s.bags[s.slots[bin-s.first]]
	s.spare = b.order(s.spare)
	out := b.bag
	return &out
}
