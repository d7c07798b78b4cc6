package roofline

import "unsafe"

// goChains is how many accumulators the loops in Go keep: what fits into sixteen registers with the two coefficients.
const goChains = 8

// portable are loops in Go, for architectures without kernels in assembly. The compiler does not vectorise, so that
// what they reach is what code in Go reaches, and not the machine's peak.
func portable() kernels {
	f64 := arithmetic{name: "go", bits: 64, lanes: 1, chains: goChains, run: goF64}
	f32 := arithmetic{name: "go", bits: 32, lanes: 1, chains: goChains, run: goF32}
	triad := stream{"go", goTriad}
	return kernels{vector64: f64, vector32: f32, scalar64: f64, scalar32: f32, memory: triad, cache: triad}
}

// goF64 and goF32 round the product (the conversion forbids fusing), so that they compute the same everywhere.
func goF64(acc, coef *byte, n int) {
	a, b := *row[float64](coef, 0), *row[float64](coef, 1)
	multiplyAdd(acc, a, b, n)
}

func goF32(acc, coef *byte, n int) {
	a, b := *row[float32](coef, 0), *row[float32](coef, 1)
	multiplyAdd(acc, a, b, n)
}

func multiplyAdd[F float32 | float64](acc *byte, a, b F, n int) {
	r0, r1, r2, r3 := row[F](acc, 0), row[F](acc, 1), row[F](acc, 2), row[F](acc, 3)
	r4, r5, r6, r7 := row[F](acc, 4), row[F](acc, 5), row[F](acc, 6), row[F](acc, 7)
	x0, x1, x2, x3, x4, x5, x6, x7 := *r0, *r1, *r2, *r3, *r4, *r5, *r6, *r7
	for ; n > 0; n-- {
		x0, x1, x2, x3 = F(x0*a)+b, F(x1*a)+b, F(x2*a)+b, F(x3*a)+b
		x4, x5, x6, x7 = F(x4*a)+b, F(x5*a)+b, F(x6*a)+b, F(x7*a)+b
	}
	*r0, *r1, *r2, *r3, *r4, *r5, *r6, *r7 = x0, x1, x2, x3, x4, x5, x6, x7
}

// row is the first element of row i of a block.
func row[F float32 | float64](block *byte, i int) *F {
	return (*F)(unsafe.Add(unsafe.Pointer(block), i*rowBytes))
}

func goTriad(a, b, c *float64, s float64, n int) {
	to, from, times := unsafe.Slice(a, n), unsafe.Slice(b, n), unsafe.Slice(c, n)
	for i := range to {
		to[i] = from[i] + s*times[i]
	}
}
