package perfevent

import (
	"fmt"
	"path"
	"slices"
)

// A portable name stands for the event of each CPU that counts the same thing, or comes closest: what it is, [Machine.List] tells.
// The generic cache-misses is none: it counts misses of the last level on Intel, of the second on AMD Zen, and refills of
// the first on Arm.
type portable struct{ name, what string }

var portables = []portable{
	{"l1d-misses", "lines filled into the L1 data cache"},
	{"l1d-load-misses", "loads that missed the L1 data cache"},
	{"l2-accesses", "requests to the L2 cache"},
	{"l2-misses", "requests that missed the L2 cache"},
	{"l2-load-misses", "loads that missed the L2 cache"},
	{"l3-accesses", "requests to the L3 cache"},
	{"l3-misses", "requests that missed the L3 cache"},
	{"l3-load-misses", "loads that missed the L3 cache"},
	{"llc-misses", "lines that came from memory, beyond the last cache"},
	{"dtlb-walks", "page walks for data"},
	{"itlb-walks", "page walks for instructions"},
	{"stalls-total", "cycles in which nothing is executed"},
	{"stalls-frontend", "cycles in which nothing is issued for want of instructions"},
	{"stalls-backend", "cycles in which nothing is issued for want of data or units"},
	{"stalls-memory", "cycles in which nothing is executed while loads are outstanding"},
	{"stalls-l3-miss", "cycles in which nothing is executed while a load that missed the L3 cache is outstanding"},
	{"slots", "operations that could have been issued, the whole of top-down analysis"},
	{"topdown-retiring", "slots used by operations that retired"},
	{"topdown-bad-spec", "slots used by operations that did not retire"},
	{"topdown-fe-bound", "slots left empty by the front end"},
	{"topdown-be-bound", "slots left empty by the back end"},
	{"topdown-smt", "slots that went to the core's other thread"},
	{"ops-dispatched", "operations dispatched, those that never retired included"},
	{"ops-retired", "operations retired"},
	{"flops", "floating-point operations retired, a fused one counting as two"},
	{"fp-scalar-double", "scalar instructions in double precision"},
	{"fp-scalar-single", "scalar instructions in single precision"},
	{"fp-128-double", "128-bit instructions in double precision"},
	{"fp-128-single", "128-bit instructions in single precision"},
	{"fp-256-double", "256-bit instructions in double precision"},
	{"fp-256-single", "256-bit instructions in single precision"},
	{"fp-512-double", "512-bit instructions in double precision"},
	{"fp-512-single", "512-bit instructions in single precision"},
}

// instead names what may be counted where a portable name has no event.
var instead = map[string]string{
	"l1d-misses":      "L1-dcache-load-misses",
	"l1d-load-misses": "L1-dcache-load-misses",
	"llc-misses":      "LLC-load-misses",
	"l3-misses":       "LLC-load-misses",
	"dtlb-walks":      "dTLB-load-misses",
	"itlb-walks":      "iTLB-load-misses",
	"flops":           "fp-scalar-double",
	"stalls-frontend": "stalled-cycles-frontend",
	"stalls-backend":  "stalled-cycles-backend",
}

// A recipe is what a portable name stands for from one generation to another of the same vendor, both included.
type recipe struct {
	name     string
	from, to generation
	// everyCore says that the efficiency cores of a hybrid CPU have the same code.
	everyCore bool
	part      part
	counts    string // the event, as its vendor calls it
}

// A part is one event of the CPU.
type part struct {
	event        uint16
	umask, cmask uint8
	scale        float64 // 0 is 1
	named        string  // Arm: what sysfs calls the event, on the CPUs that have it
	perSlot      bool    // Arm: times the slots of a cycle
	pmu          string  // a PMU other than the cores'
}

// x86 is the value of the event select register: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 3,
// "Architectural performance monitoring"; AMD's has four more bits of the event from bit 32 on.
func (p part) x86() uint64 {
	return uint64(p.event&0xff) | uint64(p.umask)<<8 | uint64(p.cmask)<<24 | uint64(p.event>>8)<<32
}

