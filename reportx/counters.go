package reportx

import (
	"fmt"
	"slices"

	"github.com/plateau-bench/plateau/internal/diagnosis"
	"github.com/plateau-bench/plateau/internal/tally"
)

// Counters are what was counted during the runs of a benchmark: totals over all runs, from which everything else is computed. A
// ratio of averages, or an average of ratios, occurs nowhere.
type Counters struct {
	Runs       int     // runs with counts
	Operations int64   // that were counted, of all these runs
	WallNS     float64 // wall-clock time of that, ns
	// From has the operations of each of these runs before those that were counted.
	From   []int64
	Counts []Counted
	// Ratios, Bound, Waiting, Findings and Needs are those of the goroutine's thread, or of the process where the benchmark is
	// parallel, or events were counted for the process alone.
	Ratios   []Ratio
	Bound    string   // what held the code back while it ran: "memory", ...; "" where the counts do not tell
	Waiting  bool     // for a notable part of the time nothing of it ran
	Findings []string // rules that apply, each with its numbers, its threshold and its source
	Needs    []string // what to count to know more
	Notes    []string

	flops float64 // counted for an operation; 0: not counted, or none
}

// A Counted is one count over all runs that have it.
type Counted struct {
	Name  string // of the event, with its modifier
	Scope string // "thread", "process", "runtime" or "system"
	Runs  int    // that have a count
	Total float64
	// PerOp is the total of these runs by their operations. HasPerOp is false for a quantity that is no sum over operations, of
	// which Total is the largest of the runs, and without any count.
	PerOp    float64
	HasPerOp bool
	Unit     string  // of PerOp: "cycles/op"
	Share    float64 // the least part of the time for which a run counted it, 0 to 1
	Why      string  // why there is no count, or how it was taken if not as asked for

	operations int64
	system     bool          // counted anyway, of all operations
	reasons    []tally.Count // whatever single runs say of how it was taken
}

// A Ratio is one of two totals.
type Ratio struct {
	Name        string
	Value       float64
	Text        string // with its unit: "40%", "12 per 1000 instructions"
	Numerator   string
	Denominator string
}

// counters adds up the records of runs, nil without any.
func counters(runs []*Run) *Counters {
	var c Counters
	parallel := false
	at := make(map[[2]string]int)
	for _, r := range runs {
		if r.tally != nil {
			c.add(r.tally, at)
			parallel = parallel || r.tally.Parallel
		}
	}
	if c.Runs == 0 && len(c.Notes) == 0 {
		return nil
	}
	for i := range c.Counts {
		if x := &c.Counts[i]; x.Unit != "" && x.operations > 0 {
			x.PerOp, x.HasPerOp = x.Total/float64(x.operations), true
		}
	}
	if c.Runs > 0 {
		c.diagnose(runs, parallel)
	}
	return &c
}

// add adds the record of a run; at is the index of each count by name and scope. A record may be there for its notes alone.
func (c *Counters) add(rec *tally.Record, at map[[2]string]int) {
	for _, note := range rec.Notes {
		if !slices.Contains(c.Notes, note) {
			c.Notes = append(c.Notes, note)
		}
	}
	if len(rec.Counts) == 0 {
		return
	}
	c.Runs++
	c.Operations += rec.Iters
	c.WallNS += rec.WallNS
	c.From = append(c.From, rec.From)
	for _, x := range rec.Counts {
		key := [2]string{x.Name, x.Scope}
		i, ok := at[key]
		if !ok {
			i = len(c.Counts)
			at[key] = i
			c.Counts = append(c.Counts, Counted{Name: x.Name, Scope: x.Scope, Unit: x.Unit, Share: 1})
		}
		c.Counts[i].add(x, rec.Over(&x))
	}
}

// add adds a count of a run of so many operations.
func (x *Counted) add(c tally.Count, operations int64) {
	x.system = c.Iters > 0
	if c.Why != "" {
		x.Why = c.Why
		x.reasons = append(x.reasons, tally.Count{Name: c.Name, Total: c.Total, Why: c.Why})
	}
	switch {
	case c.Total == nil:
		return
	case c.Unit == "":
		x.Total = max(x.Total, *c.Total)
	default:
		x.Total += *c.Total
		x.operations += operations
	}
	x.Runs++
	if c.Share > 0 {
		x.Share = min(x.Share, c.Share)
	}
}

