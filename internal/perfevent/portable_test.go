package perfevent

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// intel and amd are machines that tell nothing but their model.
func intel(model int) *Machine {
	return Describe("amd64", cpuinfo("vendor_id\t: GenuineIntel", "cpu family\t: 6", fmt.Sprintf("model\t\t: %d", model)))
}

func amd(family, model int) *Machine {
	return Describe("amd64", cpuinfo("vendor_id\t: AuthenticAMD", fmt.Sprintf("cpu family\t: %d", family), fmt.Sprintf("model\t\t: %d", model)))
}

// TestPortableCodes has for witnesses the codes of the kernel's own generic events (arch/x86/events/intel/core.c,
// arch/x86/events/amd/core.c), and those that perf 6.1 has built in under the vendor's names (perf list -v).
func TestPortableCodes(t *testing.T) {
	const (
		haswellModel, broadwellModel, skylakeModel, iceLakeModel, sapphireModel = 0x3c, 0x4f, 0x55, 0x6a, 0x8f
	)
	for _, c := range []struct {
		machine *Machine
		name    string
		config  uint64
		scale   float64
		why     string
	}{
		{intel(haswellModel), "llc-misses", 0x412e, 0, "the architectural event that generic cache-misses is on Intel"},
		{intel(sapphireModel), "l3-accesses", 0x4f2e, 0, "the architectural event that generic cache-references is on Intel"},
		{intel(skylakeModel), "l1d-misses", 0x151, 0, "L1-dcache-load-misses of skl_hw_cache_event_ids"},
		{intel(haswellModel), "l2-misses", 0x3f24, 0, "event=0x24,umask=0x3f"},
		{intel(sapphireModel), "l3-load-misses", 0x20d1, 0, "event=0xd1,umask=0x20"},
		{intel(iceLakeModel), "dtlb-walks", 0xe08, 0, "event=0x8,umask=0xe"},
		{intel(sapphireModel), "dtlb-walks", 0xe12, 0, "event=0x12,umask=0xe"},
		{intel(sapphireModel), "itlb-walks", 0xe11, 0, "event=0x11,umask=0xe"},
		{intel(skylakeModel), "stalls-frontend", 0x400019c, 0, "event=0x9c,cmask=4,umask=0x1"},
		{intel(iceLakeModel), "stalls-frontend", 0x500019c, 0, "event=0x9c,cmask=5,umask=0x1"},
		{intel(sapphireModel), "stalls-frontend", 0x600019c, 0, "event=0x9c,cmask=6,umask=0x1"},
		{intel(broadwellModel), "stalls-memory", 0x60006a3, 0, "event=0xa3,cmask=6,umask=0x6"},
		{intel(skylakeModel), "stalls-memory", 0x140014a3, 0, "event=0xa3,cmask=20,umask=0x14"},
		{intel(sapphireModel), "stalls-memory", 0x50021a6, 0, "event=0xa6,cmask=5,umask=0x21"},
		{intel(sapphireModel), "stalls-l3-miss", 0x9000947, 0, "event=0x47,cmask=9,umask=0x9"},
		{intel(iceLakeModel), "topdown-be-bound", 0x2a4, 0, "event=0xa4,umask=0x2"},
		{intel(sapphireModel), "fp-512-single", 0x80c7, 0, "event=0xc7,umask=0x80"},

		{amd(0x17, 0x01), "l2-misses", 0x0964, 0, "generic cache-misses is L2 misses on Zen"},
		{amd(0x17, 0x01), "stalls-frontend", 0x0287, 0, "amd_zen1_perfmon_event_map"},
		{amd(0x17, 0x01), "stalls-backend", 0x0187, 0, "amd_zen1_perfmon_event_map"},
		{amd(0x17, 0x31), "stalls-frontend", 0x00a9, 0, "amd_zen2_perfmon_event_map"},
		{amd(0x19, 0x01), "llc-misses", 0x4844, 0, "event=0x44,umask=0x48"},
		{amd(0x19, 0x11), "topdown-be-bound", 0x1_0000_1ea0, 0, "event 0x1a0: its upper bits from bit 32 on"},
		{amd(0x19, 0x11), "slots", 0x76, 6, "6 * ls_not_halted_cyc"},
		{amd(0x1a, 0x02), "slots", 0x76, 8, "8 * ls_not_halted_cyc"},
		{amd(0x19, 0x11), "flops", 0x1f03, 0, "fp_ret_sse_avx_ops.all"},
	} {
		got, err := c.machine.Parse(c.name + ":u")
		want := Event{Name: c.name + ":u", Type: TypeRaw, Config: c.config, Scale: c.scale, ExcludeKernel: true, ExcludeHV: true}
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s on %v (%s): %v\n%s", c.name, c.machine.gen, c.why, err, d)
		}
	}
}

