#include "textflag.h"

// The streams take 16 elements (two lines) of each array at a time. Those to memory write past the caches: what is stored is
// not read first, so that the 24 bytes an element that STREAM counts are the bytes that move. Those to a cache
// store as usual.

#define ARGUMENTS \
	MOVQ a+0(FP), DI  \
	MOVQ b+8(FP), SI  \
	MOVQ c+16(FP), DX \
	MOVQ n+32(FP), CX \
	SHRQ $4, CX       \
	JZ   done

#define NEXT \
	ADDQ $128, SI \
	ADDQ $128, DX \
	ADDQ $128, DI \
	DECQ CX       \
	JNZ  loop

#define TRIAD512(STORE) \
	VBROADCASTSD s+24(FP), Z0  \
	ARGUMENTS                  \
	PCALIGN $32                \
loop:                              \
	VMOVUPD     0(DX), Z1      \
	VMOVUPD     64(DX), Z2     \
	VFMADD213PD 0(SI), Z0, Z1  \
	VFMADD213PD 64(SI), Z0, Z2 \
	STORE       Z1, 0(DI)      \
	STORE       Z2, 64(DI)     \
	NEXT                       \
done:                              \
	SFENCE                     \
	VZEROUPPER                 \
	RET

#define TRIAD256(STORE) \
	VBROADCASTSD s+24(FP), Y0  \
	ARGUMENTS                  \
	PCALIGN $32                \
loop:                              \
	VMOVUPD     0(DX), Y1      \
	VMOVUPD     32(DX), Y2     \
	VMOVUPD     64(DX), Y3     \
	VMOVUPD     96(DX), Y4     \
	VFMADD213PD 0(SI), Y0, Y1  \
	VFMADD213PD 32(SI), Y0, Y2 \
	VFMADD213PD 64(SI), Y0, Y3 \
	VFMADD213PD 96(SI), Y0, Y4 \
	STORE       Y1, 0(DI)      \
	STORE       Y2, 32(DI)     \
	STORE       Y3, 64(DI)     \
	STORE       Y4, 96(DI)     \
	NEXT                       \
done:                              \
	SFENCE                     \
	VZEROUPPER                 \
	RET

#define TRIAD128(STORE) \
	MOVSD    s+24(FP), X0 \
	UNPCKLPD X0, X0       \
	ARGUMENTS             \
	PCALIGN $32           \
loop:                         \
	MOVUPD 0(DX), X1     \
	MOVUPD 16(DX), X2    \
	MOVUPD 32(DX), X3    \
	MOVUPD 48(DX), X4    \
	MOVUPD 64(DX), X5    \
	MOVUPD 80(DX), X6    \
	MOVUPD 96(DX), X7    \
	MOVUPD 112(DX), X8   \
	MULPD  X0, X1        \
	MULPD  X0, X2        \
	MULPD  X0, X3        \
	MULPD  X0, X4        \
	MULPD  X0, X5        \
	MULPD  X0, X6        \
	MULPD  X0, X7        \
	MULPD  X0, X8        \
	ADDPD  0(SI), X1     \
	ADDPD  16(SI), X2    \
	ADDPD  32(SI), X3    \
	ADDPD  48(SI), X4    \
	ADDPD  64(SI), X5    \
	ADDPD  80(SI), X6    \
	ADDPD  96(SI), X7    \
	ADDPD  112(SI), X8   \
	STORE  X1, 0(DI)     \
	STORE  X2, 16(DI)    \
	STORE  X3, 32(DI)    \
	STORE  X4, 48(DI)    \
	STORE  X5, 64(DI)    \
	STORE  X6, 80(DI)    \
	STORE  X7, 96(DI)    \
	STORE  X8, 112(DI)   \
	NEXT                  \
done:                         \
	SFENCE                \
	RET

// func avx512Past(a, b, c *float64, s float64, n int)
TEXT ·avx512Past(SB), NOSPLIT, $0-40
	TRIAD512(VMOVNTPD)

// func avx512Near(a, b, c *float64, s float64, n int)
TEXT ·avx512Near(SB), NOSPLIT, $0-40
	TRIAD512(VMOVUPD)

// func avx2Past(a, b, c *float64, s float64, n int)
TEXT ·avx2Past(SB), NOSPLIT, $0-40
	TRIAD256(VMOVNTPD)

// func avx2Near(a, b, c *float64, s float64, n int)
TEXT ·avx2Near(SB), NOSPLIT, $0-40
	TRIAD256(VMOVUPD)

// func sse2Past(a, b, c *float64, s float64, n int)
TEXT ·sse2Past(SB), NOSPLIT, $0-40
	TRIAD128(MOVNTPD)

// func sse2Near(a, b, c *float64, s float64, n int)
TEXT ·sse2Near(SB), NOSPLIT, $0-40
	TRIAD128(MOVUPD)
