package benchx

import "sync"

// strips are pieces of chunks for lanes. Lanes may be many thousands, of which most see few iterations or none: a chunk for each would
// take longer than what is to be measured.
type strips struct {
	mu     sync.Mutex
	chunks []*chunk // the last is being cut
	cut    int      // so much of it is used
}

// stripLens are the lengths of a lane's first strips, whole cache lines. Then it has shown that it is worth a chunk.
var stripLens = [...]int{64, 512}

// take cuts a strip of n values off, or returns nil when the system has no memory left for us.
func (s *strips) take(n int) (c *chunk, from int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.chunks) == 0 || chunkLen-s.cut < n {
		c := pool.get()
		if c == nil {
			return nil, 0
		}
		s.chunks, s.cut = append(s.chunks, c), 0
	}
	s.cut += n
	return s.chunks[len(s.chunks)-1], s.cut - n
}

// release gives the memory back. No track may hold a strip any more.
func (s *strips) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	pool.put(s.chunks...)
	s.chunks, s.cut = nil, 0
}
