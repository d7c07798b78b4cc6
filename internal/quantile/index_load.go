package quantile

import "slices"

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
	if len(bins) >= farSlot {
		return errCrowded
	}
	e, s := &x.entries[run], &x.seeker
	s.seek(e, x.grid, bins)
	changed, crowded := false, false
	err := sequence(x.runs).blocks(run, func(block []int64) bool {
		for chunk := range slices.Chunk(block, chunkLen) {
			changed = changed || !s.add(chunk)
		}
		crowded = s.held() > x.room
		return !changed && !crowded
	})
	switch {
	case err != nil:
		return err
	case crowded:
		return errCrowded
	}
	for bin := range bins {
		b := s.take(bin)
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