// diagnose finds out what held the benchmark back.
func (c *Counters) diagnose(runs []*Run, parallel bool) {
	all := &tally.Record{Iters: c.Operations, WallNS: c.WallNS, Parallel: parallel}
	for _, r := range runs {
		if r.tally != nil {
			all.Procs = max(all.Procs, r.tally.Procs)
		}
	}
	for i := range c.Counts {
		if x := &c.Counts[i]; x.Runs == c.Runs { // a total of some runs and one of all make no ratio
			total := c.share(x)
			count := tally.Count{Name: x.Name, Scope: x.Scope, Total: &total}
			if x.system {
				count.Iters = all.Iters
			}
			all.Counts = append(all.Counts, count)
		}
	}
	t := diagnosis.FromRecord(all)
	scope := all.Scope()
	if scope == tally.Process {
		t.GC = c.total("gc-cpu-ns", tally.Runtime)
	}
	for _, r := range runs {
		if r.roofline != nil && len(r.roofline.Roof.Memory) > 0 {
			t.Bandwidth = diagnosis.Of(r.roofline.Roof.Memory[0].Bandwidth)
		}
	}
	t.Steal = c.total("steal-time-ns", tally.System)
	if !t.TaskClock.Known {
		c.processorTime(&t, scope)
	}
	t.Queue = c.total("queue-time-ns", scope)
	t.SchedP50, t.SchedP99 = least(runs, "sched-latency-p50-ns"), least(runs, "sched-latency-p99-ns")
	t.Voluntary, t.Involuntary = c.total("voluntary-switches", scope), c.total("involuntary-switches", scope)
	c.flops = t.Flops().Value / float64(c.Operations)
	d := diagnosis.Diagnose(t)
	for _, r := range d.Ratios {
		c.Ratios = append(c.Ratios, Ratio{r.Name, r.Value, r.Amount(), r.Numerator, r.Denominator})
	}
	if d.Bound != diagnosis.Unknown {
		c.Bound = string(d.Bound)
	}
	c.Waiting = d.Waiting
	for _, f := range d.Findings {
		c.Findings = append(c.Findings, f.String())
	}
	for _, n := range d.Needs {
		c.Needs = append(c.Needs, n.String())
	}
	c.Notes = append(c.Notes, d.Notes...)
}

// processorTime puts the system's own times in place of a task-clock that nobody counted.
func (c *Counters) processorTime(t *diagnosis.Totals, scope string) {
	user, system := c.total("user-time-ns", scope), c.total("system-time-ns", scope)
	if !user.Known || !system.Known {
		return
	}
	t.TaskClock = diagnosis.Of(user.Value + system.Value)
	if slices.Max(c.From) > 0 {
		c.Notes = append(c.Notes, "the time on a CPU is that of the system, which includes the warm-up, in proportion; task-clock would leave it out")
	}
}

// least is the least figure of the runtime that runs have, unknown unless all that have counts have it.
func least(runs []*Run, name string) (least diagnosis.Count) {
	for _, r := range runs {
		if r.tally == nil || len(r.tally.Counts) == 0 {
			continue
		}
		i := slices.IndexFunc(r.tally.Counts, func(x tally.Count) bool { return x.Name == name && x.Scope == tally.Runtime && x.Total != nil })
		if i < 0 {
			return diagnosis.Count{}
		}
		if x := *r.tally.Counts[i].Total; !least.Known || x < least.Value {
			least = diagnosis.Of(x)
		}
	}
	return least
}

// share is the part of a total that falls to the operations that events were counted over: what the system counts includes the
// warm-up.
func (c *Counters) share(x *Counted) float64 {
	if x.operations <= c.Operations {
		return x.Total
	}
	return x.Total * float64(c.Operations) / float64(x.operations)
}

// total is the share of a count that all runs have.
func (c *Counters) total(name, scope string) diagnosis.Count {
	if x := c.of(name, scope); x != nil && x.Runs == c.Runs {
		return diagnosis.Of(c.share(x))
	}
	return diagnosis.Count{}
}

// of is the count of a name in a scope, nil where that has none.
func (c *Counters) of(name, scope string) *Counted {
	for i := range c.Counts {
		if x := &c.Counts[i]; x.Name == name && x.Scope == scope {
			return x
		}
	}
	return nil
}

// part says which operations were counted.
func (c *Counters) part() string {
	lo, hi := slices.Min(c.From), slices.Max(c.From)
	out := "first " + formatCount(lo) + " to " + formatCount(hi) + " were"
	switch {
	case hi == 0:
		return plural(c.Operations, "operation") + ", all of each run"
	case lo == hi && lo == 1:
		out = "first was"
	case lo == hi:
		out = "first " + formatCount(lo) + " were"
	}
	return fmt.Sprintf("%s (of each run the %s left out)", plural(c.Operations, "operation"), out)
}
