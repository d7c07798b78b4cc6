package perfevent

import (
	"strconv"
	"strings"
)

// A CPU is what /proc/cpuinfo says of the first processor. Fields that it does not tell are zero.
type CPU struct {
	Name   string // "AMD EPYC 9654 96-Core Processor"; Arm kernels give none
	Vendor string // x86: "GenuineIntel", "AuthenticAMD"; Arm: the implementer, "0x41"
	Family int    // x86; Arm: of the architecture, 8
	Model  int    // x86; Arm: the part, 0xd0c
	// Virtual says that a hypervisor runs below, as far as x86 tells.
	Virtual bool
}

// parseCPU reads the first block of the file's "key : value" lines.
func parseCPU(cpuinfo string) CPU {
	var c CPU
	for line := range strings.Lines(cpuinfo) {
		key, value, found := strings.Cut(line, ":")
		if !found {
			if c != (CPU{}) && strings.TrimSpace(line) == "" {
				break
			}
			continue
		}
		c.set(strings.TrimSpace(key), strings.TrimSpace(value))
	}
	return c
}

func (c *CPU) set(key, value string) {
	switch key {
	case "model name":
		c.Name = value
	case "vendor_id", "CPU implementer":
		c.Vendor = value
	case "cpu family", "CPU architecture":
		c.Family = number(value)
	case "model", "CPU part":
		c.Model = number(value)
	case "flags":
		c.Virtual = hasWord(value, "hypervisor")
	}
}

// number is 0 for what is none.
func number(s string) int {
	n, err := strconv.ParseInt(s, 0, 32)
	if err != nil {
		return 0
	}
	return int(n)
}

// A generation is a family of cores whose events have the same codes, as far as the portable names need them. Those of
// one vendor are in order of time.
type generation int

const (
	unknownCPU generation = iota
	haswell
	broadwell
	skylake
	iceLake
	goldenCove
	zen1
	zen2
	zen3
	zen4
	zen5
	armv8
)

var generationNames = [...]string{
	"this CPU", "Intel Haswell", "Intel Broadwell", "Intel Skylake", "Intel Ice Lake", "Intel Golden Cove",
	"AMD Zen 1", "AMD Zen 2", "AMD Zen 3", "AMD Zen 4", "AMD Zen 5", "this Arm CPU",
}

func (g generation) String() string { return generationNames[g] }

func (c CPU) generation(arch string) generation {
	switch {
	case arch == "arm64":
		return armv8 // The kernel drives no other PMU there.
	case c.Vendor == "GenuineIntel" && c.Family == 6:
		return intelGeneration(c.Model)
	case c.Vendor == "AuthenticAMD", c.Vendor == "HygonGenuine":
		return amdGeneration(c.Family, c.Model)
	}
	return unknownCPU
}

// intelGeneration maps the models of tools/perf/pmu-events/arch/x86/mapfile.csv in Linux. Hybrid CPUs are filed by their
// performance cores.
func intelGeneration(model int) generation {
	switch model {
	case 0x3c, 0x3f, 0x45, 0x46:
		return haswell
	case 0x3d, 0x47, 0x4f, 0x56:
		return broadwell
	case 0x4e, 0x5e, 0x55, 0x8e, 0x9e, 0xa5, 0xa6: // with Cascade, Cooper, Kaby, Coffee and Comet Lake
		return skylake
	case 0x7d, 0x7e, 0x6a, 0x6c, 0x8c, 0x8d, 0xa7: // with Tiger and Rocket Lake
		return iceLake
	case 0x8f, 0xcf, 0xad, 0xae, // Sapphire, Emerald and Granite Rapids
		0x97, 0x9a, 0xb7, 0xba, 0xbf, // Alder and Raptor Lake
		0xaa, 0xac, 0xb5: // Meteor Lake
		return goldenCove
	}
	return unknownCPU
}

// amdGeneration follows bsp_init_amd in arch/x86/kernel/cpu/amd.c of Linux.
func amdGeneration(family, model int) generation {
	switch family {
	case 0x17:
		switch {
		case model <= 0x2f, 0x50 <= model && model <= 0x5f:
			return zen1
		}
		return zen2
	case 0x18: // Hygon
		return zen1
	case 0x19:
		switch {
		case model <= 0x0f, 0x20 <= model && model <= 0x5f:
			return zen3
		}
		return zen4
	case 0x1a:
		return zen5
	}
	return unknownCPU
}
