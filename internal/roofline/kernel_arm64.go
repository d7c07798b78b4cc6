package roofline

// chainsARM64 is how many accumulators the kernels in kernel_arm64.s keep.
const chainsARM64 = 24

//go:noescape
func neonF64(acc, coef *byte, n int)

//go:noescape
func neonF32(acc, coef *byte, n int)

//go:noescape
func fmaF64(acc, coef *byte, n int)

//go:noescape
func fmaF32(acc, coef *byte, n int)

//go:noescape
func neonTriad(a, b, c *float64, s float64, n int)

// available lists the sets of kernels: NEON is part of every 64-bit ARM processor that Go runs on. SVE is not used: on
// most cores that have it its registers are 128 bits wide as well.
func available() []kernels {
	return []kernels{{
		vector64: fusedARM64("neon", 64, 2, neonF64),
		vector32: fusedARM64("neon", 32, 4, neonF32),
		scalar64: fusedARM64("fma", 64, 1, fmaF64),
		scalar32: fusedARM64("fma", 32, 1, fmaF32),
		memory:   stream{"neon", neonTriad},
		cache:    stream{"neon", neonTriad},
	}, portable()}
}

func fusedARM64(name string, bits, lanes int, run func(acc, coef *byte, n int)) arithmetic {
	return arithmetic{name: name, bits: bits, lanes: lanes, chains: chainsARM64, fused: true, run: run}
}
