package counter

import "slices"

// A ThreadReader reads what the session's thread alone has counted, as often as wanted: one system call of one to two
// microseconds for each group, whatever threads there are besides. Its counts are raw: neither scaled, for which reason
// events whose groups take turns are not among them, nor less what counting costs.
type ThreadReader struct {
	kernel kernel
	fds    []int      // of the groups' leaders
	words  [][]uint64 // their readings
	places []place    // where the count of each request is
	of     []int      // the requests, by their numbers
}

// A place is that of a count in a group's reading.
type place struct{ group, word int }

// ThreadReader returns a reader of the events that were asked for of the thread, until the next Attach.
func (s *Session) ThreadReader() *ThreadReader {
	r := &ThreadReader{kernel: s.kernel}
	for i, q := range s.requests {
		if q.scope() == Thread && q.why == "" && len(q.counted) == 1 {
			r.add(s, i, q.counted[0])
		}
	}
	return r
}

// add adds a request that is counted by a part.
func (r *ThreadReader) add(s *Session, number int, p *part) {
	at := slices.IndexFunc(s.open, func(in instance) bool { return in.group == p.in && in.tid == s.tid })
	if p.in == nil || p.in.of > 1 || at < 0 {
		return
	}
	in := &s.open[at]
	group := slices.Index(r.fds, in.fds[0])
	if group < 0 {
		group = len(r.fds)
		r.fds = append(r.fds, in.fds[0])
		r.words = append(r.words, make([]uint64, words(len(in.group.parts))))
	}
	r.places = append(r.places, place{group, headerWords + slices.Index(in.group.parts, p)})
	r.of = append(r.of, number)
}

// Requests are the numbers of the requests that are read, in ascending order.
func (r *ThreadReader) Requests() []int { return slices.Clone(r.of) }

// Read stores the count of each of the requests so far. It does not allocate. What the kernel gives no reading of keeps
// its count.
func (r *ThreadReader) Read(totals []int64) {
	for g, fd := range r.fds {
		if n, err := r.kernel.read(fd, r.words[g]); err != nil || n != len(r.words[g]) {
			return
		}
	}
	for i, p := range r.places {
		totals[i] = int64(r.words[p.group][p.word])
	}
}
