package benchx

import "github.com/plateau-bench/plateau/internal/clock"

// A segment is a stretch of a chunk that holds values of one kind.
type segment struct {
	mem      address
	from, to int
	chain    bool // readings of a clock, one more than there are samples; else durations
}

// A track is capture memory with a position to write at. Its segments are in capture order.
type track struct {
	mem   *chunk
	pos   int // where the next value goes
	limit int // positions below it may be written without asking
	edge  int // the same for durations by the benchmark's timer, see recorder.timerLap
	from  int // where the open segment begins
	end   int // positions from here on belong to somebody else
	chain bool

	strips *strips // where a lane has its first memory from
	taken  int     // strips

	segments []segment // closed ones
	chunks   []address // all that are in use, to be given back
	values   int64     // samples in closed segments
	keep     int64     // samples there is room for
}

// prepare makes room for the bookkeeping of keep samples, as far as they take up to most segments, so that nothing is
// allocated while the benchmark runs.
func (t *track) prepare(keep int64, most int) {
	const others = 64 // segments that end for another reason than a full chunk
	if n := min(int(keep/chunkLen)+others, most); cap(t.segments) < n || cap(t.chunks) < n {
		t.segments, t.chunks = make([]segment, 0, n), make([]address, 0, n)
	}
	t.keep = keep
}

// room makes sure that n values can be written to the current chunk. The open segment must be closed.
func (t *track) room(n int) bool {
	if t.mem != nil && t.mem != &nowhere && t.end-t.pos >= n {
		return true
	}
	if t.strips != nil && t.taken < len(stripLens) && n <= stripLens[t.taken] {
		n := stripLens[t.taken]
		t.taken++
		c, from := t.strips.take(n)
		t.begin(c, from, from+n)
		return c != nil
	}
	c := pool.get()
	if c == nil {
		return false
	}
	t.begin(c, 0, chunkLen)
	t.chunks = append(t.chunks, addressOf(c))
	return true
}

// begin goes on at a place in memory.
func (t *track) begin(c *chunk, from, end int) {
	if c != nil {
		t.mem, t.pos, t.from, t.limit, t.edge, t.end = c, from, from, 0, 0, end
	}
}

// close ends the open segment. No position may be written then. A segment lies within its chunk even where goroutines shared
// the track, which they must not: the numbers are wrong then, but nobody reads beyond.
func (t *track) close() {
	mem, from, to, chain := t.mem, t.from, min(t.pos, chunkLen), t.chain
	n := to - from
	if chain {
		n--
	}
	if n > 0 && from >= 0 && mem != nil {
		t.segments = append(t.segments, segment{addressOf(mem), from, to, chain})
		t.values += int64(n)
	}
	t.from, t.limit, t.edge, t.pos, t.chain = to, to, 0, to, false
}

// open is the number of samples in the open segment.
func (t *track) open() int64 {
	n := t.pos - t.from
	if t.chain {
		n-- // the reading that the first sample begins with
	}
	return int64(n)
}

// count is the number of samples written so far.
func (t *track) count() int64 { return t.values + t.open() }

// openChain begins a chain of clock readings for at most n samples; the slow path writes the last of them, when it finds
// the limit reached. The reading that the first sample begins with is taken last of all. It reports false when there is no
// room left.
func (t *track) openChain(n int64) bool {
	t.close()
	n = min(n, t.keep-t.values)
	if n < 1 || !t.room(3) {
		return false
	}
	mem, p := t.mem, t.pos
	if mem == nil || p < 0 || p > t.end-3 || t.end > chunkLen { // only when goroutines share a track, which they must not
		return false
	}
	t.from, t.chain = p, true
	t.limit = p + int(min(n, int64(t.end-p-1)))
	t.pos = p + 1
	mem[p] = clock.Ticks()
	return true
}

// add writes a duration from the slow path, leaving no position that may be written without asking. It reports false when
// there is no room left.
func (t *track) add(d int64) bool {
	if t.chain || t.mem == nil || t.pos >= t.end {
		t.close()
		if !t.room(1) {
			return false
		}
	}
	mem, p := t.mem, t.pos
	if t.count() >= t.keep || mem == nil || p < 0 || p >= min(t.end, chunkLen) {
		return false
	}
	mem[p] = d
	t.pos = p + 1
	return true
}

// put writes a value of a track that holds nothing but durations.
func (t *track) put(d int64) bool {
	if p := t.pos; p < t.limit {
		t.mem[p&(chunkLen-1)] = d
		t.pos = p + 1
		return true
	}
	t.close()
	n := t.keep - t.values
	if n < 1 || !t.room(1) {
		return false
	}
	mem, p := t.mem, t.pos
	if mem == nil || p < 0 || p >= min(t.end, chunkLen) {
		return false
	}
	t.limit = p + int(min(n, int64(t.end-p)))
	mem[p] = d
	t.pos = p + 1
	return true
}

// reserve obtains an empty chunk for put. The open segment must be closed.
func (t *track) reserve() bool {
	n := t.keep - t.values
	if n < 1 || !t.room(chunkLen) {
		return false
	}
	t.limit = t.pos + int(min(n, chunkLen))
	return true
}

// restart forgets all samples and keeps one chunk, if there is one.
func (t *track) restart() {
	kept := t.chunks[:0]
	for _, c := range t.chunks {
		if c == addressOf(t.mem) {
			kept = append(kept, c)
		} else {
			pool.putAll([]address{c})
		}
	}
	t.chunks, t.segments, t.end = kept, t.segments[:0], len(kept)*chunkLen
	t.pos, t.from, t.limit, t.edge, t.values, t.chain = 0, 0, 0, 0, 0, false
}

// nowhere takes what a goroutine writes that outlives its benchmark and had found room just before.
var nowhere chunk

// release gives the memory back. A lap that comes later finds no room.
func (t *track) release() {
	t.pos, t.limit, t.edge, t.from, t.end, t.values, t.keep, t.chain = 0, 0, 0, 0, 0, 0, 0, false
	t.strips, t.taken = nil, 0
	pool.putAll(t.chunks)
	t.chunks, t.segments, t.mem = t.chunks[:0], t.segments[:0], &nowhere
}
