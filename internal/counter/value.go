package counter

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A Value is what was counted of an event between two readings.
type Value struct {
	// Total is the count, scaled up if it was taken for part of the time only, less what the counting itself cost,
	// in the unit of the event. It is 0 or more and finite, and 0 if nothing was counted; see Counted.
	Total float64
	// Raw is the count as the kernel gave it, of all threads.
	Raw uint64
	// Enabled is for how long the event was to be counted, Running for how long it was. Both add up over threads,
	// and include only the time for which these ran on a CPU.
	Enabled, Running time.Duration
	// Counted says that Total is a count. If it is false, Why says for which reason there is none.
	Counted bool
	// Why says how the event was counted, if not as asked for: for part of the time, or in user mode only.
	Why string
}

// Values returns a value for each request, in their order, of what was counted from one reading to a later one. A nil
// from is the last Start. Both readings are of the same stretch. Values are appended to dst.
func (s *Session) Values(dst []Value, from, to *Reading) []Value {
	if from == nil {
		from = &s.base
	}
	sums := make([]sum, len(s.requests))
	s.sum(sums, from, to)
	for i, q := range s.requests {
		var c cost
		if s.costs != nil {
			c = s.costs[i]
		}
		dst = append(dst, q.value(&sums[i], c.until(to)-c.until(from)))
	}
	return dst
}

// tolerated is the share of the time that may be missing from a total: what threads did that never had a turn.
const tolerated = 0.01

// value makes a value of a sum.
func (q *request) value(s *sum, cost float64) Value {
	v := Value{Raw: s.raw, Enabled: time.Duration(s.enabled), Running: time.Duration(s.running)}
	if v.Why = q.missing(s); v.Why != "" {
		return v
	}
	scale := q.Event.Scale
	if scale == 0 {
		scale = 1
	}
	total := max(0, s.total-cost) * scale
	if math.IsInf(total, 0) || math.IsNaN(total) || total < 0 {
		v.Why = fmt.Sprintf("a count of %d at a scale of %v is no figure", s.raw, scale)
		return v
	}
	v.Total, v.Counted = total, true
	v.Why = strings.Join(q.manner(s), "; ")
	return v
}

// missing says why there is no count; "" if there is one.
func (q *request) missing(s *sum) string {
	if q.why != "" {
		return q.why
	}
	for _, p := range q.counted {
		if p.in.err != nil {
			return p.in.err.Error()
		}
	}
	switch {
	case s.instances == 0:
		return "it was not being counted"
	case s.absentees() != "":
		return s.absentees()
	case s.unread:
		return "the kernel gave no reading: its group was pushed off the hardware"
	case s.enabled == 0:
		return "it was enabled for no time at all"
	case s.running == 0 && q.shared():
		return fmt.Sprintf("%v is too short for its group to get a turn on the hardware", time.Duration(s.enabled))
	case s.running == 0:
		return whyNeverRan
	case float64(s.missed) > tolerated*float64(s.enabled):
		return fmt.Sprintf("it had no turn on threads that make up %.0f%% of the time", 100*float64(s.missed)/float64(s.enabled))
	}
	return ""
}

// shared reports whether a group of the request takes turns with others of the same session.
func (q *request) shared() bool {
	for _, p := range q.counted {
		if p.in.of > 1 {
			return true
		}
	}
	return false
}

// manner says how the event was counted, if not as asked for.
func (q *request) manner(s *sum) []string {
	var says []string
	if q.note != "" {
		says = append(says, q.note)
	}
	// The two times are read off one clock, and differ by a few ns where a group ran all the time.
	const whole = 0.9995
	if share := float64(s.running) / float64(s.enabled); share < whole {
		says = append(says, fmt.Sprintf("scaled: counted for %.1f%% of the time, taking turns on the hardware", 100*share))
	}
	return says
}
