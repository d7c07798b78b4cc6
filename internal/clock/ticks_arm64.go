//go:build linux || darwin || freebsd

package clock

// hasHardware says that Ticks reads a hardware counter on this platform.
const hasHardware = true

// Ticks reads CNTVCT_EL0. It is not ordered with respect to other instructions.
//
//go:noescape
func Ticks() int64

// frequency reads CNTFRQ_EL0 in Hz.
//
//go:noescape
func frequency() int64

// hardware returns CNTVCT where the counter is fine enough: the monotonic clock is made of the same counter and so no finer,
// but below 20 MHz (a step of 50 ns) a cheaper read buys nothing. Apple's counter runs at 24 MHz or 1 GHz, ARMv8.6 and later
// at 1 GHz.
func hardware() Source {
	const fineEnough = 20_000_000
	if frequency() < fineEnough {
		return ""
	}
	return CNTVCT
}
