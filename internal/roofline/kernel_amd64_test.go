package roofline

import (
	"testing"

	"golang.org/x/sys/cpu"
)

// TestScalarFMA checks the scalar kernels that only builds with GOAMD64=v3 use.
func TestScalarFMA(t *testing.T) {
	if !cpu.X86.HasFMA {
		t.Skip("this processor has no fused multiply-add")
	}
	f64, f32 := scalarFMA()
	for _, n := range []int{0, 1, 37} {
		checkArithmetic(t, f64, n, fma64)
		checkArithmetic(t, f32, n, fma32)
	}
}

// TestWidest: the first set is the widest that the processor has.
func TestWidest(t *testing.T) {
	want := "sse2"
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		want = "avx512"
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		want = "avx2"
	}
	if got := available()[0].vector64.name; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
