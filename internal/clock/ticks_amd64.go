package clock

// hasHardware says that Ticks reads a hardware counter on this platform.
const hasHardware = true

// Ticks reads the time-stamp counter. It is not ordered with respect to other instructions.
//
//go:noescape
func Ticks() int64

// CPUID executes the instruction of that name.
//
//go:noescape
func CPUID(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)

// hardware returns TSC where CPUID promises that the counter runs at a constant rate in all power states
// (Intel SDM vol. 3, 18.17.1; AMD APM vol. 3, Fn8000_0007 EDX bit 8), and nothing otherwise.
func hardware() Source {
	const advancedPower, invariantTSC = 0x80000007, 1 << 8
	if largest, _, _, _ := CPUID(0x80000000, 0); largest < advancedPower {
		return ""
	}
	if _, _, _, edx := CPUID(advancedPower, 0); edx&invariantTSC == 0 {
		return ""
	}
	return TSC
}
