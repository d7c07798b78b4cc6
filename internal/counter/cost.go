package counter

import (
	"math"
	"slices"
)

// A cost is what counting adds to the count of an event, in counts. The bracket is Start and Stop with nothing between
// them; what a Read adds while the session runs is what two in a row differ by.
type cost struct {
	bracket float64 // from Start to Stop
	first   float64 // from Start to the moment of the first Read
	read    float64 // from the moment of one Read to that of the next
}

// brackets is how many empty stretches are tried; the smallest count is the cost. A bracket has a constant cost, and
// sometimes something else happens in it: an interrupt, a switch of threads, the collector on another thread.
const brackets = 100

// calibrate measures the costs. They are the session's thread's own: its groups are enabled last and disabled first, so
// that the others need not be enabled for it.
func (s *Session) calibrate() {
	s.costs = make([]cost, len(s.requests))
	for i := range s.costs {
		s.costs[i] = cost{math.Inf(1), math.Inf(1), math.Inf(1)}
	}
	r := s.NewReadings(3)
	sums := make([]sum, len(s.requests))
	skip := slices.IndexFunc(s.open, func(in instance) bool { return s.nearness(in) > 0 })
	if skip < 0 {
		skip = len(s.open)
	}
	for range brackets {
		s.start(skip)
		s.Stop()
		s.read(&r[0], skip)
		s.lower(sums, &s.base, &r[0], func(c *cost) *float64 { return &c.bracket })

		s.start(skip)
		s.Read(&r[1])
		s.Read(&r[2])
		s.Stop()
		s.lower(sums, &s.base, &r[1], func(c *cost) *float64 { return &c.first })
		s.lower(sums, &r[1], &r[2], func(c *cost) *float64 { return &c.read })
	}
	for i := range s.costs {
		s.costs[i] = s.costs[i].known()
	}
}

// lower lowers a part of the costs to what was counted between two readings, where that is less.
func (s *Session) lower(sums []sum, from, to *Reading, part func(*cost) *float64) {
	s.sum(sums, from, to)
	for i, q := range s.requests {
		if least := part(&s.costs[i]); q.missing(&sums[i]) == "" {
			*least = min(*least, sums[i].total)
		}
	}
}

// known is the cost with 0 for what could not be measured: groups that take turns do not run in a short bracket, and
// what they miss is far less than what scaling leaves open.
func (c cost) known() cost {
	for _, part := range []*float64{&c.bracket, &c.first, &c.read} {
		if math.IsInf(*part, 1) {
			*part = 0
		}
	}
	return c
}

// until is the cost from Start to a reading.
func (c cost) until(r *Reading) float64 {
	switch r.phase {
	case running:
		return c.first + float64(r.reads)*c.read
	case stopped:
		return c.bracket + float64(r.reads)*c.read
	}
	return 0
}
