package roofline

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestArithmetic computes what each kernel does in plain Go, lane by lane, and compares bit by bit; rows and lanes beyond
// the kernel's own must come back as they were.
func TestArithmetic(t *testing.T) {
	for _, set := range available() {
		for _, k := range []arithmetic{set.vector64, set.vector32, set.scalar64, set.scalar32} {
			for _, n := range []int{-1, 0, 1, 2, 37} {
				if k.bits == 64 {
					checkArithmetic(t, k, n, fma64)
				} else {
					checkArithmetic(t, k, n, fma32)
				}
			}
		}
	}
}

func fma64(a, b, c float64) float64 { return math.FMA(a, b, c) }

// fma32 is exact: the product of two float32 is a float64 without rounding, and the test's sums fit 53 bits.
func fma32(a, b, c float32) float32 { return float32(float64(a)*float64(b) + float64(c)) }

func checkArithmetic[F float32 | float64](t *testing.T, k arithmetic, n int, fma func(a, b, c F) F) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(k.bits)))
	perRow := rowBytes * 8 / k.bits
	acc, coef := make([]F, rows*perRow), make([]F, coefRows*perRow)
	for i := range acc {
		acc[i] = F(rng.IntN(1<<10)) / 64
	}
	for i := range perRow {
		coef[i], coef[perRow+i] = 0.625, 1.375
	}
	want := append([]F(nil), acc...)
	for chain := range k.chains {
		for lane := range k.lanes {
			x := &want[chain*perRow+lane]
			for range n {
				if k.fused {
					*x = fma(0.625, 1.375, *x)
				} else {
					*x = F(*x*0.625) + 1.375
				}
			}
		}
	}
	k.run(first(acc), first(coef), n)
	for i := range want {
		// A scalar load clears the rest of its register and a scalar store leaves memory alone, but a kernel may
		// store whole registers: what is beyond its lanes in its own rows is its own business.
		chain, lane := i/perRow, i%perRow
		if chain < k.chains && lane >= k.lanes {
			continue
		}
		if acc[i] != want[i] {
			t.Fatalf("%s %d bits, n = %d: row %d lane %d is %v, want %v", k.name, k.bits, n, chain, lane, acc[i], want[i])
		}
	}
}

func streams() []stream {
	var all []stream
	for _, set := range available() {
		all = append(all, set.memory, set.cache)
	}
	return all
}

func TestTriad(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, s := range streams() {
		for _, n := range []int{0, triadStep, 3 * triadStep} {
			memory := make([]float64, 3*(n+triadStep)+rowBytes/8)
			// Stores past the caches want aligned addresses.
			for address(memory)%rowBytes != 0 {
				memory = memory[1:]
			}
			a, b, c := memory[:n+triadStep], memory[n+triadStep:2*(n+triadStep)], memory[2*(n+triadStep):3*(n+triadStep)]
			for i := range a {
				a[i], b[i], c[i] = -1, float64(rng.IntN(1000)), float64(rng.IntN(1000))
			}
			s.run(&a[0], &b[0], &c[0], 3, n)
			for i := range a {
				want := -1.0
				if i < n {
					want = b[i] + 3*c[i]
				}
				if a[i] != want {
					t.Fatalf("%s: element %d of %d is %v, want %v", s.name, i, n, a[i], want)
				}
			}
		}
	}
}

// TestFlops has the counts of a round from the registers: 12 chains of 8 lanes on AVX-512 are 192 operations.
func TestFlops(t *testing.T) {
	if got := (arithmetic{lanes: 8, chains: 12}).flops(); got != 192 {
		t.Errorf("flops = %v, want 192", got)
	}
	for _, set := range available() {
		if set.vector64.lanes*2 != set.vector32.lanes && set.vector64.name != "go" {
			t.Errorf("%s: %d lanes of 64 bits and %d of 32", set.vector64.name, set.vector64.lanes, set.vector32.lanes)
		}
		for _, k := range []arithmetic{set.vector64, set.vector32, set.scalar64, set.scalar32} {
			if k.chains > rows || k.lanes*k.bits/8 > rowBytes || k.run == nil {
				t.Errorf("%s: %d chains of %d lanes do not fit %d rows", k.name, k.chains, k.lanes, rows)
			}
		}
	}
}
