package perfevent

import (
	"strings"
	"testing/fstest"
)

// tree makes a file system of lines "PATH CONTENT". Paths that begin with ./ are of the directory of PMUs; those with %
// are written once for each of the numbers 0 and 1.
func tree(lines ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, text := range lines {
		for line := range strings.Lines(text) {
			name, content, found := strings.Cut(strings.TrimSpace(line), " ")
			if !found {
				continue
			}
			if rest, relative := strings.CutPrefix(name, "./"); relative {
				name = devices + "/" + rest
			}
			for _, number := range []string{"0", "1"} {
				fsys[strings.ReplaceAll(name, "%", number)] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(content, "%", number) + "\n")}
			}
		}
	}
	return fsys
}

func cpuinfo(lines ...string) fstest.MapFS {
	return fstest.MapFS{"proc/cpuinfo": {Data: []byte("processor\t: 0\n" + strings.Join(lines, "\n") + "\n\nprocessor\t: 1\nmodel\t: 1\n")}}
}

func join(list ...fstest.MapFS) fstest.MapFS {
	all := fstest.MapFS{}
	for _, fsys := range list {
		for name, file := range fsys {
			all[name] = file
		}
	}
	return all
}

var softPMUs = tree(`
	./software/type 1
	./tracepoint/type 2
	./breakpoint/type 5
	./msr/type 10
	./msr/format/event config:0-63
	./msr/events/tsc event=0x00
	./msr/events/smi event=0x04
	./power/type 9
	./power/cpumask 0,24
	./power/format/event config:0-7
	./power/events/energy-pkg event=0x02
	./power/events/energy-pkg.scale 2.3283064365386962890625e-10
	./power/events/energy-pkg.unit Joules
`)

// intelCore is the PMU of Intel's cores, as arch/x86/events/intel/core.c lays it out.
const intelCore = `
	./cpu/type 4
	./cpu/format/event config:0-7
	./cpu/format/umask config:8-15
	./cpu/format/edge config:18
	./cpu/format/inv config:23
	./cpu/format/cmask config:24-31
	./cpu/format/in_tx config:32
	./cpu/format/offcore_rsp config1:0-63
	./cpu/format/ldlat config1:0-15
	./cpu/events/cpu-cycles event=0x3c
	./cpu/events/cycles-t event=0x3c,in_tx=1
	./cpu/events/mem-loads event=0xcd,umask=0x1,ldlat=3
`

// skylakeServer has two memory controllers a socket, and a parametric event, which no real one has.
var skylakeServer = join(softPMUs, cpuinfo("vendor_id\t: GenuineIntel", "cpu family\t: 6", "model\t\t: 85", "model name\t: Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz"),
	tree(intelCore, `
	./uncore_imc_%/type 2%
	./uncore_imc_%/cpumask 0,24
	./uncore_imc_%/format/event config:0-7
	./uncore_imc_%/format/umask config:8-15
	./uncore_imc_%/events/cas_count_read event=0x04,umask=0x03
	./uncore_imc_%/events/cas_count_read.scale 6.103515625e-5
	./uncore_imc_%/events/cas_count_read.unit MiB
	./hv_24x7/type 30
	./hv_24x7/format/domain config:0-3
	./hv_24x7/format/core config:16-31
	./hv_24x7/events/HPM_PCYC domain=0x2,core=?
	sys/kernel/tracing/events/sched/sched_switch/id 316
	sys/kernel/tracing/events/sched/sched_wakeup/id 318
	sys/kernel/tracing/events/sched/enable 0
	sys/kernel/tracing/events/raw_syscalls/sys_enter/id 348
	sys/kernel/tracing/events/broken/id_of/id none
`))

