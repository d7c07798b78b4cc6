// Package tally is what counters tell about one run: the record that perfx puts into a sample file, under the key
// "counters" of the run's "probes", and that reportx reads from there.
package tally

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Key is the name of the record in a sample file.
const Key = "counters"

// A Record holds the totals of one run, of the operations that the run reports as far as they could be cut out.
type Record struct {
	Iters  int64   `json:"iters"`   // operations that were counted, more than 0 unless there are no counts
	From   int64   `json:"from"`    // operations of the run before those; 0: all were counted
	WallNS float64 `json:"wall_ns"` // wall-clock time during which they were, ns
	Procs  int     `json:"procs"`   // GOMAXPROCS
	// Parallel says that the operations are those of several goroutines: the benchmark's own thread only waits.
	Parallel bool `json:"parallel,omitempty"`

	Counts []Count  `json:"counts"`
	Notes  []string `json:"notes,omitempty"`
}

// Scopes of counts: whose events they are.
const (
	Thread  = "thread"  // of the thread of the benchmark's goroutine
	Process = "process" // of all threads of the process
	Runtime = "runtime" // of the Go runtime
	System  = "system"  // of the machine
)

// A Count is one total.
type Count struct {
	Name  string `json:"name"`  // as it was asked for, modifiers included: "instructions:u"
	Scope string `json:"scope"` // Thread, ...
	// Total is the count, nil where there is none: Why says for which reason.
	Total *float64 `json:"total"`
	// Unit is that of the total divided by the operations: "cycles/op". "" is that of a quantity which is no sum over
	// operations, such as the peak of the memory in use.
	Unit string `json:"unit,omitempty"`
	// Iters are the operations that were counted, if they are not those of the record: all, the warm-up included; else 0.
	Iters int64 `json:"iters,omitempty"`
	// Share is for which part of the time it was counted, if that was not all of it and the total is scaled up; else 0.
	Share float64 `json:"share,omitempty"`
	// Why says why nothing was counted, or how it was if not as asked for.
	Why string `json:"why,omitempty"`
}

// Over is the number of operations that c counted.
func (r *Record) Over(c *Count) int64 {
	if c.Iters > 0 {
		return c.Iters
	}
	return r.Iters
}

// PerOp is the total for one operation, false where there is none.
func (r *Record) PerOp(c *Count) (float64, bool) {
	over := r.Over(c)
	if c.Total == nil || c.Unit == "" || over <= 0 {
		return 0, false
	}
	return *c.Total / float64(over), true
}

// Scope is whose counts tell of the operations: those of the thread, or of the process where several goroutines did them, or
// where events were counted for the process alone.
func (r *Record) Scope() string {
	process := r.Parallel
	for i := range r.Counts {
		switch c := &r.Counts[i]; {
		case c.Iters > 0: // the system counts for both in any case
		case c.Scope == Thread && !r.Parallel:
			return Thread
		case c.Scope == Process:
			process = true
		}
	}
	if process {
		return Process
	}
	return Thread
}

// Shorten leaves out what was not counted, and says so.
func (r *Record) Shorten() {
	all := len(r.Counts)
	r.Counts = slices.DeleteFunc(r.Counts, func(c Count) bool { return c.Total == nil })
	for i := range r.Counts {
		r.Counts[i].Why = ""
	}
	r.Notes = append(r.Notes, fmt.Sprintf("%d counts that there are not, and how the others were taken, are left out here: there are too many", all-len(r.Counts)))
}

// JSON is the record as a sample file has it.
func (r *Record) JSON() ([]byte, error) { return json.Marshal(r) }

// What a record may hold at most: beyond it no run of ours can have been, and sums over runs would no longer be figures.
const (
	mostOperations = 1e15 // eleven days of 1 ns each
	mostCounted    = 1e18 // of events, bytes or ns: 30 years of those
	mostProcs      = 1 << 20
)

// Parse reads a record. What no writer of ours has written is an error, not a wrong figure.
func Parse(data []byte) (*Record, error) {
	r := new(Record)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("record of counters: %w", err)
	}
	if !r.plausible() {
		return nil, fmt.Errorf("record of counters: %d operations from %d on in %v ns by %d cannot be", r.Iters, r.From, r.WallNS, r.Procs)
	}
	for _, c := range r.Counts {
		if !c.plausible() {
			return nil, fmt.Errorf("record of counters: what %q counted cannot be", c.Name)
		}
	}
	return r, nil
}

// plausible says nothing of the counts. A record without any may be there for its notes, and tell of no operation.
func (r *Record) plausible() bool {
	least := int64(1)
	if len(r.Counts) == 0 {
		least = 0
	}
	return r.Iters >= least && r.Iters <= mostOperations && r.From >= 0 && r.From <= mostOperations &&
		r.WallNS >= 0 && r.WallNS <= mostCounted && r.Procs >= 0 && r.Procs <= mostProcs
}

func (c *Count) plausible() bool {
	if c.Total != nil && !(*c.Total >= 0 && *c.Total <= mostCounted) {
		return false
	}
	return c.Iters >= 0 && c.Iters <= mostOperations && c.Share >= 0 && c.Share <= 1
}
