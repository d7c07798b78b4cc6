package diagnosis

import "fmt"

// Rule holds a ratio against a threshold.
type Rule struct {
	Ratio     string  `json:"ratio"`           // the name of the ratio
	Below     bool    `json:"below,omitempty"` // applies below the threshold; otherwise above it. At the threshold it does not apply
	Threshold float64 `json:"threshold"`       // in the unit of the ratio; shares are 0 to 1
	Grave     float64 `json:"grave,omitempty"` // from beyond this on it is grave; 0: no such limit
	Source    string  `json:"source"`          // where the threshold comes from
	Thumb     bool    `json:"thumb,omitempty"` // it is a rule of thumb
	Says      string  `json:"says"`            // what it means when the rule applies
	unit      string
}

// Sources of the thresholds.
const (
	pmuTools = "pmu-tools, top-down level 1, Ice Lake to Granite Rapids"
	pmuDeep  = "pmu-tools, top-down levels 2 and 3, there a share of slots or of cycles"
	perfStat = "perf stat, which begins to colour the figure there (tools/perf/util/stat-shadow.c)"
	gregg    = "Gregg, CPU Utilization is Wrong, 2017"
	nsight   = "NVIDIA Nsight Compute: below 60% of a peak latency is to be suspected"
	ownThumb = "experience"
)

// Names of rules are those of their ratios. The order is that of findings.
var rules = []Rule{
	{"cpu-utilisation", true, 0.9, 0, ownThumb, true, "", share},
	{"steal-share", false, 0.01, 0.1, ownThumb, true, "the hypervisor gave the CPU to others: times on this machine are not its own", share},
	{"gc-share", false, 0.1, 0.25, ownThumb + "; 25% is what the collector takes while a cycle runs", true,
		"much of the CPU time is the collector's: allocate less, or give the heap more room (GOGC, GOMEMLIMIT)", share},

	{"retiring", false, 0.7, 0, pmuTools, false, "most slots do useful work: fewer instructions or wider ones are what would help", share},
	{"ipc-of-width", false, 0.7, 0, pmuTools + ", its retiring with instructions in place of operations", false,
		"the pipeline is nearly full: fewer instructions or wider ones are what would help", share},
	{"backend-bound", false, 0.2, 0, pmuTools, false, "slots stay empty for want of data or of execution units", share},
	{"backend-stalls", false, 0.2, 0.75, perfStat, false, "cycles pass in which nothing is issued for want of data or of execution units", share},
	{"memory-stalls", false, 0.2, 0, pmuDeep, false, "cycles pass in waiting for loads", share},
	{"l3-miss-stalls", false, 0.1, 0, pmuDeep, false, "cycles pass in waiting for main memory", share},
	{"llc-mpki", false, 10, 0, ownThumb, true, "many lines come from main memory: keep what is used together close together, and use less of it", perK},
	{"l2-mpki", false, 10, 0, ownThumb, true, "many accesses miss the second-level cache: the part that is in use does not fit, or is visited out of order", perK},
	{"l1d-miss-rate", false, 0.05, 0.2, perfStat, false, "many loads miss the first-level cache; by itself this says nothing of time", share},
	{"l3-miss-rate", false, 0.05, 0.2, perfStat, false, "many accesses to the last-level cache miss; by itself this says nothing of time", share},
	{"bandwidth-share", false, 0.6, 0, nsight, true, "memory is busy: move fewer bytes", share},

	{"bad-speculation", false, 0.15, 0, pmuTools, false, "slots go to work that is thrown away: make branches predictable, or do without them", share},
	{"branch-miss-rate", false, 0.05, 0.2, perfStat, false, "many branches are mispredicted", share},
	{"branch-miss-cost", false, 0.15, 0, pmuTools + ", its bad speculation by an estimate of cycles", true,
		"cycles go to refilling the pipeline: make branches predictable, or do without them", share},

	{"frontend-bound", false, 0.15, 0, pmuTools, false, "slots stay empty for want of instructions: less code in the loop, fewer jumps, profile-guided optimisation", share},
	{"frontend-stalls", false, 0.1, 0.3, perfStat, false, "cycles pass in which nothing is issued for want of instructions", share},

	{"ipc", true, 1, 0, gregg, true, "less than an instruction a cycle: stalled rather than computing, most often on memory", ""},
	{"vector-instructions", true, 0.1, 0, pmuDeep + ", its vector arithmetic read from the other side", true, "", share},
}

// Rules are all rules, in the order of findings; the caller owns them.
func Rules() []Rule { return append([]Rule(nil), rules...) }

// applies holds a value against the threshold.
func (r Rule) applies(value float64) bool {
	if r.Below {
		return value < r.Threshold
	}
	return value > r.Threshold
}

// String is the rule with its threshold and source.
func (r Rule) String() string {
	relation, kind := ">", ""
	if r.Below {
		relation = "<"
	}
	if r.Thumb {
		kind = "rule of thumb: "
	}
	return fmt.Sprintf("%s %s %s (%s%s)", r.Ratio, relation, Ratio{Value: r.Threshold, Unit: r.unit}.Amount(), kind, r.Source)
}
