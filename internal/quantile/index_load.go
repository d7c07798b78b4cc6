package quantile

// wanted is the bins to be looked into, by run.
type wanted map[int]map[int]bool

// add wants a bin of some runs, where it is missing.
func (w wanted) add(x *Index, members []int, bin int) {
	for _, run := range members {
		if bin < 0 || bin >= gridBins || !x.missing(run, bin) {
			continue
		}
		if w[run] == nil {
			w[run] = make(map[int]bool)
		}
		w[run][bin] = true
	}
}

// load reads the runs of which something is wanted.
func (x *Index) load(want wanted) error {
	for run := range x.runs {
		if len(want[run]) == 0 {
			continue
		}
		if err := x.look(run, want[run]); err != nil {
			return err
		}
	}
	return nil
}

// look puts the values of some bins of a run into bags.
func (x *Index) look(run int, bins map[int]bool) error {
	e := &x.entries[run]
	slot := make([]uint16, len(e.below)-1) // of bags, 0 for none
	bags := make([]bag, 1, len(bins)+1)
	for bin := range bins {
		slot[bin-e.first] = uint16(len(bags))
		bags = append(bags, bag{})
	}
	grid, changed, crowded := x.grid, false, false
	err := sequence(x.runs).blocks(run, func(block []int64) bool {
		for _, v := range block {
			var at int
			if d := distanceOf(v, grid.origin); d <= nearest && v >= grid.origin {
				at = near(d) - e.first
			} else {
				at = grid.bin(v) - e.first
			}
			if uint(at) >= uint(len(slot)) {
				changed = true
				return false
			}
			if s := slot[at]; s != 0 {
				bags[s].add(v)
			}
		}
		crowded = held(bags) > x.room
		return !crowded
	})
	switch {
	case err != nil:
		return err
	case crowded:
		return errCrowded
	}
	for bin := range bins {
		b := &bags[slot[bin-e.first]]
		b.order()
		b.raw = nil
		if n := len(b.upTo); n == 0 || b.upTo[n-1] != x.within(e, bin) {
			changed = true
		}
		e.bags[bin] = b
		x.room -= len(b.values)
	}
	if changed {
		return errChanged
	}
	return nil
}

// held is about how many different values are in bags.
func held(bags []bag) (n int) {
	for i := range bags {
		n += len(bags[i].values) + len(bags[i].raw)
	}
	return n
}
