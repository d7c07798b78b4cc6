package benchx

import "github.com/plateau-bench/plateau/internal/quantile"

// samples are the durations of one series in capture order, in units of its source, outside the Go heap.
type samples struct {
	blocks   [][]int64
	n        int64
	backward int64 // pieces left out since the clock went backwards in them
}

// durations turns what the track holds into durations, in place. The track is of no other use after that.
func (t *track) durations() samples {
	t.close()
	var s samples
	for _, g := range t.segments {
		mem := g.mem.chunk()
		if mem == nil {
			continue // only where goroutines shared a track, which they must not
		}
		block := mem[g.from:g.to:g.to]
		if g.chain {
			last := block[0]
			for i, now := range block[1:] {
				block[i] = now - last
				last = now
			}
			block = block[:len(block)-1]
		}
		s.append(block)
	}
	return s
}

// append adds a block, without what is negative in it.
func (s *samples) append(block []int64) {
	for i, d := range block {
		if d < 0 {
			kept := block[:i]
			for _, d := range block[i:] {
				if d >= 0 {
					kept = append(kept, d)
				}
			}
			s.backward += int64(len(block) - len(kept))
			block = kept
			break
		}
	}
	if len(block) > 0 {
		s.blocks = append(s.blocks, block)
		s.n += int64(len(block))
	}
}

// from is the run of the samples behind the first n, for internal/quantile.
func (s samples) from(n int64) quantile.Run { return tail{s, n} }

type tail struct {
	samples
	skip int64
}

func (t tail) Blocks(yield func(block []int64) bool) error {
	skip := t.skip
	for _, block := range t.blocks {
		if n := int64(len(block)); skip >= n {
			skip -= n
			continue
		}
		if !yield(block[skip:]) {
			break
		}
		skip = 0
	}
	return nil
}

// stats are the statistics of the samples behind the first skip, computed in a sheet.
func (s samples) stats(skip int64, ps []quantile.P) (quantile.Stats, error) {
	var scratch []int64
	if c := sheets.get(); c != nil {
		defer sheets.put(c)
		scratch = c[:]
	}
	return quantile.OfScratch(s.from(skip), ps, scratch)
}

// median is the median of all samples, 0 without any.
func (s samples) median() int64 {
	st, err := s.stats(0, []quantile.P{500_000})
	if err != nil {
		return 0
	}
	return st.Values[0]
}

// drop leaves out the samples at the given places, which are ascending.
func (s *samples) drop(places []int64) {
	at := int64(0)
	for b, block := range s.blocks {
		n := int64(len(block))
		kept := block
		for removed := int64(0); len(places) > 0 && places[0] < at+n; removed++ {
			i := places[0] - at - removed
			kept = append(kept[:i], kept[i+1:]...)
			places = places[1:]
			s.n--
		}
		s.blocks[b] = kept
		at += n
	}
}

// at is the sample at a place.
func (s *samples) at(place int64) int64 {
	for _, block := range s.blocks {
		if n := int64(len(block)); place < n {
			return block[place]
		} else {
			place -= n
		}
	}
	return 0
}
