package perfevent

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		machine *Machine
		name    string
		want    Event
		why     string
	}{
		{nothing, "cycles", Event{}, "generic events need no sysfs"},
		{nothing, "task-clock", Event{Type: 1, Config: 1, Unit: "ns"}, "clocks have a unit"},
		{nothing, "cgroup-switches", Event{Type: 1, Config: 11}, "the newest software event"},
		{nothing, "r1a8:k", Event{Type: 4, Config: 0x1a8, ExcludeUser: true, ExcludeHV: true}, "raw, modified"},
		{nothing, "rffffffffffffffff", Event{Type: 4, Config: 1<<64 - 1}, "all bits"},

		{skylakeSP, "cpu/event=0x3c,umask=0x0/u", Event{Type: 4, Config: 0x3c, PMU: "cpu", ExcludeKernel: true, ExcludeHV: true}, "terms and a modifier"},
		{skylakeSP, "cpu/event=0x3c/:k", Event{Type: 4, Config: 0x3c, PMU: "cpu", ExcludeUser: true, ExcludeHV: true}, "a modifier behind a colon"},
		{skylakeSP, "cpu/event=163,cmask=20,umask=0x14/", Event{Type: 4, Config: 0x140014a3, PMU: "cpu"}, "decimal numbers; witness: perf's CYCLE_ACTIVITY.STALLS_MEM_ANY"},
		{skylakeSP, "cpu/cpu-cycles/", Event{Type: 4, Config: 0x3c, PMU: "cpu"}, "named by sysfs"},
		{skylakeSP, "cycles-t", Event{Type: 4, Config: 0x1_0000_003c, PMU: "cpu"}, "named by sysfs, without its PMU"},
		{skylakeSP, "cpu/cpu-cycles,cmask=1,inv/", Event{Type: 4, Config: 0x0180_003c, PMU: "cpu"}, "named, with more terms; a term without value is 1"},
		{skylakeSP, "cpu/cmask=2,mem-loads,ldlat=30/", Event{Type: 4, Config: 0x0200_01cd, Config1: 30, PMU: "cpu"}, "what is written counts, wherever it stands"},
		{skylakeSP, "cpu/config=0x3c,config1=7,config2=0xffffffffffffffff/", Event{Type: 4, Config: 0x3c, Config1: 7, Config2: 1<<64 - 1, PMU: "cpu"}, "whole fields"},
		{skylakeSP, "cpu/event=1,event=2/", Event{Type: 4, Config: 2, PMU: "cpu"}, "the last one counts"},
		{skylakeSP, "cpu/ event=1 , umask = 2 /", Event{Type: 4, Config: 0x201, PMU: "cpu"}, "blanks"},
		{skylakeSP, " \tcycles:u\n", Event{ExcludeKernel: true, ExcludeHV: true, Name: "cycles:u"}, "blanks around"},
		{skylakeSP, "msr/tsc/", Event{Type: 10, PMU: "msr"}, "a PMU of threads outside the cores"},
		{skylakeSP, "msr/event=0xffffffffffffffff/", Event{Type: 10, Config: 1<<64 - 1, PMU: "msr"}, "64 bits fit 64"},
		{skylakeSP, "power/energy-pkg/", Event{Type: 9, Config: 2, PMU: "power", CPUs: "0,24", Unit: "Joules", Scale: 0x1p-32}, "scale, unit and CPUs"},
		{skylakeSP, "uncore_imc_1/cas_count_read/", Event{Type: 21, Config: 0x304, PMU: "uncore_imc_1", CPUs: "0,24", Unit: "MiB", Scale: 64.0 / (1 << 20)}, "one of several units"},
		{skylakeSP, "uncore_imc/cas_count_read/", Event{Type: 20, Config: 0x304, PMU: "uncore_imc_0", CPUs: "0,24", Unit: "MiB", Scale: 64.0 / (1 << 20),
			Also: []Event{{Type: 21, Config: 0x304, PMU: "uncore_imc_1", CPUs: "0,24", Unit: "MiB", Scale: 64.0 / (1 << 20)}}}, "all of several units"},
		{skylakeSP, "hv_24x7/HPM_PCYC,core=5/", Event{Type: 30, Config: 0x5_0002, PMU: "hv_24x7"}, "a term left to the user"},
		{skylakeSP, "sched:sched_switch", Event{Type: 2, Config: 316}, "a tracepoint"},
		{skylakeSP, "sched:sched_switch:u", Event{Type: 2, Config: 316, ExcludeKernel: true, ExcludeHV: true}, "a tracepoint with a modifier"},

		{epyc, "cpu/event=0x1a0,umask=0x1e/", Event{Type: 4, Config: 0x1_0000_1ea0, PMU: "cpu"}, "bits in two ranges: AMD's de_no_dispatch_per_slot.backend_stalls"},
		{epyc, "cpu/event=0xfff/", Event{Type: 4, Config: 0xf_0000_00ff, PMU: "cpu"}, "all of both ranges"},

		{armMax, "armv8_pmuv3/inst_retired/", Event{Type: 8, Config: 8, PMU: "armv8_pmuv3"}, "the PMU of arm64"},
		{armMax, "inst_retired:u", Event{Type: 8, Config: 8, PMU: "armv8_pmuv3", ExcludeKernel: true, ExcludeHV: true}, "its event without the PMU"},
		{armMax, "armv8_pmuv3/cpu_cycles,long/", Event{Type: 8, Config: 0x11, Config1: 1, PMU: "armv8_pmuv3"}, "a flag in config1"},
		{armMax, "cycles", Event{}, "one type of core needs no number of a PMU"},

		{hybrid, "instructions:u", Event{Config: 4<<32 | 1, PMU: "cpu_core", ExcludeKernel: true, ExcludeHV: true,
			Also: []Event{{Config: 8<<32 | 1, PMU: "cpu_atom", ExcludeKernel: true, ExcludeHV: true}}}, "both types of cores, modified alike"},
		{hybrid, "LLC-load-misses", Event{Type: 3, Config: 4<<32 | 0x10002, PMU: "cpu_core", Also: []Event{{Type: 3, Config: 8<<32 | 0x10002, PMU: "cpu_atom"}}}, "caches too"},
		{hybrid, "page-faults", Event{Type: 1, Config: 2}, "the kernel counts once"},
		{hybrid, "r3c", Event{Type: 4, Config: 0x3c, PMU: "cpu_core", Also: []Event{{Type: 8, Config: 0x3c, PMU: "cpu_atom"}}}, "raw codes on both"},
		{hybrid, "cpu_atom/event=0x3c/", Event{Type: 8, Config: 0x3c, PMU: "cpu_atom"}, "on one of them"},
		{phone, "cpu_cycles", Event{Type: 8, Config: 0x11, PMU: "armv8_cortex_a55", Also: []Event{{Type: 9, Config: 0x11, PMU: "armv8_cortex_a76"}}}, "named by both PMUs"},
	} {
		got, err := c.machine.Parse(c.name)
		if err != nil {
			t.Errorf("%s (%s): %v", c.name, c.why, err)
			continue
		}
		if c.want.Name == "" {
			c.want.Name = c.name
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (%s):\n%s", c.name, c.why, d)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		machine *Machine
		name    string
		offset  int
		want    string // part of the text
	}{
		{virtual, "", 0, "the name is empty"},
		{virtual, "  ", 2, "the name is empty"},
		{virtual, "cylces", 0, `unknown event "cylces"; did you mean cycles?`},
		{virtual, "  cylces:u", 2, `did you mean cycles?`},
		{virtual, "Cycles", 0, "did you mean cycles?"},
		{virtual, "branch-mises", 7, "did you mean branch-misses?"},
		{virtual, "instructions:", 13, "a modifier is missing"},
		{virtual, "instructions:ux", 14, "no modifier"},
		{virtual, "instructions:upp", 14, "precision is for recording samples"},
		{virtual, "cycles:h", 7, "hypervisor"},
		{virtual, "cycles:G", 7, "guests"},
		{virtual, "cycles:D", 7, "groups are made"},
		{virtual, "cycles:u:k", 8, "no modifier"},
		{virtual, "cycles u", 0, "unknown event"},
		{virtual, "cycles,instructions", 0, "unknown event"},
		{virtual, "r1g", 0, "unknown event"},
		{virtual, "r10000000000000000", 1, "more than 64 bits"},
		{virtual, "mem:0x1000", 0, "breakpoints are not counted"},
		{virtual, "L1-dcache-lod-misses", 10, `unknown part "lod-misses"; did you mean L1-dcache-load-misses`},
		{virtual, "L1-dcache-loads-loads", 16, `unknown part "loads"`},
		{virtual, "L1-dcache-", 10, "unknown part"},
		{virtual, "L1-icache-stores", 10, "L1-icache is never written"},
		{virtual, "iTLB-prefetches", 5, "iTLB is never prefetched"},
		{virtual, "L2-load-misses", 0, "perf's L2 is the last-level cache, whatever its number; did you mean LLC-load-misses or l2-misses?"},
		{virtual, "tsc", 0, "did you mean msr/tsc/?"},
		{virtual, "msr", 3, "did you mean msr/smi/ or msr/tsc/?"},
		{virtual, "msr/tsc", 7, "the slash behind the terms is missing"},
		{virtual, "msr//", 4, "names no event"},
		{virtual, "msr/../", 4, `unknown term of msr ".."`},
		{virtual, "msr/tcs/", 4, "did you mean tsc?"},
		{virtual, "msr/tsc,/", 8, "a term is missing"},
		{virtual, "msr/event=/", 10, "event has no value"},
		{virtual, "msr/event=x/", 10, `"x" is no number for event: invalid syntax`},
		{virtual, "msr/event=-1/", 10, "is no number"},
		{virtual, "msr/event=0x/", 10, "is no number"},
		{virtual, "msr/event=0x1ffffffffffffffff/", 10, "value out of range"},
		{virtual, "msr/tsc,name=x/", 8, "is for recording samples or for output"},
		{virtual, "mrs/tsc/", 0, "did you mean msr?"},
		{virtual, "/tsc/", 0, "unknown PMU"},
		{virtual, "cpu/event=0x3c/", 0, "a virtual machine without one"},
		{nothing, "cpu/event=0x3c/", 0, "/sys/bus/event_source/devices lists none"},
		{virtual, "sched:sched_switch", 0, "tracefs is not mounted"},

		{skylakeSP, "cpu/event=0x100/", 10, "0x100 does not fit the 8 bits of event"},
		{skylakeSP, "cpu/edge=2/", 9, "0x2 does not fit the 1 bits of edge"},
		{skylakeSP, "hv_24x7/HPM_PCYC/", 16, "hv_24x7 wants core="},
		{skylakeSP, "sched:sched_swtich", 6, "did you mean sched_switch?"},
		{skylakeSP, "shed:sched_switch", 0, "did you mean sched?"},
		{skylakeSP, "sched:u", 6, `unknown tracepoint of sched "u"`},
		{skylakeSP, "sched:enable", 6, "unknown tracepoint"},
		{skylakeSP, "sched:../sched/sched_switch", 0, "unknown PMU"},
		{skylakeSP, "broken:id_of", 7, "holds no number"},
		{skylakeSP, "sched:sched_switch:x", 19, "no modifier"},

		{epyc, "broken/backwards=1/", 7, `no range of bits: "7-0"`},
		{epyc, "broken/unknown=1/", 7, "no known field"},
		{epyc, "broken/empty=1/", 7, "no range of bits"},
		{epyc, "broken/nothing/", 7, "cannot be read: event has no value"},
		{epyc, "broken/elsewhere/", 7, `cannot be used: unknown term of broken "event"`},
		{epyc, "broken/unscaled/", 7, "holds no scale"},
		{hybrid, "cpu/event=0x3c/", 0, "did you mean cpu_core or cpu_atom?"},
	} {
		_, err := c.machine.Parse(c.name)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v", c.name, err)
			continue
		}
		if e.Offset != c.offset || e.Name != c.name || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: at %d: %v; want at %d: %s", c.name, e.Offset, err, c.offset, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"cycles", "instructions:uk", "L1-dcache-load-misses", "LLC", "r1a8", "cpu/event=0x3c,umask=0x0/u", "msr/tsc/", "sched:sched_switch:u",
		"uncore_imc/cas_count_read/", "hv_24x7/HPM_PCYC,core=5/", "l2-misses", "\u00a0cycles\u2003", "cpu/,/", "a:b:c:d", "broken/nothing/",
	} {
		f.Add(s)
	}
	machines := []*Machine{nothing, virtual, skylakeSP, hybrid, epyc, armMax, phone}
	f.Fuzz(func(t *testing.T, name string) {
		for _, m := range machines {
			got, err := m.Parse(name)
			if err != nil {
				var e *Error
				if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(name) || e.Problem == "" || e.Name != name || len(e.Suggest) > 3 {
					t.Fatalf("%q: %#v", name, err)
				}
				continue
			}
			again, err := m.Parse(got.Name)
			if d := cmp.Diff(got, again); err != nil || d != "" {
				t.Fatalf("%q became %q, and that %v\n%s", name, got.Name, err, d)
			}
			if s := got.Scale; s < 0 || got.ExcludeUser && got.ExcludeKernel {
				t.Fatalf("%q: %+v", name, got)
			}
		}
	})
}
