package roofline

import "golang.org/x/sys/cpu"

// chainsAMD64 is how many accumulators the kernels in kernel_amd64.s keep.
const chainsAMD64 = 12

//go:noescape
func avx512F64(acc, coef *byte, n int)

//go:noescape
func avx512F32(acc, coef *byte, n int)

//go:noescape
func avx2F64(acc, coef *byte, n int)

//go:noescape
func avx2F32(acc, coef *byte, n int)

//go:noescape
func fmaF64(acc, coef *byte, n int)

//go:noescape
func fmaF32(acc, coef *byte, n int)

//go:noescape
func sse2F64(acc, coef *byte, n int)

//go:noescape
func sse2F32(acc, coef *byte, n int)

//go:noescape
func scalarF64(acc, coef *byte, n int)

//go:noescape
func scalarF32(acc, coef *byte, n int)

//go:noescape
func avx512Past(a, b, c *float64, s float64, n int)

//go:noescape
func avx512Near(a, b, c *float64, s float64, n int)

//go:noescape
func avx2Past(a, b, c *float64, s float64, n int)

//go:noescape
func avx2Near(a, b, c *float64, s float64, n int)

//go:noescape
func sse2Past(a, b, c *float64, s float64, n int)

//go:noescape
func sse2Near(a, b, c *float64, s float64, n int)

// available lists the sets of kernels that this processor and its operating system can run, the widest first. Scalar kernels
// are those that compiled code is like.
func available() []kernels {
	all := []kernels{amd64SSE2(), portable()}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		all = append([]kernels{amd64AVX2()}, all...)
		if cpu.X86.HasAVX512F {
			all = append([]kernels{amd64AVX512()}, all...)
		}
	}
	return all
}

func amd64AVX512() kernels {
	k := amd64AVX2()
	k.vector64 = fusedAMD64("avx512", 64, 8, avx512F64)
	k.vector32 = fusedAMD64("avx512", 32, 16, avx512F32)
	k.memory, k.cache = stream{"avx512", avx512Past}, stream{"avx512", avx512Near}
	return k
}

func amd64AVX2() kernels {
	k := amd64SSE2()
	k.vector64 = fusedAMD64("avx2", 64, 4, avx2F64)
	k.vector32 = fusedAMD64("avx2", 32, 8, avx2F32)
	k.memory, k.cache = stream{"avx2", avx2Past}, stream{"avx2", avx2Near}
	if compilerFuses {
		k.scalar64, k.scalar32 = scalarFMA()
	}
	return k
}

func scalarFMA() (f64, f32 arithmetic) {
	return fusedAMD64("fma", 64, 1, fmaF64), fusedAMD64("fma", 32, 1, fmaF32)
}

func amd64SSE2() kernels {
	return kernels{
		vector64: apartAMD64("sse2", 64, 2, sse2F64),
		vector32: apartAMD64("sse2", 32, 4, sse2F32),
		scalar64: apartAMD64("sse2", 64, 1, scalarF64),
		scalar32: apartAMD64("sse2", 32, 1, scalarF32),
		memory:   stream{"sse2", sse2Past},
		cache:    stream{"sse2", sse2Near},
	}
}

func fusedAMD64(name string, bits, lanes int, run func(acc, coef *byte, n int)) arithmetic {
	return arithmetic{name: name, bits: bits, lanes: lanes, chains: chainsAMD64, fused: true, run: run}
}

func apartAMD64(name string, bits, lanes int, run func(acc, coef *byte, n int)) arithmetic {
	return arithmetic{name: name, bits: bits, lanes: lanes, chains: chainsAMD64, run: run}
}
