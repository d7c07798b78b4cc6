package benchx

// merge puts the samples of all lanes into one track, in the order in which they ended, which is the order that warm-up is
// judged in. first has the places of what was the first of each lane.
func merge(lanes []*Lane) (merged *track, first []int64) {
	merged = new(track)
	heap := make([]*cursor, 0, len(lanes))
	for _, l := range lanes {
		l.close()
		merged.keep += l.count()
		if c := (&cursor{segments: l.segments}); c.next() {
			heap = append(heap, c)
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		sift(heap, i)
	}
	for n := int64(0); len(heap) > 0; n++ {
		c := heap[0]
		if !c.begun {
			c.begun = true
			first = append(first, n)
		}
		if !merged.put(c.length) {
			break
		}
		if !c.next() {
			heap[0] = heap[len(heap)-1]
			heap = heap[:len(heap)-1]
		}
		sift(heap, 0)
	}
	return merged, first
}

// A cursor walks over the samples of a lane.
type cursor struct {
	segments []segment
	at       int
	end      int64 // when the current sample ended, by the lane's clock
	length   int64
	begun    bool
}

// next goes on to the next sample.
func (c *cursor) next() bool {
	for len(c.segments) > 0 {
		g := &c.segments[0]
		if c.at == 0 {
			c.at = g.from
			if g.chain {
				c.end = g.mem[g.from]
				c.at++
			}
		}
		if c.at < g.to {
			v := g.mem[c.at]
			c.at++
			if g.chain {
				c.length, c.end = v-c.end, v
			} else {
				c.length, c.end = v, c.end+v
			}
			return true
		}
		c.segments, c.at = c.segments[1:], 0
	}
	return false
}

// sift restores the heap order, the earliest end first, below i.
func sift(heap []*cursor, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1].end < heap[child].end {
			child++
		}
		if heap[i].end <= heap[child].end {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
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

// laneSamples are the samples of all lanes. A lane's first piece also holds what came between Lane and the loop or, with the
// lap at the top of the body, nothing at all; then it is no iteration.
func (s *S) laneSamples() (all samples, memory *track) {
	memory, first := merge(s.lanes.all)
	all = memory.durations()
	half := all.median() / 2
	var not []int64
	for _, place := range first {
		if all.at(place) < half {
			not = append(not, place)
		}
	}
	all.drop(not)
	return all, memory
}

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
