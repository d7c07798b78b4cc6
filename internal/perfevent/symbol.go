package perfevent

// A symbol is an event that the kernel defines by name, on every machine.
type symbol struct {
	name    string
	aliases string // separated by blanks
	typ     uint32
	config  uint64
	unit    string
	what    string
}

// symbols are enum perf_hw_id and enum perf_sw_ids of include/uapi/linux/perf_event.h, under the names of
// tools/perf/util/parse-events.l. What hardware events count differs among CPUs: see the portable names.
var symbols = []symbol{
	{"cycles", "cpu-cycles", TypeHardware, 0, "", "cycles in which the CPU is not halted, at its actual frequency"},
	{"instructions", "", TypeHardware, 1, "", "instructions retired"},
	{"cache-references", "", TypeHardware, 2, "", "accesses to a cache whose level depends on the CPU: better name it by level"},
	{"cache-misses", "", TypeHardware, 3, "", "misses of a cache whose level depends on the CPU: better name it by level"},
	{"branches", "branch-instructions", TypeHardware, 4, "", "branches retired"},
	{"branch-misses", "", TypeHardware, 5, "", "branches mispredicted"},
	{"bus-cycles", "", TypeHardware, 6, "", "cycles of the bus clock"},
	{"stalled-cycles-frontend", "idle-cycles-frontend", TypeHardware, 7, "", "cycles in which nothing is issued for want of instructions"},
	{"stalled-cycles-backend", "idle-cycles-backend", TypeHardware, 8, "", "cycles in which nothing is issued for want of data or units"},
	{"ref-cycles", "", TypeHardware, 9, "", "cycles in which the CPU is not halted, at a constant frequency"},

	{"cpu-clock", "", TypeSoftware, 0, "ns", "wall time while on a CPU"},
	{"task-clock", "", TypeSoftware, 1, "ns", "time on a CPU"},
	{"page-faults", "faults", TypeSoftware, 2, "", "page faults"},
	{"context-switches", "cs", TypeSoftware, 3, "", "switches to another thread"},
	{"cpu-migrations", "migrations", TypeSoftware, 4, "", "moves to another CPU"},
	{"minor-faults", "", TypeSoftware, 5, "", "page faults that needed no disk"},
	{"major-faults", "", TypeSoftware, 6, "", "page faults that waited for a disk"},
	{"alignment-faults", "", TypeSoftware, 7, "", "unaligned accesses that the kernel put right"},
	{"emulation-faults", "", TypeSoftware, 8, "", "instructions that the kernel emulated"},
	{"dummy", "", TypeSoftware, 9, "", "nothing: an event that can always be opened"},
	{"bpf-output", "", TypeSoftware, 10, "", "outputs of BPF programs"},
	{"cgroup-switches", "", TypeSoftware, 11, "", "switches to a thread of another control group"},
}

func findSymbol(name string) (symbol, bool) {
	for _, s := range symbols {
		if s.name == name || name != "" && hasWord(s.aliases, name) {
			return s, true
		}
	}
	return symbol{}, false
}

func (s symbol) event() Event {
	return Event{Type: s.typ, Config: s.config, Unit: s.unit}
}
