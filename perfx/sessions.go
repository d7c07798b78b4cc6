package perfx

import (
	"strings"
	"sync"

	"github.com/plateau-bench/plateau/internal/counter"
	"github.com/plateau-bench/plateau/internal/perfevent"
)

// shared holds the list of events that the benchmarks of this process count.
var shared sessions

// sessions keeps the list that was used last, since most benchmarks of a process count the same events. Others are closed: each has
// events open on all threads.
type sessions struct {
	sync.Mutex
	machine *perfevent.Machine // nil: not looked at yet
	key     string             // of what is free
	free    []*counted
}

// of returns a list of events that nobody counts at the moment.
func (s *sessions) of(events []string, scope counter.Scope) *counted {
	key := scope.String() + "\x00" + strings.Join(events, "\x00")
	s.Lock()
	defer s.Unlock()
	if n := len(s.free); n > 0 && s.key == key {
		c := s.free[n-1]
		s.free = s.free[:n-1]
		return c
	}
	if s.machine == nil {
		s.machine = perfevent.Local()
	}
	c := newCounted(s.machine, events, scope)
	c.back = func() { s.giveBack(key, c) }
	return c
}

func (s *sessions) giveBack(key string, c *counted) {
	s.Lock()
	defer s.Unlock()
	if s.key != key {
		for _, other := range s.free {
			other.close()
		}
		s.key, s.free = key, nil
	}
	s.free = append(s.free, c)
}
