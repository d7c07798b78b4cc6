package benchx

// merge puts the samples of all lanes into one track, in the order in which they ended, which is the order that warm-up is
// judged in. first has the places of what was the first of each lane, once durations has left out what is negative.
func merge(lanes []*Lane) (merged *track, first []int64) {
	merged = new(track)
	heap := make([]*cursor, 0, len(lanes))
	for _, l := range lanes {
		l.close()
		merged.keep += l.count()
		if c := (&cursor{segments: l.segments, begun: l.bounded}); c.next() {
			heap = append(heap, c)
		}
	}
	for i := len(heap)/2 - 1; i >= 0; i-- {
		sift(heap, i)
	}
	for n := int64(0); len(heap) > 0; {
		c := heap[0]
		if !merged.put(c.length) {
			break
		}
		if c.length >= 0 {
			if !c.begun {
				first = append(first, n)
			}
			n++
		}
		c.begun = true
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
		mem := g.mem.chunk()
		if c.at == 0 {
			c.at = g.from
			if g.chain {
				c.end = mem[g.from]
				c.at++
			}
		}
		if c.at < g.to {
			v := mem[c.at]
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
