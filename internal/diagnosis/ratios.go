package diagnosis

import "fmt"

const (
	share  = "share"
	perK   = "per 1000 instructions"
	perSec = "a second"
)

// missPenalty is what a mispredicted branch costs in cycles, as an estimate: the pipelines of today's processors are refilled
// in 11 to 20 (Fog, The microarchitecture of Intel, AMD and VIA CPUs).
const missPenalty = 15

// Ratios are all that the totals allow, in the order of a report: time, pipeline, memory, branches, arithmetic, system.
func Ratios(t Totals) []Ratio {
	var ratios []Ratio
	add := func(name, unit string, scale float64, top Count, numerator string, bottom Count, denominator string) {
		if r, ok := form(name, unit, scale, top, numerator, bottom, denominator); ok {
			ratios = append(ratios, r)
		}
	}
	t.timeRatios(add)
	t.pipelineRatios(add)
	t.memoryRatios(add)
	t.branchRatios(add)
	t.arithmeticRatios(add)
	t.systemRatios(add)
	return ratios
}

type adder func(name, unit string, scale float64, top Count, numerator string, bottom Count, denominator string)

func (t *Totals) timeRatios(add adder) {
	add("cpus-used", "CPUs", 1, t.TaskClock, "ns on a CPU", t.Wall, "ns of wall time")
	capacity, of := t.capacity(), "ns of wall time"
	if t.Threads > 1 {
		of = fmt.Sprintf("ns that %d threads had", t.Threads)
	}
	add("cpu-utilisation", share, 1, t.TaskClock, "ns on a CPU", capacity, of)
	add("steal-share", share, 1, t.Steal, "ns stolen", capacity, of)
	add("queue-share", share, 1, t.Queue, "ns without a CPU", capacity, of)
	add("gc-share", share, 1, t.GC, "ns of the collector", t.TaskClock, "ns on a CPU")
	add("clock", "GHz", 1, t.Cycles, "cycles", t.TaskClock, "ns on a CPU")
}

func (t *Totals) pipelineRatios(add adder) {
	add("ipc", "", 1, t.Instructions, "instructions", t.Cycles, "cycles")
	add("ipc-of-width", share, 1, t.Instructions, "instructions", t.Slots, "slots")
	d := t.topDown()
	add("retiring", share, 1, d.retiring, "slots", d.slots, "slots")
	add("bad-speculation", share, 1, d.badSpeculation, "slots", d.slots, "slots")
	add("frontend-bound", share, 1, d.frontEnd, "slots", d.slots, "slots")
	add("backend-bound", share, 1, d.backEnd, "slots", d.slots, "slots")
	if t.SMT.ok() {
		add("smt-contention", share, 1, d.smt, "slots", d.slots, "slots")
	}
	add("frontend-stalls", share, 1, t.StallsFront, "stalled cycles", t.Cycles, "cycles")
	add("backend-stalls", share, 1, t.StallsBack, "stalled cycles", t.Cycles, "cycles")
}

func (t *Totals) memoryRatios(add adder) {
	add("memory-stalls", share, 1, t.StallsMemory, "stalled cycles", t.Cycles, "cycles")
	add("l3-miss-stalls", share, 1, t.StallsL3, "stalled cycles", t.Cycles, "cycles")
	add("l1d-miss-rate", share, 1, t.L1DMisses, "misses", t.L1DLoads, "loads")
	add("l1d-mpki", perK, 1000, t.L1DMisses, "misses", t.Instructions, "instructions")
	add("l2-miss-rate", share, 1, t.L2Misses, "misses", t.L2Accesses, "accesses")
	add("l2-mpki", perK, 1000, t.L2Misses, "misses", t.Instructions, "instructions")
	add("l3-miss-rate", share, 1, t.L3Misses, "misses", t.L3Accesses, "accesses")
	add("llc-mpki", perK, 1000, t.LLCMisses.or(t.L3Misses), "misses", t.Instructions, "instructions")
	add("dtlb-mpki", perK, 1000, t.DTLBMisses, "misses", t.Instructions, "instructions")
	moved, what := t.bytes(), "bytes of lines that missed, at least"
	add("memory-traffic", "B/s", 1e9, moved, what, t.Wall, "ns of wall time")
	add("bandwidth-share", share, 1, moved, what, t.Bandwidth.times(t.Wall.over(Of(1e9))), "bytes that memory could have moved")
}

func (t *Totals) branchRatios(add adder) {
	add("branch-miss-rate", share, 1, t.BranchMisses, "mispredicted", t.Branches, "branches")
	add("branch-mpki", perK, 1000, t.BranchMisses, "mispredicted", t.Instructions, "instructions")
	add("branch-miss-cost", share, 1, t.BranchMisses.times(Of(missPenalty)), "cycles at 15 a misprediction, an estimate", t.Cycles, "cycles")
}

func (t *Totals) arithmeticRatios(add adder) {
	scalar, vector := t.instructions()
	add("fp-instructions", share, 1, scalar.plus(vector), "floating-point", t.Instructions, "instructions")
	add("vector-instructions", share, 1, vector, "vector", t.Instructions, "instructions")
	add("vector-share", share, 1, vector, "vector", scalar.plus(vector), "floating-point instructions")
}

func (t *Totals) systemRatios(add adder) {
	add("voluntary-switches", perSec, 1e9, t.Voluntary, "voluntary switches", t.Wall, "ns of wall time")
	add("involuntary-switches", perSec, 1e9, t.Involuntary, "involuntary switches", t.Wall, "ns of wall time")
	add("context-switches", perSec, 1e9, t.Switches, "context switches", t.Wall, "ns of wall time")
	add("page-faults", perSec, 1e9, t.PageFaults, "page faults", t.Wall, "ns of wall time")
	add("major-faults", perSec, 1e9, t.MajorFaults, "major faults", t.Wall, "ns of wall time")
}