// terms are those that perf would be given.
func (p part) terms() string {
	s := fmt.Sprintf("event=%#x", p.event)
	if p.umask != 0 {
		s += fmt.Sprintf(",umask=%#x", p.umask)
	}
	if p.cmask != 0 {
		s += fmt.Sprintf(",cmask=%d", p.cmask)
	}
	return s
}

func isPortable(name string) bool {
	return slices.ContainsFunc(portables, func(p portable) bool { return p.name == name })
}

// findRecipe finds how a portable name is counted on CPUs of a generation.
func findRecipe(name string, g generation) (recipe, bool) {
	for _, list := range [][]recipe{intelRecipes, amdRecipes, armRecipes} {
		for _, r := range list {
			if r.name == name && r.from <= g && g <= r.to {
				return r, true
			}
		}
	}
	return recipe{}, false
}

func (m *Machine) parsePortable(name string) (Event, *Error) {
	r, found := findRecipe(name, m.gen)
	if !found {
		return Event{}, noRecipe(name, m.gen)
	}
	switch cores := m.cores(); {
	case r.part.pmu != "":
		return m.unitEvent(r)
	case m.gen == armv8:
		return m.armEvent(r.part)
	case len(cores) < 2:
		return Event{Type: TypeRaw, Config: r.part.x86(), Scale: r.part.scale}, nil
	case !r.everyCore:
		return Event{}, oneTypeOnly(r, cores[0])
	default:
		return onEach(cores, func(p pmu) Event { return Event{Type: p.typ, Config: r.part.x86(), PMU: p.name} }), nil
	}
}

func noRecipe(name string, g generation) *Error {
	e := problem(0, "%s has no event for it that is known here", g)
	if other, known := instead[name]; known {
		e.Problem += ", but perhaps the kernel counts something near"
		e.Suggest = []string{other}
	}
	return e
}

func oneTypeOnly(r recipe, core pmu) *Error {
	e := problem(0, "the cores of this CPU differ, and the event is known for %s alone: pin the benchmark to those cores (taskset)", core.name)
	e.Suggest = []string{core.name + "/" + r.part.terms() + "/"}
	return e
}

// unitEvent is an event of a PMU outside the cores.
func (m *Machine) unitEvent(r recipe) (Event, *Error) {
	list := m.matching(r.part.pmu)
	if len(list) == 0 {
		return Event{}, problem(0, "the PMU %s counts it, which the kernel does not offer here", r.part.pmu)
	}
	e, err := m.parseOn(list, r.part.terms())
	if err != nil {
		return Event{}, problem(0, "%s: %s", r.counts, err.Problem)
	}
	return e, nil
}

// armEvent is an event of Arm's PMUv3 on every type of core. Its sysfs lists the events that the CPU implements; others
// would open and stay 0.
func (m *Machine) armEvent(p part) (Event, *Error) {
	cores := m.cores()
	if len(cores) == 0 {
		return Event{}, problem(0, "the kernel has no PMU of this CPU's cores")
	}
	list := make([]Event, len(cores))
	for i, core := range cores {
		e, err := m.armEventOn(core, p)
		switch {
		case err != nil:
			return Event{}, err
		case e.Scale != list[0].Scale && i > 0:
			return Event{}, problem(0, "the cores of this CPU differ in slots a cycle: pin the benchmark to one type (taskset)")
		}
		list[i] = e
	}
	if len(list) > 1 {
		list[0].Also = list[1:]
	}
	return list[0], nil
}

func (m *Machine) armEventOn(core pmu, p part) (Event, *Error) {
	if events := m.pmuEvents(core); len(events) > 0 && !slices.Contains(events, p.named) {
		return Event{}, problem(0, "the CPU does not implement it: /%s/%s/events has no %s", devices, core.name, p.named)
	}
	e := Event{Type: core.typ, Config: uint64(p.event), Scale: p.scale, PMU: core.name}
	if p.perSlot {
		file := path.Join(devices, core.name, "caps", "slots")
		slots := number(m.text(file))
		if slots < 1 {
			return Event{}, problem(0, "the CPU does not tell how many slots a cycle has: /%s", file)
		}
		e.Scale = float64(slots)
	}
	return e, nil
}
