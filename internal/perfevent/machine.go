package perfevent

import (
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// A Machine is what names are resolved for: a CPU, the PMUs that sysfs describes, and the tracepoints of tracefs. It may
// be used by several goroutines.
type Machine struct {
	arch string
	root fs.FS
	cpu  CPU
	gen  generation
	pmus []pmu // by name
}

// Local describes the machine that runs this program. On systems other than Linux it has no PMU and no tracepoint.
func Local() *Machine { return Describe(runtime.GOARCH, os.DirFS("/")) }

// Describe describes a machine by its architecture, a GOARCH, and its file system from the root: of interest are
// /proc/cpuinfo, /sys/bus/event_source/devices and /sys/kernel/tracing or /sys/kernel/debug/tracing. What is missing
// is a machine without it.
func Describe(arch string, root fs.FS) *Machine {
	m := &Machine{arch: arch, root: root}
	m.cpu = parseCPU(m.text("proc/cpuinfo"))
	m.gen = m.cpu.generation(arch)
	m.pmus = m.readPMUs()
	return m
}

// CPU is the first processor of the machine.
func (m *Machine) CPU() CPU { return m.cpu }

// PMUs lists the names of the PMUs that sysfs describes, sorted, those of software, tracepoints and breakpoints included.
func (m *Machine) PMUs() []string {
	names := make([]string, len(m.pmus))
	for i, p := range m.pmus {
		names[i] = p.name
	}
	return names
}

// Counts tells whether the CPU's cores have counters that the kernel can use.
func (m *Machine) Counts() bool { return len(m.cores()) > 0 }

const devices = "sys/bus/event_source/devices"

// A pmu is a performance monitoring unit in sysfs.
type pmu struct {
	name string
	typ  uint32
	core bool   // counts what a thread does on a core
	cpus string // where it counts for the system; "" where it counts for threads
}

func (m *Machine) readPMUs() []pmu {
	entries, err := fs.ReadDir(m.root, devices)
	if err != nil {
		return nil
	}
	var list []pmu
	for _, e := range entries {
		dir := path.Join(devices, e.Name())
		typ, err := strconv.ParseUint(m.text(path.Join(dir, "type")), 10, 32)
		if err != nil {
			continue
		}
		list = append(list, pmu{
			name: e.Name(), typ: uint32(typ),
			core: e.Name() == "cpu" || m.exists(path.Join(dir, "cpus")), // as perf tells (is_pmu_core in tools/perf/util/pmu.c)
			cpus: m.text(path.Join(dir, "cpumask")),
		})
	}
	slices.SortFunc(list, func(a, b pmu) int { return strings.Compare(a.name, b.name) })
	return list
}

// cores lists the PMUs of cores: one, or one for each type of core. Intel's performance cores come first.
func (m *Machine) cores() []pmu {
	var list []pmu
	for _, p := range m.pmus {
		switch {
		case p.name == "cpu_core":
			list = append([]pmu{p}, list...)
		case p.core:
			list = append(list, p)
		}
	}
	return list
}

func (m *Machine) pmu(name string) (pmu, bool) {
	for _, p := range m.pmus {
		if p.name == name {
			return p, true
		}
	}
	return pmu{}, false
}

// text is a small file without the blanks around it, "" when it cannot be read.
func (m *Machine) text(name string) string {
	b, err := fs.ReadFile(m.root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func (m *Machine) exists(name string) bool {
	_, err := fs.Stat(m.root, name)
	return err == nil
}

// names lists a directory's entries, sorted. It is empty when the directory cannot be read.
func (m *Machine) names(dir string) []string {
	entries, err := fs.ReadDir(m.root, dir)
	if err != nil {
		return nil
	}
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}