// TestPortablePMUs resolves names that need what sysfs tells.
func TestPortablePMUs(t *testing.T) {
	l3 := join(genoa)
	delete(l3, devices+"/amd_l3/type")
	eight := strings.NewReplacer("0x00000000", "0x00000008")
	slots := join(emulated)
	file := devices + "/armv8_pmuv3/caps/slots"
	slots[file] = &fstest.MapFile{Data: []byte(eight.Replace(string(slots[file].Data)))}
	for _, c := range []struct {
		machine *Machine
		name    string
		want    Event
		fails   string
	}{
		{machine: epyc, name: "l3-misses", want: Event{Type: 12, Config: 0x104, PMU: "amd_l3", CPUs: "0,8"}},
		{machine: Describe("amd64", l3), name: "l3-misses", fails: "the PMU amd_l3 counts it, which the kernel does not offer here"},
		{machine: hybrid, name: "l3-misses", want: Event{Type: 4, Config: 0x412e, PMU: "cpu_core", Also: []Event{{Type: 8, Config: 0x412e, PMU: "cpu_atom"}}}},
		{machine: hybrid, name: "l2-misses", fails: "known for cpu_core alone: pin the benchmark to those cores (taskset); did you mean cpu_core/event=0x24,umask=0x3f/?"},
		{machine: hybrid, name: "stalls-total", fails: "did you mean cpu_core/event=0xa3,umask=0x4,cmask=4/?"},
		{machine: armMax, name: "stalls-backend", want: Event{Type: 8, Config: 0x24, PMU: "armv8_pmuv3"}},
		{machine: armMax, name: "l2-misses", fails: "the CPU does not implement it: /sys/bus/event_source/devices/armv8_pmuv3/events has no l2d_cache_refill"},
		{machine: armMax, name: "slots", fails: "does not tell how many slots"},
		{machine: Describe("arm64", slots), name: "slots", want: Event{Type: 8, Config: 0x11, Scale: 8, PMU: "armv8_pmuv3"}},
		{machine: Describe("arm64", fstest.MapFS{}), name: "l2-misses", fails: "the kernel has no PMU of this CPU's cores"},
		{machine: phone, name: "l2-misses", want: Event{Type: 8, Config: 0x17, PMU: "armv8_cortex_a55", Also: []Event{{Type: 9, Config: 0x17, PMU: "armv8_cortex_a76"}}}},
		{machine: phone, name: "slots", fails: "differ in slots a cycle"},
		{machine: phone, name: "topdown-be-bound", fails: "armv8_cortex_a55/events has no stall_slot_backend"},
		{machine: nothing, name: "llc-misses", fails: "this CPU has no event for it that is known here, but perhaps the kernel counts something near; did you mean LLC-load-misses?"},
		{machine: amd(0x19, 0x11), name: "stalls-memory", fails: "AMD Zen 4 has no event for it"},
		{machine: intel(0xbd), name: "l2-misses", fails: "this CPU has no event for it"}, // Lunar Lake has another hierarchy
	} {
		got, err := c.machine.Parse(c.name)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: %+v, %v, want an error with %q", c.name, got, err, c.fails)
			}
			continue
		}
		c.want.Name = c.name
		if d := cmp.Diff(c.want, got); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", c.name, err, d)
		}
	}
}

// TestRecipes checks the tables as a whole: each recipe has a known name, each name a recipe, no two hold at once.
func TestRecipes(t *testing.T) {
	used := map[string]bool{}
	for _, list := range [][]recipe{intelRecipes, amdRecipes, armRecipes} {
		for i, r := range list {
			used[r.name] = true
			if !isPortable(r.name) || r.from > r.to || r.from == unknownCPU || r.counts == "" {
				t.Errorf("%+v", r)
			}
			if r.part.perSlot != (r.part.named != "" && r.name == "slots") || (r.from == armv8) != (r.part.named != "") {
				t.Errorf("%+v", r)
			}
			for _, other := range list[:i] {
				if other.name == r.name && other.from <= r.to && r.from <= other.to {
					t.Errorf("two recipes: %+v and %+v", other, r)
				}
			}
		}
	}
	for _, p := range portables {
		if !used[p.name] {
			t.Errorf("no CPU counts %s", p.name)
		}
	}
	for name, other := range instead {
		if _, err := intel(0x55).Parse(other); err != nil || !isPortable(name) {
			t.Errorf("%s instead of %s: %v", other, name, err)
		}
	}
}

func TestGenerations(t *testing.T) {
	for _, c := range []struct {
		m    *Machine
		want generation
	}{
		// Edges of the ranges in bsp_init_amd.
		{amd(0x17, 0x2f), zen1}, {amd(0x17, 0x30), zen2}, {amd(0x17, 0x50), zen1}, {amd(0x17, 0x5f), zen1}, {amd(0x17, 0x60), zen2},
		{amd(0x19, 0x0f), zen3}, {amd(0x19, 0x10), zen4}, {amd(0x19, 0x1f), zen4}, {amd(0x19, 0x20), zen3}, {amd(0x19, 0x5f), zen3}, {amd(0x19, 0x60), zen4},
		{amd(0x1a, 0), zen5}, {amd(0x15, 0), unknownCPU}, {amd(0x18, 0), zen1}, {amd(0x1b, 0), unknownCPU},
		{intel(0x3d), broadwell}, {intel(0x97), goldenCove}, {intel(0x1a), unknownCPU}, {intel(0), unknownCPU},
		{armMax, armv8}, {nothing, unknownCPU}, {hybrid, goldenCove},
	} {
		if c.m.gen != c.want {
			t.Errorf("%+v is %v, want %v", c.m.cpu, c.m.gen, c.want)
		}
	}
	if n := len(generationNames); n != int(armv8)+1 {
		t.Errorf("%d names of generations", n)
	}
}
