#include "textflag.h"

// Each arithmetic kernel keeps twelve accumulators in registers: a fused multiply-add takes 4 or 5 cycles and two can
// start in each, so that ten chains are needed to keep both units busy (twelve is what SSE and AVX2 have room for).
// acc and coef are blocks of 64-byte rows; a register takes the first bytes of its row.

#define ROWS12(LOAD, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11) \
	LOAD 0(AX), R0    \
	LOAD 64(AX), R1   \
	LOAD 128(AX), R2  \
	LOAD 192(AX), R3  \
	LOAD 256(AX), R4  \
	LOAD 320(AX), R5  \
	LOAD 384(AX), R6  \
	LOAD 448(AX), R7  \
	LOAD 512(AX), R8  \
	LOAD 576(AX), R9  \
	LOAD 640(AX), R10 \
	LOAD 704(AX), R11

#define STORE12(STORE, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11) \
	STORE R0, 0(AX)    \
	STORE R1, 64(AX)   \
	STORE R2, 128(AX)  \
	STORE R3, 192(AX)  \
	STORE R4, 256(AX)  \
	STORE R5, 320(AX)  \
	STORE R6, 384(AX)  \
	STORE R7, 448(AX)  \
	STORE R8, 512(AX)  \
	STORE R9, 576(AX)  \
	STORE R10, 640(AX) \
	STORE R11, 704(AX)

// acc += a*b, rounded once.
#define FMA12(FMA, A, B, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11) \
	FMA A, B, R0  \
	FMA A, B, R1  \
	FMA A, B, R2  \
	FMA A, B, R3  \
	FMA A, B, R4  \
	FMA A, B, R5  \
	FMA A, B, R6  \
	FMA A, B, R7  \
	FMA A, B, R8  \
	FMA A, B, R9  \
	FMA A, B, R10 \
	FMA A, B, R11

// acc = acc*a, or acc + b.
#define EACH12(OP, A, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11) \
	OP A, R0  \
	OP A, R1  \
	OP A, R2  \
	OP A, R3  \
	OP A, R4  \
	OP A, R5  \
	OP A, R6  \
	OP A, R7  \
	OP A, R8  \
	OP A, R9  \
	OP A, R10 \
	OP A, R11

#define FUSED(LOAD, STORE, FMA, A, B, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11) \
	MOVQ  acc+0(FP), AX                                                     \
	MOVQ  coef+8(FP), BX                                                    \
	MOVQ  n+16(FP), CX                                                      \
	LOAD  0(BX), A                                                          \
	LOAD  64(BX), B                                                         \
	ROWS12(LOAD, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11)           \
	TESTQ CX, CX                                                            \
	JLE   done                                                              \
	PCALIGN $32                                                             \
loop:                                                                           \
	FMA12(FMA, A, B, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11)       \
	DECQ  CX                                                                \
	JNZ   loop                                                              \
done:                                                                           \
	STORE12(STORE, R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, R10, R11)         \
	VZEROUPPER                                                              \
	RET

#define APART(LOAD, STORE, MUL, ADD) \
	MOVQ  acc+0(FP), AX                                                           \
	MOVQ  coef+8(FP), BX                                                          \
	MOVQ  n+16(FP), CX                                                            \
	LOAD  0(BX), X12                                                              \
	LOAD  64(BX), X13                                                             \
	ROWS12(LOAD, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)                 \
	TESTQ CX, CX                                                                  \
	JLE   done                                                                    \
	PCALIGN $32                                                                   \
loop:                                                                                 \
	EACH12(MUL, X12, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)             \
	EACH12(ADD, X13, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)             \
	DECQ  CX                                                                      \
	JNZ   loop                                                                    \
done:                                                                                 \
	STORE12(STORE, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)               \
	RET

// func avx512F64(acc, coef *byte, n int)
TEXT ·avx512F64(SB), NOSPLIT, $0-24
	FUSED(VMOVUPD, VMOVUPD, VFMADD231PD, Z12, Z13, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11)

// func avx512F32(acc, coef *byte, n int)
TEXT ·avx512F32(SB), NOSPLIT, $0-24
	FUSED(VMOVUPS, VMOVUPS, VFMADD231PS, Z12, Z13, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11)

// func avx2F64(acc, coef *byte, n int)
TEXT ·avx2F64(SB), NOSPLIT, $0-24
	FUSED(VMOVUPD, VMOVUPD, VFMADD231PD, Y12, Y13, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11)

// func avx2F32(acc, coef *byte, n int)
TEXT ·avx2F32(SB), NOSPLIT, $0-24
	FUSED(VMOVUPS, VMOVUPS, VFMADD231PS, Y12, Y13, Y0, Y1, Y2, Y3, Y4, Y5, Y6, Y7, Y8, Y9, Y10, Y11)

// func fmaF64(acc, coef *byte, n int)
TEXT ·fmaF64(SB), NOSPLIT, $0-24
	FUSED(VMOVSD, VMOVSD, VFMADD231SD, X12, X13, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)

// func fmaF32(acc, coef *byte, n int)
TEXT ·fmaF32(SB), NOSPLIT, $0-24
	FUSED(VMOVSS, VMOVSS, VFMADD231SS, X12, X13, X0, X1, X2, X3, X4, X5, X6, X7, X8, X9, X10, X11)

// func sse2F64(acc, coef *byte, n int)
TEXT ·sse2F64(SB), NOSPLIT, $0-24
	APART(MOVUPD, MOVUPD, MULPD, ADDPD)

// func sse2F32(acc, coef *byte, n int)
TEXT ·sse2F32(SB), NOSPLIT, $0-24
	APART(MOVUPS, MOVUPS, MULPS, ADDPS)

// func scalarF64(acc, coef *byte, n int)
TEXT ·scalarF64(SB), NOSPLIT, $0-24
	APART(MOVSD, MOVSD, MULSD, ADDSD)

// func scalarF32(acc, coef *byte, n int)
TEXT ·scalarF32(SB), NOSPLIT, $0-24
	APART(MOVSS, MOVSS, MULSS, ADDSS)
