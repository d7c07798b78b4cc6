package roofline

import (
	"slices"
	"sync"
	"time"
)

// arrays are the three arrays of a triad, cut into stripes that the threads take in turn. A thread streams through its
// stripes round and round, from one trial to the next, so that whatever the length of a trial each line was last used a
// whole footprint ago.
type arrays struct {
	memory  region
	a, b, c []float64
	stripe  int // elements
	rows    int // rows of as many stripes as there are threads
	threads int
	at      map[int][]*cursor // by number of threads
}

const (
	// chunk is how many elements are one step: 192 KiB of all three arrays, some 20 us.
	chunk = 8192
	// widestStripe is that of a huge page in each array: memory lies with the processor that wrote to its page first.
	widestStripe = 2 * mib / 8
)

// newArrays maps arrays of about size bytes in all and fills them for as long as limit allows, each thread its own
// stripes; what has not been filled by then is left out.
func newArrays(size int64, threads int, limit time.Duration) (*arrays, error) {
	n := int(size / triadBytes)
	stripe := min(n/threads/chunk*chunk, widestStripe)
	if stripe == 0 {
		return nil, errNoMemory
	}
	s := &arrays{stripe: stripe, rows: n / (stripe * threads), threads: threads, at: map[int][]*cursor{}}
	n = s.rows * stripe * threads
	memory, err := obtain(n * triadBytes)
	if err != nil {
		return nil, err
	}
	s.memory = memory
	s.a, s.b, s.c = memory.floats(0, n), memory.floats(n, n), memory.floats(2*n, n)
	s.rows = s.fill(limit)
	return s, nil
}

// bytes are those that are used.
func (s *arrays) bytes() int64 {
	return int64(s.rows) * int64(s.threads) * int64(s.stripe) * triadBytes
}

// fill writes to every page, as memory that was never written is one page of zeros for all. It returns how many rows
// all threads have filled, one at least.
func (s *arrays) fill(limit time.Duration) int {
	filled := make([]int, s.threads)
	begin := time.Now()
	var done sync.WaitGroup
	done.Add(s.threads)
	for thread := range s.threads {
		go func() {
			defer done.Done()
			for row := 0; row < s.rows && (row == 0 || time.Since(begin) < limit); row++ {
				s.write((row*s.threads + thread) * s.stripe)
				filled[thread]++
			}
		}()
	}
	done.Wait()
	return slices.Min(filled)
}

// write fills the stripe that begins at an element.
func (s *arrays) write(from int) {
	for i := from; i < from+s.stripe; i++ {
		s.a[i], s.b[i], s.c[i] = 0, 1, 2
	}
}

// split are the cursors of one thread or of all, the same ones each time.
func (s *arrays) split(threads int) []*cursor {
	if s.at[threads] == nil {
		for i := range threads {
			s.at[threads] = append(s.at[threads], &cursor{arrays: s, first: i, step: threads, now: i})
		}
	}
	return s.at[threads]
}

// cursor is where a thread is.
type cursor struct {
	*arrays
	first, step int      // its stripes: first, first+step, ...
	now, offset int      // in stripe now
	_           [64]byte // threads do not share lines
}

// run streams through one chunk and says how many elements it was.
func (c *cursor) run(s stream) float64 {
	i := c.now*c.stripe + c.offset
	s.run(&c.a[i], &c.b[i], &c.c[i], 3, chunk)
	if c.offset += chunk; c.offset == c.stripe {
		c.offset, c.now = 0, c.now+c.step
	}
	if c.now >= c.rows*c.threads {
		c.now = c.first
	}
	return chunk
}
