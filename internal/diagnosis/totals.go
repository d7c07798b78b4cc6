package diagnosis

import (
	"strings"

	"github.com/plateau-bench/plateau/internal/roofline"
)

// Totals are what was counted while a benchmark ran, all over the same operations. Counts that belong into one ratio
// should be of the same scope and privilege: instructions of user code over cycles of all code mean nothing.
type Totals struct {
	Wall      Count // ns
	TaskClock Count // ns on a CPU, of the threads that did the benchmark's work
	GC        Count // ns on a CPU for the collector, of the same threads
	Steal     Count // ns that the hypervisor gave to others
	Queue     Count // ns in which the same threads could have run and had no CPU
	// Threads is how many threads the benchmark was to keep busy: 1 for a loop, GOMAXPROCS for RunParallel. 0: 1.
	Threads int

	Cycles, Instructions     Count
	Branches, BranchMisses   Count
	L1DLoads, L1DMisses      Count
	L2Accesses, L2Misses     Count
	L3Accesses, L3Misses     Count
	LLCMisses                Count // lines that came from memory
	DTLBMisses               Count
	StallsFront, StallsBack  Count // cycles
	StallsMemory, StallsL3   Count // cycles; those while a load that missed L3 is outstanding
	Voluntary, Involuntary   Count // context switches: the thread waits, or others want the CPU
	SchedP50, SchedP99       Count // ns that goroutines waited for a processor of Go: of all waits, half and 1% are as long or longer
	Switches                 Count // of both kinds, where they are not told apart
	PageFaults, MajorFaults  Count
	FP                       roofline.Retired // floating-point instructions by width
	Slots                    Count            // what the pipeline could have issued
	Retiring, BadSpeculation Count            // slots
	FrontEnd, BackEnd, SMT   Count            // slots; SMT: given to the core's other thread
	Dispatched, Retired      Count            // operations, where slots of these kinds are not counted
	Bandwidth                Count            // of the machine's memory, in B/s
}

// fields are the totals by the names of the events that count them.
var fields = map[string]func(*Totals) *Count{
	"task-clock":   func(t *Totals) *Count { return &t.TaskClock },
	"cycles":       func(t *Totals) *Count { return &t.Cycles },
	"cpu-cycles":   func(t *Totals) *Count { return &t.Cycles },
	"instructions": func(t *Totals) *Count { return &t.Instructions },

	"branches":            func(t *Totals) *Count { return &t.Branches },
	"branch-instructions": func(t *Totals) *Count { return &t.Branches },
	"branch-misses":       func(t *Totals) *Count { return &t.BranchMisses },

	"L1-dcache-loads":       func(t *Totals) *Count { return &t.L1DLoads },
	"L1-dcache-load-misses": func(t *Totals) *Count { return &t.L1DMisses },
	"l1d-load-misses":       func(t *Totals) *Count { return &t.L1DMisses },
	"l1d-misses":            func(t *Totals) *Count { return &t.L1DMisses },
	"l2-accesses":           func(t *Totals) *Count { return &t.L2Accesses },
	"l2-misses":             func(t *Totals) *Count { return &t.L2Misses },
	"l3-accesses":           func(t *Totals) *Count { return &t.L3Accesses },
	"LLC-loads":             func(t *Totals) *Count { return &t.L3Accesses },
	"l3-misses":             func(t *Totals) *Count { return &t.L3Misses },
	"LLC-load-misses":       func(t *Totals) *Count { return &t.L3Misses },
	"llc-misses":            func(t *Totals) *Count { return &t.LLCMisses },
	"dTLB-load-misses":      func(t *Totals) *Count { return &t.DTLBMisses },
	"dtlb-walks":            func(t *Totals) *Count { return &t.DTLBMisses },

	"stalls-frontend":         func(t *Totals) *Count { return &t.StallsFront },
	"stalled-cycles-frontend": func(t *Totals) *Count { return &t.StallsFront },
	"stalls-backend":          func(t *Totals) *Count { return &t.StallsBack },
	"stalled-cycles-backend":  func(t *Totals) *Count { return &t.StallsBack },
	"stalls-memory":           func(t *Totals) *Count { return &t.StallsMemory },
	"stalls-l3-miss":          func(t *Totals) *Count { return &t.StallsL3 },

	"slots":            func(t *Totals) *Count { return &t.Slots },
	"topdown-retiring": func(t *Totals) *Count { return &t.Retiring },
	"topdown-bad-spec": func(t *Totals) *Count { return &t.BadSpeculation },
	"topdown-fe-bound": func(t *Totals) *Count { return &t.FrontEnd },
	"topdown-be-bound": func(t *Totals) *Count { return &t.BackEnd },
	"topdown-smt":      func(t *Totals) *Count { return &t.SMT },
	"ops-dispatched":   func(t *Totals) *Count { return &t.Dispatched },
	"ops-retired":      func(t *Totals) *Count { return &t.Retired },

	"context-switches": func(t *Totals) *Count { return &t.Switches },

	"page-faults":  func(t *Totals) *Count { return &t.PageFaults },
	"major-faults": func(t *Totals) *Count { return &t.MajorFaults },
}

// Set enters a total by the name of its event, with or without a modifier (cycles:u); task-clock is in ns. The first total of a
// field stays. It reports whether the name means anything here.
func (t *Totals) Set(event string, value float64) bool {
	name, _, _ := strings.Cut(event, ":")
	if field := fields[name]; field != nil {
		c := field(t)
		*c = c.or(Of(value))
		return true
	}
	for i, fp := range retired {
		if name == fp && t.FP[i] == nil {
			t.FP[i] = &value
		}
		if name == fp {
			return true
		}
	}
	return false
}

// capacity is the time in ns that the threads could have run.
func (t *Totals) capacity() Count { return t.Wall.times(Of(float64(max(1, t.Threads)))) }

// lineBytes is the length of a line of the last cache. Some Arm cores have longer ones, which makes it a lower bound.
const lineBytes = 64

// bytes are those that moved to and from memory, estimated as a line for each miss of the last cache, which leaves out what was
// prefetched and written back.
func (t *Totals) bytes() Count { return t.LLCMisses.or(t.L3Misses).times(Of(lineBytes)) }
