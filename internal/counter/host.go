package counter

import "slices"

// An event that is asked for of the thread and of the process takes one counter, not two: hardware has few, and two
// groups that do not fit it together take turns of some milliseconds, too long for many a benchmark. The count of the
// thread is what the process's group on that thread counted.
//
// That group includes the threads that its thread started, if any. Those from before an Attach are found by it, and the
// process is attached anew, so that each of them has groups of its own. Later ones there are none: the Go runtime
// leaves it to another thread to start one when the goroutine is locked to its thread (runtime.newm). C code
// that starts threads itself is the exception.

// findHosts notes for requests of the thread which requests of the process are for the same event.
func findHosts(requests []*request) {
	for _, q := range requests {
		if q.scope() != Thread || q.why != "" {
			continue
		}
		i := slices.IndexFunc(requests, q.isGuestOf)
		if i < 0 {
			continue
		}
		q.host = requests[i]
		for j, p := range q.parts {
			p.unit.spare = true
			hosting := q.host.parts[j]
			hosting.guests = append(hosting.guests, q)
		}
	}
}

func (q *request) isGuestOf(other *request) bool {
	return other.scope() == Process && other.why == "" && slices.EqualFunc(q.parts, other.parts, sameEvent)
}

func sameEvent(a, b *part) bool {
	return withoutInherit(a.attr) == withoutInherit(b.attr)
}

func withoutInherit(a attr) attr {
	a.inherit, a.inheritThread = false, false
	return a
}

// attachGuests decides where the counts of requests with a host are taken from: from it if the process could be
// attached, and otherwise from groups of their own. It reports whether that has changed.
func (s *Session) attachGuests() bool {
	hosted := s.hasGuests() && s.process.complete()
	if hosted == s.hosted {
		return false
	}
	s.hosted, s.costs = hosted, nil
	for _, q := range s.requests {
		q.counted = q.parts
		if hosted && q.host != nil {
			q.counted = q.host.parts
		}
	}
	return true
}

func (s *Session) hasGuests() bool { return len(s.spare.groups) > 0 }

// stale reports whether there are threads that the process's groups are not open on. They count if they inherited them,
// but as one with the thread that started them.
func (s *Session) stale() bool {
	if len(s.process.instances) == 0 {
		return false
	}
	tids, err := s.kernel.threads()
	if err != nil {
		return true
	}
	attached := make([]int, 0, len(s.process.instances))
	for _, in := range s.process.instances {
		attached = append(attached, in.tid)
	}
	return !containsAll(attached, tids)
}