// alderLake is a hybrid CPU: the PMU cpu is split into two.
var alderLake = join(softPMUs, cpuinfo("vendor_id\t: GenuineIntel", "cpu family\t: 6", "model\t\t: 151"),
	tree(strings.ReplaceAll(intelCore, "./cpu/", "./cpu_core/"),
		strings.ReplaceAll(strings.ReplaceAll(intelCore, "./cpu/", "./cpu_atom/"), "type 4", "type 8"), `
	./cpu_core/cpus 0-15
	./cpu_atom/cpus 16-23
	./cpu_core/events/slots event=0x00,umask=0x4
`))

// genoa is a Zen 4; its events of the core have twelve bits.
var genoa = join(softPMUs, cpuinfo("vendor_id\t: AuthenticAMD", "cpu family\t: 25", "model\t\t: 17", "flags\t\t: fpu hypervisor"),
	tree(`
	./cpu/type 4
	./cpu/format/event config:0-7,32-35
	./cpu/format/umask config:8-15
	./cpu/format/inv config:23
	./cpu/format/cmask config:24-31
	./amd_l3/type 12
	./amd_l3/cpumask 0,8
	./amd_l3/format/event config:0-7
	./amd_l3/format/umask config:8-15
	./amd_l3/format/sliceid config:48-50
	./broken/type 40
	./broken/format/backwards config:7-0
	./broken/format/unknown config3:0-7
	./broken/format/empty config:
	./broken/events/nothing event=
	./broken/events/elsewhere event=0x1
	./broken/events/unscaled config=1
	./broken/events/unscaled.scale -1
	./nonumber/type none
`))

// emulated is what QEMU's CPU "max" with Linux 6.1 shows: sysfs lists the events that are implemented.
var emulated = join(cpuinfo("CPU implementer\t: 0x00", "CPU architecture: 8", "CPU part\t: 0x051"),
	tree(`
	./software/type 1
	./tracepoint/type 2
	./armv8_pmuv3/type 8
	./armv8_pmuv3/cpus 0
	./armv8_pmuv3/format/event config:0-15
	./armv8_pmuv3/format/long config1:0
	./armv8_pmuv3/format/rdpmc config1:1
	./armv8_pmuv3/events/cpu_cycles event=0x0011
	./armv8_pmuv3/events/inst_retired event=0x0008
	./armv8_pmuv3/events/stall event=0x003c
	./armv8_pmuv3/events/stall_backend event=0x0024
	./armv8_pmuv3/events/stall_frontend event=0x0023
	./armv8_pmuv3/caps/slots 0x00000000
`))

// bigLittle has a PMU for each type of core.
var bigLittle = join(cpuinfo("CPU implementer\t: 0x41", "CPU architecture: 8", "CPU part\t: 0xd46"),
	tree(`
	./armv8_cortex_a76/type 9
	./armv8_cortex_a76/cpus 4-7
	./armv8_cortex_a76/format/event config:0-15
	./armv8_cortex_a76/events/cpu_cycles event=0x0011
	./armv8_cortex_a76/events/l2d_cache_refill event=0x0017
	./armv8_cortex_a76/events/stall_slot_backend event=0x003d
	./armv8_cortex_a76/caps/slots 0x00000008
	./armv8_cortex_a55/type 8
	./armv8_cortex_a55/cpus 0-3
	./armv8_cortex_a55/format/event config:0-15
	./armv8_cortex_a55/events/cpu_cycles event=0x0011
	./armv8_cortex_a55/events/l2d_cache_refill event=0x0017
	./armv8_cortex_a55/caps/slots 0x00000002
`))

var (
	virtual   = Describe("amd64", join(softPMUs, cpuinfo("vendor_id\t: GenuineIntel", "cpu family\t: 6", "model\t\t: 207")))
	nothing   = Describe("amd64", fstest.MapFS{})
	skylakeSP = Describe("amd64", skylakeServer)
	hybrid    = Describe("amd64", alderLake)
	epyc      = Describe("amd64", genoa)
	armMax    = Describe("arm64", emulated)
	phone     = Describe("arm64", bigLittle)
)
